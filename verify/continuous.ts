/** Compares a share of the heights of a network as they become readable. */
import { errorMessage } from "../lib/errors.ts";
import type { HeightRange } from "../lib/heightRange.ts";
import { sleep } from "../lib/retry.ts";
import type { Verification } from "./figure.ts";
import { countResult } from "./metrics.ts";
import { countDifferences, type ResultContext, writeResult } from "./results.ts";
import { type RunOptions, type Step, verifyPoint } from "./run.ts";

export type ContinuousOptions = Omit<RunOptions, "software"> &
  Omit<ResultContext, "software"> & {
    /** Share of heights, 0 to 1. Points of kinds that have their own (days, eras) are all compared. */
    share: number;
    pollMs: number;
    /** Heights that stay unreadable are left out once the newest is this far ahead. */
    patienceHeights: number;
    /** The newest height of the warehouse; undefined: it has none. */
    newest(): Promise<number | undefined>;
    isReadable(height: number): Promise<boolean>;
  };

/** Whether a height belongs to the share: the same heights in every process, spread evenly. */
export function isChosen(height: number, share: number): boolean {
  // Fibonacci hashing: consecutive heights are spread over the whole range.
  return Math.imul(height, 0x9e3779b1) >>> 0 < share * 2 ** 32;
}

/** The last height up to which every chosen one is readable, or has been waited for long enough. */
async function settledTo(
  { from, to }: HeightRange,
  { share, isReadable, patienceHeights }: ContinuousOptions,
): Promise<{ to: number; heights: number[] }> {
  const heights: number[] = [];
  for (let height = from; height <= to; height += 1) {
    if (!isChosen(height, share)) continue;
    if (await isReadable(height)) heights.push(height);
    else if (height > to - patienceHeights) return { to: height - 1, heights };
  }
  return { to, heights };
}

async function verifyAll(
  verification: Verification,
  range: HeightRange,
  heights: readonly number[],
  options: ContinuousOptions,
): Promise<void> {
  const { store, signal, log } = options;
  const steps: Step[] = [];
  for (const kind of verification.kinds) {
    const points = kind.pointsOf === undefined ? heights : await kind.pointsOf(range, signal);
    steps.push(...points.map((point) => ({ kind, point })));
  }
  if (steps.length === 0) return;
  const software = await verification.software(signal);
  const context = { ...options, software };
  for (const { kind, point } of steps) {
    const result = await verifyPoint(kind, point, context);
    await writeResult(store, context, kind, result);
    countResult(context, result);
    const { differing } = countDifferences(result);
    if (differing > 0)
      log.error(
        { kind: kind.name, point, compared: result.compared, differing, first: result.differences[0] },
        "figures differ from the node's",
      );
  }
}

/** Runs until the signal. What fails is tried again at the next look; nothing else waits for it. */
export async function verifyContinuously(
  verification: Verification,
  options: ContinuousOptions,
): Promise<void> {
  const { share, signal, log, pollMs, newest } = options;
  if (share === 0) return;
  let next: number | undefined;
  while (!signal.aborted) {
    try {
      const head = await newest();
      // Heights before the start belong to `verify`.
      next ??= head;
      if (next !== undefined && head !== undefined && head >= next) {
        const settled = await settledTo({ from: next, to: head }, options);
        if (settled.to >= next) {
          await verifyAll(verification, { from: next, to: settled.to }, settled.heights, options);
          next = settled.to + 1;
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ reason: errorMessage(error) }, "comparison with the nodes waits");
    }
    await sleep(pollMs, signal).catch(() => undefined);
  }
}
