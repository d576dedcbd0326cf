/** Refuses what a key's tier does not allow: requests a second, and lifetime allowances. */
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { ApiError } from "../../lib/errors.ts";
import type { Caller } from "./auth.ts";
import type { Usage } from "./usage.ts";

const windowS = 1;
/** A lifetime allowance does not come back; a client that honours Retry-After asks once a day. */
const lifetimeRetryS = 86_400;

export type Limiter = (caller: Caller) => Promise<void>;

function tooMany(retryAfterS: number, ageS: number): ApiError {
  return new ApiError(429, "Too many requests", {
    headers: { "retry-after": String(Math.max(1, retryAfterS)), age: String(Math.max(0, ageS)) },
  });
}

/**
 * @param createLimiter makes the counter of one rate; default: in memory
 * @returns a function that throws ApiError 429 with `Retry-After` (seconds to wait) and `Age` (seconds for which the
 * window has been active), and otherwise counts the request
 */
export function createLimiter(
  usage: Usage,
  createWindow: (points: number, durationS: number) => RateLimiterAbstract = (points, duration) =>
    new RateLimiterMemory({ points, duration }),
): Limiter {
  const windows = new Map<number, RateLimiterAbstract>();

  async function countSecond(caller: Caller, points: number): Promise<void> {
    let window = windows.get(points);
    if (window === undefined) {
      window = createWindow(points, windowS);
      windows.set(points, window);
    }
    try {
      await window.consume(caller.keyId);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const waitMs = refusal.msBeforeNext;
      throw tooMany(Math.ceil(waitMs / 1_000), Math.floor((windowS * 1_000 - waitMs) / 1_000));
    }
  }

  return async (caller) => {
    const { tier } = caller;
    const used = usage.of(caller);
    const isSpent =
      (tier.lifetimeRequests !== null && used.requests >= tier.lifetimeRequests) ||
      (tier.lifetimeComputeUnits !== null && used.computeUnits >= tier.lifetimeComputeUnits);
    if (isSpent) throw tooMany(lifetimeRetryS, Math.floor((Date.now() - caller.createdAtMs) / 1_000));
    if (tier.requestsPerSecond !== null) await countSecond(caller, tier.requestsPerSecond);
    usage.add(caller, 1, 0);
  };
}
