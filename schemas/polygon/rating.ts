import type { RatingVersion } from "../ratings.ts";

/** Versions of the effectiveness rating, oldest first; `from` is a checkpoint. The weights add up to 1. */
export const ratings: readonly RatingVersion<{ signerWeight: number; proposerWeight: number }>[] = [
  { version: "polygon-1", from: 0, signerWeight: 0.9, proposerWeight: 0.1 },
];
