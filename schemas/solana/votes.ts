/** First epoch with timely vote credits (SIMD-0033), on mainnet: 26 November 2024. Before, each vote earned one credit. */
export const timelyEpoch = 703;
