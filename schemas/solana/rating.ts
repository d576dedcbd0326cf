/**
 * How both parts of a Solana validator's rating make one number: no source tells the original's weights. These are Ethereum's,
 * where a proposer earns 3 of 8 parts less sync committees: blocks are a smaller part of what a validator is for than votes.
 */
export const rating = { version: 1, proposerWeight: 3, votingWeight: 5 } as const;
