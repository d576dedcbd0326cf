import type { RatingVersion } from "../ratings.ts";

/**
 * Versions of the effectiveness rating, oldest first; `from` is a slot. No source names the original's weights. These are
 * Ethereum's, where a proposer earns 3 of 8 parts without sync committees: blocks are a smaller part of a validator's
 * duties than votes.
 */
export const ratings: readonly RatingVersion<{ proposerWeight: number; votingWeight: number }>[] = [
  { version: 1, from: 0, proposerWeight: 3, votingWeight: 5 },
];
