/** Rules of Solana's rating as data: those that change with an epoch, and those that are our own choice. */

/** Slots of an interval, `3k` in the API. */
export const intervalSlots = 3_000;

export { lateSlots, runSlots, timelyEpoch } from "../../schemas/solana/votes.ts";
