/** Comparisons of the state at the end of UTC days. A point is a day since 1970. */
import type { CosmosInfo } from "../../ingest/cosmos/session.ts";
import { dateOfDay, dayOfSeconds } from "../../lib/days.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Figure, NodeFigures, ReadContext } from "../figure.ts";
import { orMissing } from "./source.ts";

export const dayUnit = "day";

/** Days that end in a range, as far as the nodes have its blocks: a day has ended if the next block is of a later one. */
export async function daysEndingIn(
  { client }: Pick<CosmosInfo, "client">,
  { from, to }: HeightRange,
  signal: AbortSignal,
): Promise<number[]> {
  const { earliest, head } = await client.status(signal);
  const [first, last] = [Math.max(from, earliest), Math.min(to + 1, head)];
  if (first >= last) return [];
  const dayAt = async (height: number) => {
    const [header] = await client.headers(height, height, signal);
    return dayOfSeconds((header?.time.getTime() ?? 0) / 1000);
  };
  const [start, end] = await Promise.all([dayAt(first), dayAt(last)]);
  return Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i);
}

type DayRow = { state_height: number | null; delegation_height: number | null };

/** Reads figures at the height of a day's state. */
export async function atState(
  name: keyof DayRow,
  day: number,
  { rows }: ReadContext,
  read: (height: number) => Promise<Figure[] | { missing: string }>,
): Promise<NodeFigures> {
  const [row] = await rows<DayRow>("cosmos/verify_day");
  const height = row?.[name] ?? null;
  if (height === null) return { missing: `the warehouse has no state of ${dateOfDay(day)}` };
  return await orMissing(() => read(height));
}

/** The record of a day in a response of the API. */
export function recordOf(
  body: unknown,
  where: Record<string, string> = {},
): Record<string, unknown> | undefined {
  const { results } = body as { results?: Record<string, unknown>[] };
  return results?.find((record) => Object.entries(where).every(([key, value]) => record[key] === value));
}

/** The query of one day in the API. */
export const ofDay = (day: number) => `fromDate=${dateOfDay(day)}&toDate=${dateOfDay(day)}`;

/**
 * A number of the API, which JSON rounds to 64 bits: the figure's own text if it is the same number.
 * @param scale 10 to the power of decimals between both units
 */
export function apiNumber(value: unknown, figure: Figure, scale = 1): string | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  return Number(value) === Number(figure.value) / scale ? figure.value : `${value}`;
}
