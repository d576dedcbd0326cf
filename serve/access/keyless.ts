/** Limits the requests of an address without a valid key: pages, wrong keys, and the first look-up of a good one. */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { ApiError } from "../../lib/errors.ts";

const windowS = 60;

export type KeylessLimiter = {
  /** Counts a request. @throws ApiError 429 when the address has sent too many */
  take(address: string): Promise<void>;
  /** It came with a good key after all. */
  giveBack(address: string): Promise<void>;
};

/** @param perMinute requests of one address; 0: without limit */
export function createKeylessLimiter(perMinute: number): KeylessLimiter {
  if (perMinute === 0) return { take: async () => undefined, giveBack: async () => undefined };
  const window = new RateLimiterMemory({ points: perMinute, duration: windowS });
  return {
    take: async (address) => {
      try {
        await window.consume(address);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const retryAfterS = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
        const headers = {
          "retry-after": String(retryAfterS),
          age: String(Math.max(0, windowS - retryAfterS)),
        };
        throw new ApiError(429, "Too many requests from this address without a valid key", { headers });
      }
    },
    giveBack: async (address) => {
      await window.reward(address);
    },
  };
}
