/** Query fields of v1 period records: days, granularity and order. */
import { z } from "zod";
import { ApiError } from "../../lib/errors.ts";
import type { QueryParams } from "../../lib/store/store.ts";
import type { GroupSegment } from "../../schemas/eth/groupRecords.ts";
import { choice, dayRange, flag, granularity, include, limitPaging } from "../../schemas/request.ts";
import { unwrapped } from "../../schemas/unwrapped.ts";
import type { Services } from "../services.ts";
import { calendarOf, executionKnownOf, lastDay } from "./chain.ts";

/** Fields that hold one number a record; `day` sorts by time at every granularity. */
function sortFields(row: z.ZodObject): [string, ...string[]] {
  const names = Object.entries(row.shape).flatMap(([name, field]) =>
    unwrapped(field) instanceof z.ZodNumber ? [name] : [],
  );
  return ["day", ...names.filter((name) => !["day", "hour", "validatorIndex"].includes(name))];
}

/**
 * @param other the record returned instead when the query requests it; `checkFields` then refuses fields of the record
 *   that is not returned
 */
export function periodQuery(row: z.ZodObject, other: z.ZodObject = row) {
  const [first, ...sortable] = sortFields(row);
  const ofEither = [...new Set([...sortable, ...sortFields(other).slice(1)])];
  return z.object({
    limit: limitPaging.limit,
    offset: limitPaging.offset,
    ...dayRange,
    utc: flag
      .default(false)
      .describe("UTC days instead of chain days; an epoch belongs to the day in which it starts"),
    granularity: granularity.default("day"),
    sortBy: choice([first, ...ofEither])
      .default("day")
      .describe("Field to sort by"),
    sortOrder: limitPaging.sortOrder,
    include: include(other === row ? row : z.object({ ...row.shape, ...other.shape })),
  });
}

/** @throws ApiError 400 for fields that the answered record lacks, which another answer of the operation has */
export function checkFields(
  { sortBy, include: included = [] }: { sortBy: string; include?: string[] | undefined },
  row: z.ZodObject,
): void {
  const names = Object.keys(row.shape);
  const msg = `Input should be a field of the record that is answered: ${names.join(", ")}`;
  const wrong = [
    ...(names.includes(sortBy) ? [] : [["query", "sortBy"]]),
    ...included.flatMap((name, place) => (names.includes(name) ? [] : [["query", "include", place]])),
  ];
  if (wrong.length === 0) return;
  throw new ApiError(
    400,
    wrong.map((loc) => ({ loc, msg, type: "value_error" })),
  );
}

/**
 * The SQL's values for such a query, and what times are computed from.
 * @param segment which numbers of the days are returned; execution rewards belong to the rewards
 * @param newestDay the last day with records
 * @throws ApiError 404 when the network has no records
 */
export async function periodValues(
  { network, query }: { network: string; query: z.output<ReturnType<typeof periodQuery>> },
  services: Services,
  { segment, newestDay = lastDay }: { segment: GroupSegment; newestDay?: typeof lastDay },
): Promise<QueryParams> {
  const calendar = await calendarOf(services, network);
  if (calendar === undefined) throw new ApiError(404, `Network ${network} is not served`);
  const dayType = query.utc ? "utc" : "chain";
  return {
    network,
    dayType,
    granularity: query.granularity,
    dayMin: query.fromDay ?? null,
    dayMax: query.toDay ?? null,
    dateMin: query.fromDate ?? null,
    dateMax: query.toDate ?? null,
    lastDay: await newestDay(services, network, dayType),
    genesisTime: calendar.genesisTime,
    slotsPerEpoch: calendar.slotsPerEpoch,
    secondsPerSlot: calendar.secondsPerSlot,
    sortBy: query.sortBy,
    sortOrder: query.sortOrder,
    limit: query.limit,
    offset: query.offset,
    ...(segment === "rewards" ? await executionKnownOf(services, network) : {}),
  };
}
