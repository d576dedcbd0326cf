/** Ranges that others do not cover. Pure. */
import type { HeightRange } from "../../lib/heightRange.ts";

/** What of a range is in none of some others. */
export function gapsIn({ from, to }: HeightRange, covered: readonly HeightRange[]): HeightRange[] {
  const gaps: HeightRange[] = [];
  let next = from;
  for (const range of covered.toSorted((a, b) => a.from - b.from)) {
    if (range.from > next) gaps.push({ from: next, to: Math.min(to, range.from - 1) });
    next = Math.max(next, range.to + 1);
  }
  if (next <= to) gaps.push({ from: next, to });
  return gaps.filter((gap) => gap.from <= gap.to);
}
