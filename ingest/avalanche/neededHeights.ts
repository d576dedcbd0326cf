/** Which blocks around a range are read, too, for the stakes that last into it and for a known supply. Pure. */
import type { HeightRange } from "../../lib/heightRange.ts";
import type { State } from "./state.ts";

/** A run of blocks in the tables, and whether it holds a state. */
export type ReadRun = HeightRange & { isAnchored: boolean };

/** The first block whose stakes may last into a range, so far as that is wanted and not there. */
export function firstNeeded(
  { from }: HeightRange,
  runs: readonly ReadRun[],
  { lowest, supportBlocks }: { lowest: number; supportBlocks: number },
): number {
  const wanted = Math.max(lowest, from - supportBlocks);
  const before = runs.filter((run) => run.from < from && run.to >= wanted).map(({ to }) => to + 1);
  return Math.min(from, Math.max(wanted, ...before));
}

/** The last block that connects a range to a supply that is known. */
export function lastNeeded(
  { to }: HeightRange,
  runs: readonly ReadRun[],
  { state, final }: { state: State | undefined; final: number },
): number {
  const anchored = runs.filter(({ isAnchored }) => isAnchored);
  if (anchored.some((run) => run.from <= to + 1 && to < run.to)) return to;
  const nearest = Math.min(...anchored.filter(({ from }) => from > to).map(({ from }) => from - 1));
  const stateHeight = state === undefined || state.supply === null ? to : state.height;
  return Math.max(to, Math.min(nearest, stateHeight, final));
}
