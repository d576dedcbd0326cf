/** Enforces a tier's limits: requests a second, and lifetime allowances. */
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { secondsPerDay } from "../../lib/days.ts";
import { ApiError, isErrorOfKind } from "../../lib/errors.ts";
import type { Caller } from "./auth.ts";
import type { Usage } from "./usage.ts";

const windowS = 1;
/** A lifetime allowance does not come back; a client that honours Retry-After retries once a day. */
const lifetimeRetryS = secondsPerDay;

/** Headers with the remaining allowance; none where the tier has no rate. */
export type RateHeaders = Readonly<Record<string, string>>;
/** @param operation the name under which the request's usage is counted */
export type Limiter = (caller: Caller, operation: string) => Promise<RateHeaders>;

function tooMany(detail: string, retryAfterS: number, ageS: number, rate: RateHeaders = {}): ApiError {
  const headers = {
    ...rate,
    "retry-after": String(Math.max(1, retryAfterS)),
    age: String(Math.max(0, ageS)),
  };
  return new ApiError(429, detail, { headers });
}

/** The IETF drafts' RateLimit headers, for the window of a second. */
function rateHeaders(points: number, { remainingPoints, msBeforeNext }: RateLimiterRes): RateHeaders {
  return {
    "ratelimit-policy": `${points};w=${windowS}`,
    "ratelimit-limit": String(points),
    "ratelimit-remaining": String(Math.max(0, remainingPoints)),
    "ratelimit-reset": String(Math.max(0, Math.ceil(msBeforeNext / 1_000))),
  };
}

const allowances = [
  { limit: "lifetimeRequests", used: "requests", unit: "requests" },
  { limit: "lifetimeComputeUnits", used: "computeUnits", unit: "compute units" },
] as const;

/** Which allowance is spent, and that it does not come back; undefined: none. */
export async function spentAllowance(caller: Caller, usage: Usage): Promise<string | undefined> {
  const { tier, tierName } = caller;
  if (allowances.every(({ limit }) => tier[limit] === null)) return undefined;
  const used = await usage.of(caller);
  const spent = allowances.find(
    ({ limit, used: name }) => used[name] >= (tier[limit] ?? Number.POSITIVE_INFINITY),
  );
  if (spent === undefined) return undefined;
  return `The allowance of ${tier[spent.limit]} ${spent.unit} of tier ${tierName} is spent. It is a lifetime allowance and is not renewed. Use a key of another tier.`;
}

/** @throws ApiError 429 */
async function checkAllowances(caller: Caller, usage: Usage): Promise<void> {
  const detail = await spentAllowance(caller, usage);
  if (detail !== undefined)
    throw tooMany(detail, lifetimeRetryS, Math.floor((Date.now() - caller.createdAtMs) / 1_000));
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

  async function countSecond(name: string, points: number): Promise<RateHeaders> {
    let window = windows.get(points);
    if (window === undefined) {
      window = createWindow(points, windowS);
      windows.set(points, window);
    }
    try {
      return rateHeaders(points, await window.consume(name));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const waitMs = refusal.msBeforeNext;
      const ageS = Math.floor((windowS * 1_000 - waitMs) / 1_000);
      throw tooMany("Too many requests", Math.ceil(waitMs / 1_000), ageS, rateHeaders(points, refusal));
    }
  }

  /** By the rate of its own tier; one that another key has made also counts in that key's rate, with all that it made. */
  async function countRate(caller: Caller): Promise<RateHeaders> {
    const name = caller.countedBy ?? caller.rateKeyId ?? caller.keyId;
    const own = caller.tier.requestsPerSecond;
    const shared = caller.rateTier?.requestsPerSecond ?? null;
    const headers = own === null ? {} : await countSecond(name, own);
    return shared === null || shared === own ? headers : await countSecond(name, shared);
  }

  return async (caller, operation) => {
    try {
      await checkAllowances(caller, usage);
      const headers = await countRate(caller);
      usage.add(caller, operation, { requests: 1 });
      return headers;
    } catch (error) {
      if (isErrorOfKind(error, "api")) usage.add(caller, operation, { refused: 1 });
      throw error;
    }
  };
}
