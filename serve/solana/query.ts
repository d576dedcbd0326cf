/** Query fields of Solana: windows, days, intervals of slots; and how v0 pages go back in time. */
import { dayOrSlot, pageSize, solanaGranularity, timeWindow, wholeNumber } from "../../schemas/request.ts";
import { intervalSlots } from "../../schemas/solana/slots.ts";
import type { Cursor } from "../endpoint.ts";

/** `window` of summaries and lists; it is required, so it has an example. */
export const windowField = timeWindow
  .describe("Days up to the newest complete one (or, without any, up to the newest)")
  .meta({ example: "7d" });

/** `granularity`, by default `day`. */
export const granularityField = solanaGranularity.default("day");

/** `from` of v0 pages that go back in time. */
export const newestPeriod = dayOrSlot
  .optional()
  .describe(
    `Newest record: a UTC day, or the first slot of an interval of ${intervalSlots} slots. Pages go back in time from here`,
  );

/** Pages of records of days go on with the day before the last one. */
export const byDay: Cursor = { field: "from", after: { columns: ["day"], step: -1 } };
/** Pages of records of intervals go on with the interval before the last one, whose first slot is `fromSlot`. */
export const byInterval: Cursor = { field: "from", after: { columns: ["fromSlot"], step: -intervalSlots } };

/** `from` as values of the SQL: `dayMax`, or `slotMax`, the last slot of the interval; the other, or both, null. */
export function newestOf(from: string | number | undefined) {
  return {
    dayMax: typeof from === "string" ? from : null,
    slotMax: typeof from === "number" ? from + intervalSlots - 1 : null,
  };
}

/** What opens `from` again for the total. */
export const fromOpened = newestOf(undefined);

/** Order of a v0 page: from `from` on, so nothing is skipped. */
export const newestFirst = { sortOrder: "desc", offset: 0 };

/** A v0 page of records of days, as values of the SQL. */
export function dayPageOf({ from, size }: { from?: string | number | undefined; size: number }) {
  return { dayMin: null, ...newestOf(from), ...newestFirst, size };
}

/** The query of v0 pages of summaries over a window. */
export const rankedQuery = {
  window: windowField,
  from: wholeNumber().default(0).describe("Rank of the first record, from 0 on"),
  size: pageSize(15),
};

/** Oldest of a v0 page: none. */
export const oldestOpen = { dayMin: null, slotMin: null };

const daysOfWindow = { "1d": 1, "7d": 7, "30d": 30, all: null } as const;
type TimeWindow = keyof typeof daysOfWindow;

/** A window as values of the SQL. */
export function windowOf(window: TimeWindow) {
  return { timeWindow: window, windowDays: daysOfWindow[window] };
}
