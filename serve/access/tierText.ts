/** The limits of a tier, in words. */
import type { Tier } from "./tiers.ts";

const counted = (count: number, noun: string) =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;

const upTo = (count: number | null, noun: string) =>
  count === null ? `any number of ${noun}s` : count === 0 ? `no ${noun}s` : counted(count, noun);

/** A sentence without its end: requests, requests at once, compute units, private sets, self reports. */
export function describeTier(tier: Tier): string {
  const perSecond = tier.requestsPerSecond;
  return [
    perSecond === null ? "any number of requests per second" : `${counted(perSecond, "request")} per second`,
    ...(tier.requestsAtOnce === null ? [] : [`${tier.requestsAtOnce} concurrent`]),
    ...(tier.lifetimeRequests === null ? [] : [`${counted(tier.lifetimeRequests, "request")} in total`]),
    ...(tier.lifetimeComputeUnits === null
      ? []
      : [`${counted(tier.lifetimeComputeUnits, "compute unit")} in total`]),
    ...(tier.monthlyComputeUnits === null
      ? []
      : [`${counted(tier.monthlyComputeUnits, "compute unit")} per month included`]),
    upTo(tier.privateTags, "private set"),
    tier.selfReports ? "self reports are accepted" : "no self reports, unless approved",
  ].join(", ");
}
