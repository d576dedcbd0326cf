/** Rules of Solana's rating as data: what changes with an epoch, and what is our own choice. */

/** Slots of an interval, as the API's `3k` has them. */
export const intervalSlots = 3_000;

/** Slots of a run whose votes one row of raw_solana_vote holds, at most. */
export const runSlots = 50;

/**
 * How much later than its block a vote is still looked for. Nobody accepts votes for blocks older than 512; so an interval is
 * complete when so many slots behind it are known.
 */
export const lateSlots = 1_024;

/** First epoch with timely vote credits (SIMD-0033), on mainnet: 26 November 2024. Before, each vote earned one credit. */
export const timelyEpoch = 703;

export { rating } from "../../schemas/solana/rating.ts";
