/** How many requests of one organization are in hand at once, so that none takes the places of all others. */
import { ApiError } from "../../lib/errors.ts";
import type { Caller } from "./auth.ts";

/** Most requests take less. */
const retryAfterS = 1;

/** @throws ApiError 429 when too many are in hand @returns gives the place back; to call it again does nothing */
export type AtOnce = (caller: Pick<Caller, "organizationId" | "tier">) => () => void;

/** @param most of any organization, whatever its tier; 0: as many as the tier allows */
export function createAtOnce(most: number): AtOnce {
  const inHand = new Map<string, number>();
  const limit = most === 0 ? Number.POSITIVE_INFINITY : most;

  return ({ organizationId, tier }) => {
    const allowed = Math.min(limit, tier.requestsAtOnce ?? Number.POSITIVE_INFINITY);
    const before = inHand.get(organizationId) ?? 0;
    if (before >= allowed) {
      const detail = `Too many requests at once: ${allowed} of this organization are being answered. Wait for one of them.`;
      throw new ApiError(429, detail, { headers: { "retry-after": String(retryAfterS), age: "0" } });
    }
    inHand.set(organizationId, before + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (inHand.get(organizationId) ?? 1) - 1;
      if (left === 0) inHand.delete(organizationId);
      else inHand.set(organizationId, left);
    };
  };
}
