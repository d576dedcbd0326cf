/** The loop of a listener: units are fetched ahead in parallel and published in order; the cursor follows what is acknowledged. */
import type { Bus } from "../../lib/bus/bus.ts";
import { type AppError, errorMessage, isAppError, isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { isPassing, noteOutage, noteReturn } from "../../lib/outages.ts";
import { backoffMs, sleep } from "../../lib/retry.ts";
import { ofAnswer } from "../node/refusal.ts";
import { blockOf, checkContinuity, publishUnit } from "./continuity.ts";
import { type Cursor, type CursorStore, heightAfter } from "./cursor.ts";
import type { Unwritten } from "./gaps.ts";
import { listenerLabel, metrics } from "./metrics.ts";
import { isPruned, prunedAttempts } from "./pruned.ts";
import type { FirstUnwritten, Refill } from "./refill.ts";
import type { BlockAt, PreparedUnit, Publish, Run } from "./session.ts";
import { type Acknowledgement, createWindow } from "./window.ts";

export type LoopDeps = {
  bus: Pick<Bus, "publish" | "acknowledgements">;
  cursors: CursorStore;
  /** Which heights are in the tables; without it, a lost log is published again from the listener's beginning. */
  firstUnwritten?: FirstUnwritten;
  /** The same in ranges: while following, heights that later ones have overtaken are published again. */
  unwritten?: Unwritten;
  /** How long a height may take to the tables. */
  gapPatienceMs?: number;
  log: Logger;
  retryBaseMs?: number;
  /** Tries of one height in a backfill, on top of those of each request; following never gives up. */
  backfillAttempts?: number;
};

/** "lost": the bus has lost acknowledged messages, so the walk starts again from an earlier height. */
export type WalkEnd = "done" | "lost";

type WalkOptions = {
  listener: string;
  refill: Refill;
  /** `cursor`: of the last unit published in this walk; undefined at its start. */
  openRun: (cursor: Cursor | undefined) => Run;
  from: number;
  /** First height that must be published; those before it only support it, and are left out where they are pruned. */
  required: number;
  /** Last height known to be final; may grow. */
  final: () => number;
  /** Waits until `final` may have grown; any result but "more" ends the walk. */
  more: () => Promise<"more" | WalkEnd>;
  prefetch: number;
  /** Tries of one unit. */
  attempts: number;
  /** Where the walk begins; undefined at the beginning of a range. */
  cursor?: Cursor | undefined;
  /** Called with a unit whose facts no node keeps, when it has been tried enough. Without it, the walk waits. */
  onPruned?: (height: number, error: unknown) => Promise<never>;
  /** Looks at the last cursor again when the node contradicts what was published. @throws FatalError */
  checkCursor: (cursor: Cursor) => Promise<void>;
  /** Reads a unit's last block again before the unit is complete. @throws SourceError `inconsistent` */
  confirm?: (block: BlockAt) => Promise<void>;
  onPublished?: (height: number, cursor: Cursor) => void;
  signal: AbortSignal;
};

const isMismatch = (error: unknown): error is AppError =>
  isErrorOfKind(error, "fatal") && error.code === "cursor_mismatch";

function isMissingSupport(error: unknown, height: number, { required }: WalkOptions): boolean {
  return height < required && isPruned(error);
}

/** Units in flight: what a worker computes together is bounded by its own batch. */
const unitsMax = 64;

/** A unit that was handed over: `commit` returns its cursor, once it is acknowledged. */
type HandedUnit = { last: number; commit: () => Cursor; acknowledgement: Acknowledgement };

/** Publishes unit by unit until there is nothing more. */
export async function walk(deps: LoopDeps, options: WalkOptions): Promise<WalkEnd> {
  try {
    return await walkUnits(deps, options);
  } finally {
    noteReturn(options.listener);
  }
}

async function walkUnits(deps: LoopDeps, options: WalkOptions): Promise<WalkEnd> {
  const { listener, signal } = options;
  const label = listenerLabel(listener);
  const window = createWindow(deps, listener);
  let committed: Cursor | undefined;
  let run = options.openRun(undefined);
  const ahead = new Map<number, { unit: Promise<PreparedUnit>; last: number }>();
  let handed: HandedUnit[] = [];
  /** The last block handed over, on which the next unit must build. */
  let previous = blockOf(options.cursor);
  /** Whether the run has moved past a unit that is not handed over. */
  let isRunAhead = false;
  let failures = 0;
  /** Set when the walk ends while a unit waits for finality. */
  let ended: WalkEnd | undefined;

  function startUnit(height: number): { unit: Promise<PreparedUnit>; last: number } {
    const last = run.lastOf?.(height, options.final()) ?? height;
    const unit = run.prepare(height, signal, last).catch((error: unknown) => {
      signal.throwIfAborted();
      throw ofAnswer(error);
    });
    // Its consumer sees the error; without this, an early failure would end the process.
    unit.catch(() => undefined);
    const started = { unit, last };
    ahead.set(height, started);
    return started;
  }

  /** The unit that starts at `height`; the next ones are being fetched, too. */
  function prepared(height: number): { unit: Promise<PreparedUnit>; last: number } {
    const wanted = ahead.get(height) ?? startUnit(height);
    let next = wanted.last + 1;
    for (let count = 1; count < options.prefetch && next <= options.final(); count += 1) {
      next = (ahead.get(next) ?? startUnit(next)).last + 1;
    }
    return wanted;
  }

  /** Hands the unit at `height` to the bus. @returns the next height */
  async function handOver(height: number): Promise<number> {
    const { unit: preparing, last } = prepared(height);
    const unit = await preparing;
    const send: Publish = async (batch) => {
      signal.throwIfAborted();
      await window.send(batch);
    };
    const isFinal = async () => {
      ended = await news();
      if (ended !== undefined) throw new Error(`the walk ends before height ${height} is final: ${ended}`);
    };
    checkContinuity(listener, height, unit, previous);
    const end = unit.last ?? previous;
    if (end === undefined) throw new RangeError(`no block is known up to height ${last}`);
    const publishing = publishUnit(unit, {
      ...{ send, signal, news: isFinal },
      confirm: async () => await options.confirm?.(end),
      onRead: () => {
        isRunAhead = true;
      },
    });
    // Some chains still read the node while a unit is published.
    const onCommit = await publishing.catch((error: unknown) => {
      signal.throwIfAborted();
      throw ofAnswer(error);
    });
    const commit = () => {
      onCommit?.();
      return unit.cursor?.() ?? { height: last, ...end };
    };
    handed.push({ last, commit, acknowledgement: window.mark() });
    ahead.delete(height);
    previous = end;
    isRunAhead = false;
    return last + 1;
  }

  /** Moves the cursor, in one write, to the last of the units that are acknowledged when the oldest one is. */
  async function commitOldest(): Promise<WalkEnd | undefined> {
    const [oldest] = handed;
    if (oldest === undefined) return undefined;
    await oldest.acknowledgement.settled;
    const waiting = handed.findIndex(
      (unit) => unit !== oldest && unit.acknowledgement.state !== "acknowledged",
    );
    const units = handed.splice(0, waiting === -1 ? handed.length : waiting);
    const taken = units.map(({ last, commit }) => ({ last, cursor: commit() }));
    failures = 0;
    // The cursor never points to a unit that only supports the first one: that one still starts a history.
    const cursors = taken.filter((unit) => unit.last >= options.required).map(({ cursor }) => cursor);
    committed = cursors.at(-1) ?? committed;
    if (cursors.length > 0 && (await options.refill.published(cursors)) === "lost") return "lost";
    noteReturn(listener);
    for (const { last, cursor } of taken) {
      metrics.cursorHeight.set({ listener: label }, last);
      metrics.lag.set({ listener: label }, Math.max(0, options.final() - last));
      deps.log.debug({ listener, height: last, position: cursor.position }, "unit published");
      options.onPublished?.(last, cursor);
    }
    return undefined;
  }

  /** Commits what is acknowledged; waits for units until at most `left` are in flight. */
  async function commitUntil(left: number): Promise<WalkEnd | undefined> {
    while (handed.length > left || (handed[0]?.acknowledgement.state ?? "waiting") !== "waiting") {
      const end = await commitOldest();
      if (end !== undefined) return end;
    }
    return undefined;
  }

  /** A node that fails proves nothing about its chain. */
  async function recheck(cursor: Cursor): Promise<void> {
    await options.checkCursor(cursor).catch((error: unknown) => {
      if (!isPassing(error)) throw error;
    });
  }

  /**
   * One answer ends nothing: the cursor's own block is read again, too.
   * @returns the error to retry after, when that block is still the one that was published
   * @throws FatalError when it isn't
   */
  async function confirmed({ message, meta }: AppError): Promise<SourceError> {
    const cursor = committed ?? options.cursor;
    if (cursor !== undefined) await recheck(cursor);
    return new SourceError(`${message} It contradicts its earlier answers.`, { code: "inconsistent", meta });
  }

  /** Resumes after the last committed unit: those handed over since are read again. */
  async function startOver(): Promise<number> {
    await window.reset();
    handed = [];
    ahead.clear();
    run = options.openRun(committed);
    previous = blockOf(committed ?? options.cursor);
    isRunAhead = false;
    return committed === undefined ? options.from : heightAfter(committed);
  }

  /** Handles the error of a unit. @returns where to resume @throws what can't be retried */
  async function recover(error: unknown, height: number): Promise<number> {
    signal.throwIfAborted();
    if (isMissingSupport(error, height, options)) {
      deps.log.warn(
        { listener, height, reason: errorMessage(error) },
        "history begins after this unit; its contribution to the next one is unknown",
      );
      // The next unit is now the first one, and is read as such.
      await startOver();
      return height + 1;
    }
    const trouble = isMismatch(error) ? await confirmed(error) : error;
    failures += 1;
    if (isPruned(trouble) && failures >= prunedAttempts) await options.onPruned?.(height, trouble);
    if (!isPassing(trouble) || failures >= options.attempts) throw trouble;
    noteOutage(listener, trouble);
    // The units fetched ahead may have the same fault.
    ahead.clear();
    const code = isAppError(trouble) ? trouble.code : "unknown";
    metrics.unitErrors.inc({ listener: label, code });
    // The node already reports a later state than the unit's, which is no failure: the state is read again.
    const level = code === "too_late" ? "info" : "warn";
    deps.log[level]({ listener, height, err: trouble }, "unit failed; retrying");
    const cursor = committed ?? options.cursor;
    if (code === "inconsistent" && !isMismatch(error) && cursor !== undefined) await recheck(cursor);
    await sleep(backoffMs(failures - 1, { baseMs: deps.retryBaseMs ?? 1000, maxMs: 30_000 }), signal);
    return height;
  }

  /** Commits everything that was handed over, then waits until more may be final. */
  async function news(): Promise<WalkEnd | undefined> {
    const end = (await commitUntil(0)) ?? (await options.more());
    if (end !== "more") return end;
    noteReturn(listener);
    return undefined;
  }

  async function untilFinal(height: number): Promise<WalkEnd | undefined> {
    let end: WalkEnd | undefined;
    while (end === undefined && height > options.final()) end = await news();
    return end;
  }

  /** Handles an error that invalidates the run. @returns where to resume @throws what can't be retried */
  async function restart(error: unknown): Promise<number> {
    const height = await startOver();
    return await recover(error, height);
  }

  for (let height = options.from; ; ) {
    try {
      const end = (await untilFinal(height)) ?? (await commitUntil(unitsMax - 1));
      if (end !== undefined) return end;
    } catch (error) {
      height = await restart(error);
      continue;
    }
    try {
      signal.throwIfAborted();
      height = await handOver(height);
    } catch (trouble) {
      if (ended !== undefined) return ended;
      try {
        // The cursor is first moved to everything that the bus has.
        if ((await commitUntil(0)) === "lost") return "lost";
        await window.reset();
      } catch (error) {
        height = await restart(error);
        continue;
      }
      // Without a cursor, the unit before may be the wrong one.
      const isDropped = isRunAhead || (isMismatch(trouble) && committed === undefined);
      height = isDropped ? await restart(trouble) : await recover(trouble, height);
    }
  }
}
