/** Spans and ends of time as the command line takes them. */
import { InvalidArgumentError } from "@commander-js/extra-typings";
import { msPerDay } from "../lib/days.ts";

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: msPerDay };
const daysMax = 3_660;

/** Milliseconds of `30m`, `24h`, `90d`, or 0. @throws InvalidArgumentError */
export function parseSpan(text: string): number {
  const [, count, unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = text === "0" ? 0 : Number(count) * (unitMs[unit] ?? Number.NaN);
  if (ms >= 0 && ms <= daysMax * msPerDay) return ms;
  throw new InvalidArgumentError("It has to be a span such as 30m, 24h or 90d, of ten years at most.");
}

/** The time (Unix, milliseconds) that a span ends, or of a date: `90d`, `2027-01-31` (its beginning, UTC), `2027-01-31T12:00:00Z`. */
export function parseEnd(text: string): number {
  const isDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?$/.test(text);
  const ms = isDate ? Date.parse(text) : Date.now() + parseSpan(text);
  if (!Number.isNaN(ms)) return ms;
  throw new InvalidArgumentError("There is no such date.");
}
