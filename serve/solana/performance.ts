/** Which statements answer records of days and of intervals, and which values they take. */
import { z } from "zod";
import { dayOrSlot, dayRange, intervalSlot, limitPaging } from "../../schemas/request.ts";
import { intervalSlots } from "../../schemas/solana/slots.ts";
import type { Answer, Statements } from "../endpoint.ts";
import { byDay, byInterval, fromOpened, granularityField, newestOf } from "./query.ts";

/** An answer in days, and the one in intervals as its variant. */
function byGranularity(day: Answer, interval: Answer) {
  return { answer: day, variants: { field: "granularity", answers: { "3k": interval } } };
}

/** The statements of both grains. */
type ByGrain = { day: Statements; interval: Statements };

/** Pages of v0, newest first. */
export function pagesBack(row: z.ZodObject, { day, interval }: ByGrain) {
  return byGranularity(
    { row, ...day, cursor: byDay, total: fromOpened },
    { row, ...interval, cursor: byInterval, total: fromOpened },
  );
}

/** Lists of v1. */
export function listed(row: z.ZodObject, { day, interval }: ByGrain) {
  return byGranularity({ row, ...day }, { row, ...interval });
}

const slotNote = `multiple of ${intervalSlots}`;

/** The query of v1 lists of records, oldest first by default. */
export const listQuery = z.object({
  ...limitPaging,
  limit: limitPaging.limit.unwrap().default(15),
  fromDate: dayRange.fromDate,
  toDate: dayRange.toDate,
  fromSlot: intervalSlot.optional().describe(`First slot of the first interval, ${slotNote}`),
  toSlot: intervalSlot
    .optional()
    .describe(`First slot of the last interval, ${slotNote}; the interval is included`),
  from: dayOrSlot
    .optional()
    .describe("Deprecated: the same as toDate or toSlot, where neither is given")
    .meta({ deprecated: true }),
  granularity: granularityField,
});

/** Fields that bound such a list from above. */
export const listSettles = { boundedBy: ["toDate", "toSlot", "from"] };

/** The query of a list as values of the SQL. Slots name intervals; days are those that share a slot with them. */
export function listValues(query: z.output<typeof listQuery>) {
  const isBounded = query.toDate !== undefined || query.toSlot !== undefined;
  const older = newestOf(isBounded ? undefined : query.from);
  return {
    dayMin: query.fromDate ?? null,
    dayMax: query.toDate ?? older.dayMax,
    slotMin: query.fromSlot ?? null,
    slotMax: newestOf(query.toSlot).slotMax ?? older.slotMax,
    sortOrder: query.sortOrder,
    limit: query.limit,
    offset: query.offset,
  };
}
