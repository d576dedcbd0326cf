/** Rules of Solana's rating as data: what changes with an epoch, and what is our own choice. */

/** Slots of an interval, as the API's `3k` has them. */
export const intervalSlots = 3_000;

export { lateSlots, runSlots, timelyEpoch } from "../../schemas/solana/votes.ts";
