/** How votes of Solana are looked for, and what they earn. */

/** Slots of a run whose votes one row of raw_solana_vote holds, at most. */
export const runSlots = 50;

/**
 * Number of slots after a block in which a vote for it may land. Nodes do not accept votes for blocks older than 512 slots, so
 * an interval is complete once this many slots after it are known.
 */
export const lateSlots = 1_024;

/** First epoch with timely vote credits (SIMD-0033), on mainnet: 26 November 2024. Before, each vote earned one credit. */
export const timelyEpoch = 703;
