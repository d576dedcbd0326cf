/** A range of heights (epochs, blocks, …), and its parameters on the command line. */

import { msPerDay } from "./days.ts";
import { ConfigError } from "./errors.ts";

/** Inclusive. */
export type HeightRange = { from: number; to: number };

/** Ascending heights as ranges without a hole. */
export function consecutiveRanges(heights: readonly number[]): HeightRange[] {
  const ranges: HeightRange[] = [];
  for (const height of heights) {
    const last = ranges.at(-1);
    if (last !== undefined && height <= last.to + 1) last.to = height;
    else ranges.push({ from: height, to: height });
  }
  return ranges;
}

const heightPattern = /^\d{1,9}$/;
const datePattern = /^\d{4}-\d{2}-\d{2}$/;

export function badRange(message: string, meta: Record<string, unknown> = {}): ConfigError {
  return new ConfigError(message, { code: "bad_range", meta });
}

/** @throws ConfigError `bad_range` for a range that ends before it begins */
export function checkOrder({ from, to }: HeightRange): void {
  if (from > to) throw badRange(`--from ${from} is after --to ${to}`);
}

export function isHeight(text: string): boolean {
  return heightPattern.test(text);
}

/** Milliseconds at which a UTC day (YYYY-MM-DD) begins; undefined for dates that don't exist. */
export function dayStartMs(text: string): number | undefined {
  const milliseconds = datePattern.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(milliseconds) || new Date(milliseconds).toISOString().slice(0, 10) !== text)
    return undefined;
  return milliseconds;
}

/** The UTC day after one. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + msPerDay).toISOString().slice(0, 10);
}

const article = (unit: string) => (/^[aeiou]/.test(unit) ? "an" : "a");

/**
 * The heights of `--from` and `--to`: heights, or UTC days, both inclusive.
 * @param unit what heights count, such as "epoch"
 * @param heightsOf the heights of a day
 * @throws ConfigError `bad_range` for anything else, and for a range that ends before it begins
 */
export async function parseHeightRange(
  { from, to }: { from: string; to: string },
  unit: string,
  heightsOf: (day: string) => HeightRange | Promise<HeightRange>,
): Promise<HeightRange> {
  const parse = async (text: string, end: keyof HeightRange) => {
    if (isHeight(text)) return Number(text);
    if (dayStartMs(text) === undefined)
      throw badRange(`"${text}" is neither ${article(unit)} ${unit} nor a date such as 2026-01-31`);
    return (await heightsOf(text))[end];
  };
  const range = { from: await parse(from, "from"), to: await parse(to, "to") };
  checkOrder(range);
  return range;
}
