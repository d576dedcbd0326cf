/** Versions of the effectiveness rating; the last one whose first checkpoint has come counts. */
export const ratings = [
  { version: "polygon-1", fromCheckpoint: 0, signerWeight: 0.9, proposerWeight: 0.1 },
] as const;
