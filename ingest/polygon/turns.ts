/**
 * Turns to propose a checkpoint that Heimdall passed on (MsgCpNoAck). Its state has only the time of the last one, and
 * nodes index no transactions by default. So turns are found by binary search over states, which are the same for every
 * node at any time: those between the acknowledgements of two checkpoints belong to the later one.
 */
import { SourceError } from "../../lib/errors.ts";
import type { CheckpointTurns, PassedTurn } from "../../schemas/polygon/events.ts";
import type { HeimdallStates } from "./api/heimdallStates.ts";

/** Blocks of the first step of a search: some minutes. Steps double. */
const firstStep = 512;
/** Cached heights of acknowledgements. */
const begunMax = 1_000;

type Between = { low: number; high: number };

/** The first height above `low` with a lasting property that `high` has. */
export async function firstHeight(
  { low, high }: Between,
  holds: (height: number) => Promise<boolean>,
): Promise<number> {
  let [before, first] = [low, high];
  while (first - before > 1) {
    const middle = before + Math.floor((first - before) / 2);
    if (await holds(middle)) first = middle;
    else before = middle;
  }
  return first;
}

export type TurnReader = {
  /** @returns undefined if no node keeps the states between both acknowledgements */
  read(
    checkpoint: { checkpoint: number; startBlock: bigint },
    signal?: AbortSignal,
  ): Promise<CheckpointTurns | undefined>;
};

const backwards = (returned: number, height: number, before: number) =>
  new SourceError(`/checkpoints/last-no-ack: ${returned} at height ${height}, but ${before} before`, {
    code: "refused",
    retryable: false,
  });

export function createTurnReader(states: HeimdallStates): TurnReader {
  /** By count of acknowledged checkpoints: the first height with it. */
  const begun = new Map<number, number>();
  /** The highest block whose state is pruned, and the count at the lowest available one. */
  let gone = 0;
  let goneCount = -1;

  async function hasCount(count: number, height: number, signal?: AbortSignal): Promise<boolean> {
    const reportedCount = await states.count(height, signal);
    if (reportedCount === undefined) gone = Math.max(gone, height);
    return reportedCount !== undefined && reportedCount >= count;
  }

  /** The nearest cached heights around a count; the upper one may come from the head. */
  async function boundsOf(count: number, signal?: AbortSignal) {
    let low: number | undefined;
    let high: number | undefined;
    for (const [cachedCount, height] of begun)
      if (cachedCount < count) low = Math.max(low ?? height, height);
      else high = Math.min(high ?? height, height);
    if (high !== undefined) return { low, high };
    return { low, high: await states.head(count, signal) };
  }

  /** Narrows the bounds in doubling steps: most heights are close to a cached one. */
  async function narrowed(count: number, signal?: AbortSignal): Promise<Between> {
    let { low, high } = await boundsOf(count, signal);
    let step = firstStep;
    if (low === undefined) {
      while (high - step > gone && (await hasCount(count, high - step, signal))) {
        high -= step;
        step *= 2;
      }
      return { low: Math.max(gone, high - step), high };
    }
    while (low + step < high && !(await hasCount(count, low + step, signal))) {
      low += step;
      step *= 2;
    }
    return { low, high: Math.min(high, low + step) };
  }

  /** The first height at which so many checkpoints are acknowledged; undefined if the state before it is pruned. */
  async function beginOf(count: number, signal?: AbortSignal): Promise<number | undefined> {
    const cached = begun.get(count);
    if (cached !== undefined || count <= goneCount) return cached;
    const between = await narrowed(count, signal);
    const height = await firstHeight(between, (middle) => hasCount(count, middle, signal));
    if (height - 1 <= gone) {
      goneCount = Math.max(goneCount, (await states.count(height, signal)) ?? count);
      return undefined;
    }
    begun.set(count, height);
    const [oldest] = begun.keys();
    if (begun.size > begunMax && oldest !== undefined) begun.delete(oldest);
    return height;
  }

  /** The turn that the block at a height passed on; undefined if the state before it is pruned. */
  async function passedAt(
    place: { height: number; at: number; startBlock: bigint; isAcknowledging: boolean },
    signal?: AbortSignal,
  ): Promise<PassedTurn | undefined> {
    const { height, at, startBlock, isAcknowledging } = place;
    // An acknowledgement also moves the turn on, before the transactions of its block.
    const owner = await states.proposer(height - 1, isAcknowledging ? 1 : 0, signal);
    const waiting = await states.proposed(height - 1, signal);
    if (owner === undefined || waiting === undefined) return undefined;
    // The proposal that this block acknowledges covers other blocks.
    const isWaiting = waiting.proposer !== "" && waiting.startBlock === String(startBlock);
    return { height, at, validator: owner, waiting: isWaiting ? waiting.proposer : null };
  }

  return {
    read: async ({ checkpoint, startBlock }, signal) => {
      const from = await beginOf(checkpoint - 1, signal);
      const to = from === undefined ? undefined : await beginOf(checkpoint, signal);
      if (from === undefined || to === undefined) return undefined;
      const before = await states.lastNoAck(from - 1, signal);
      let last = await states.lastNoAck(to - 1, signal);
      let high = to - 1;
      const passed: PassedTurn[] = [];
      while (before !== undefined && last !== undefined && last > before) {
        const at = last;
        const height = await firstHeight(
          { low: from - 1, high },
          async (middle) => ((await states.lastNoAck(middle, signal)) ?? 0) >= at,
        );
        const turn = await passedAt({ height, at, startBlock, isAcknowledging: height === from }, signal);
        if (turn === undefined) return undefined;
        passed.unshift(turn);
        high = height - 1;
        last = await states.lastNoAck(high, signal);
        if (last !== undefined && last >= at) throw backwards(at, height, last);
      }
      if (before === undefined || last === undefined) return undefined;
      if (last < before) throw backwards(last, high, before);
      return { checkpoint, from_height: from, to_height: to, passed };
    },
  };
}
