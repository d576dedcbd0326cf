/** Effects of retention: the heights that a replay can rebuild, and the records that it must not touch. */
import type { Chain } from "../../chains/chain.ts";
import { AppError } from "../../lib/errors.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Store } from "../../lib/store/store.ts";

type ReplayedRange = { chain: Chain; network: string; range: HeightRange };

const runsNamedMax = 5;

function incomplete(message: string, meta: Record<string, unknown>): AppError {
  return new AppError("fatal", `${message}. Nothing was swapped.`, { code: "replay_incomplete", meta });
}

function nameRuns(runs: readonly HeightRange[], unit: string): string {
  if (runs.length === 0) return `no ${unit}`;
  const named = runs
    .slice(-runsNamedMax)
    .map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
  const more = runs.length > runsNamedMax ? ` (and ${runs.length - runsNamedMax} older runs)` : "";
  return `${unit}s ${named.join(", ")}${more}`;
}

/** @returns in words, how much of a range has all its facts in the warehouse; undefined when all of it has */
export async function missingFacts(
  store: Store,
  { chain, network, range }: ReplayedRange,
): Promise<{ done: string; held: string } | undefined> {
  const runs = await chain.records.rebuildable(store, network, range);
  if (runs.some(({ from, to }) => from <= range.from && to >= range.to)) return undefined;
  const done = runs.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, range.to) - Math.max(from, range.from) + 1),
    0,
  );
  return {
    done: `${done} of ${range.to - range.from + 1} ${chain.unit}s from ${range.from} to ${range.to}`,
    held: `the warehouse still holds all facts of ${nameRuns(runs, chain.unit)}`,
  };
}

/**
 * Checks, before any copy, that the warehouse itself has the facts.
 * @throws AppError `replay_incomplete`, which names the ranges that it can still rebuild
 */
export async function checkFacts(store: Store, replayed: ReplayedRange): Promise<void> {
  const missing = await missingFacts(store, replayed);
  if (missing === undefined) return;
  const { done, held } = missing;
  throw incomplete(
    `${done} could be rebuilt: ${held}; --source topic or --source files may have others`,
    missing,
  );
}

/** The number of heights that a day's records are computed from, by day. */
export type RecordedDays = ReadonlyMap<string, number>;

/**
 * Checks, before any swap, that each day's records are computed from as many facts as the records that were live when
 * the facts were copied. A live consumer repeats what it adds in the meantime.
 * @throws AppError `replay_incomplete`, which names a day that would lose facts
 */
export async function checkDays(
  before: RecordedDays,
  shadow: Store,
  { chain, network, range }: ReplayedRange,
): Promise<void> {
  const now = await chain.records.recordedDays(shadow, network, range, false);
  for (const [day, heights] of before) {
    const left = now.get(day) ?? 0;
    if (left < heights)
      throw incomplete(
        `${day} is computed from ${heights} ${chain.unit}s, of which only ${left} are left: retention dropped the others. Replay whole days from --source topic or --source files`,
        { day, heights, left },
      );
  }
}
