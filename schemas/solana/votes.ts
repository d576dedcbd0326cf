/** How votes of Solana are looked for, and what they earn. */

/** Slots of a run whose votes one row of raw_solana_vote holds, at most. */
export const runSlots = 50;

/**
 * How much later than its block a vote is still looked for. Nobody accepts votes for blocks older than 512; so an interval is
 * complete when so many slots behind it are known.
 */
export const lateSlots = 1_024;

/** First epoch with timely vote credits (SIMD-0033), on mainnet: 26 November 2024. Before, each vote earned one credit. */
export const timelyEpoch = 703;
