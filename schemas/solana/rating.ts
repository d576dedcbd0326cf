/**
 * Weights of the two parts of a Solana validator's rating. No source publishes the original's weights. These are Ethereum's,
 * where a proposer earns 3 of 8 parts without sync committees: blocks are a smaller part of a validator's work than votes.
 */
export const rating = { version: 1, proposerWeight: 3, votingWeight: 5 } as const;
