/** Compares a share of the heights of a network as they become readable. */
import { LRUCache } from "lru-cache";
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
    /** How often a period is compared again that nodes or warehouse have not completed; once in `retryMs`. */
    retries: number;
    retryMs: number;
    /** The newest height of the warehouse; undefined: it has none. */
    newest(): Promise<number | undefined>;
    isReadable(height: number): Promise<boolean>;
  };

/** Points that are not compared again. */
const remembered = 10_000;

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

/** A point with the attempts that are left for it, and when the next one is due (milliseconds of performance.now). */
type Task = Step & { retries: number; dueAt: number };

/** Compares points, and those again that are periods without figures so far. */
function createQueue(verification: Verification, options: ContinuousOptions) {
  const { store, signal, log, retries, retryMs } = options;
  const done = new LRUCache<string, true>({ max: remembered });
  let tasks: Task[] = [];

  async function run(task: Task, software: readonly string[]): Promise<void> {
    const { kind, point } = task;
    const context = { ...options, software };
    const result = await verifyPoint(kind, point, context);
    await writeResult(store, context, kind, result);
    tasks = tasks.filter((one) => one !== task);
    if (result.missing !== null && kind.pointsOf !== undefined && task.retries > 0) {
      tasks.push({ ...task, retries: task.retries - 1, dueAt: performance.now() + retryMs });
      return;
    }
    countResult(context, result);
    const { differing } = countDifferences(result);
    if (differing === 0) return;
    const first = result.differences[0];
    log.error(
      { kind: kind.name, point, compared: result.compared, differing, first },
      "figures differ from the node's",
    );
  }

  return {
    /** Adds the chosen heights, and the periods of other kinds that a range completes; each once. */
    add: async (range: HeightRange, heights: readonly number[]) => {
      for (const kind of verification.kinds)
        for (const point of (await kind.pointsOf?.(range, signal)) ?? heights) {
          // Kinds of the newest state name the same period again and again.
          const name = `${kind.name} ${point}`;
          if (!done.has(name)) tasks.push({ kind, point, retries, dueAt: 0 });
          done.set(name, true);
        }
    },
    runDue: async () => {
      const due = tasks.filter(({ dueAt }) => dueAt <= performance.now());
      if (due.length === 0) return;
      const software = await verification.software(signal);
      for (const task of due) await run(task, software);
    },
  };
}

/** Runs until the signal. What fails is tried again at the next look; nothing else waits for it. */
export async function verifyContinuously(
  verification: Verification,
  options: ContinuousOptions,
): Promise<void> {
  const { share, signal, log, pollMs, newest } = options;
  if (share === 0) return;
  const queue = createQueue(verification, options);
  let next: number | undefined;
  while (!signal.aborted) {
    try {
      const head = await newest();
      // Heights before the start belong to `verify`.
      next ??= head;
      if (next !== undefined && head !== undefined && head >= next) {
        const settled = await settledTo({ from: next, to: head }, options);
        if (settled.to >= next) await queue.add({ from: next, to: settled.to }, settled.heights);
        next = settled.to + 1;
      }
      await queue.runDue();
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ reason: errorMessage(error) }, "comparison with the nodes waits");
    }
    await sleep(pollMs, signal).catch(() => undefined);
  }
}
