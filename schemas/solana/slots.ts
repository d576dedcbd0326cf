/** Counts of Solana's slots that listener, tables and API share. */

/** Slots of a listener's unit, and of a run whose votes one row of raw_solana_vote holds, at most. */
export const runSlots = 50;

/** Slots of an interval, as the API's `3k` has them: there are records of intervals, and a bus partition keeps one together. */
export const intervalSlots = 3_000;

/**
 * How many slots after its block a vote may still land. Validators reject votes for blocks older than 512 slots; so an
 * interval is complete when so many slots after it are known.
 */
export const lateSlots = 1_024;
