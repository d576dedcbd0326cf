/** The heart of a listener: units are prefetched in parallel, handed over in order, and behind what is
 * acknowledged the cursor moves. */
import type { Bus } from "../../lib/bus/bus.ts";
import { type AppError, errorMessage, isAppError, isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { isPassing, noteOutage, noteReturn } from "../../lib/outages.ts";
import { backoffMs, sleep } from "../../lib/retry.ts";
import { ofAnswer } from "../node/refusal.ts";
import { type Cursor, type CursorStore, heightAfter } from "./cursor.ts";
import type { Unwritten } from "./gaps.ts";
import { listenerLabel, metrics } from "./metrics.ts";
import { isPruned, prunedAttempts } from "./pruned.ts";
import type { FirstUnwritten, Refill } from "./refill.ts";
import type { PreparedUnit, Publish, Run } from "./session.ts";
import { type Acknowledgement, createWindow } from "./window.ts";

export type LoopDeps = {
  bus: Pick<Bus, "publish" | "acknowledgements">;
  cursors: CursorStore;
  /** Which heights are in the tables; without it, a lost log is published again from the listener's beginning. */
  firstUnwritten?: FirstUnwritten;
  /** As it, in ranges: while following, what later heights have overtaken is published again. */
  unwritten?: Unwritten;
  /** How long that may be on its way. */
  gapPatienceMs?: number;
  log: Logger;
  retryBaseMs?: number;
  /** Tries of one height in a backfill, on top of those of each request; following tries for ever. */
  backfillAttempts?: number;
};

/** "lost": the bus has lost what it had acknowledged; the walk has to be done again from further back. */
export type WalkEnd = "done" | "lost";

type WalkOptions = {
  listener: string;
  refill: Refill;
  /** `cursor`: of the last unit that was published in this walk; undefined at its beginning. */
  openRun: (cursor: Cursor | undefined) => Run;
  from: number;
  /** First height that must be published; the ones before it only support it, and are left out where they are pruned. */
  required: number;
  /** Last height known to be final; may grow. */
  final: () => number;
  /** Waits until `final` may have grown; anything else than "more" ends the walk. */
  more: () => Promise<"more" | WalkEnd>;
  prefetch: number;
  /** Tries of one unit. */
  attempts: number;
  /** Where the walk begins; undefined at the beginning of a range. */
  cursor?: Cursor | undefined;
  /** Called with a unit whose facts no node keeps, when it has been tried enough. Without it, it is waited for. */
  onPruned?: (height: number, error: unknown) => Promise<never>;
  /** Looks at the last cursor again when the node contradicts what was published. @throws FatalError */
  checkCursor: (cursor: Cursor) => Promise<void>;
  onPublished?: (height: number, cursor: Cursor) => void;
  signal: AbortSignal;
};

const isMismatch = (error: unknown): error is AppError =>
  isErrorOfKind(error, "fatal") && error.code === "cursor_mismatch";

function isMissingSupport(error: unknown, height: number, { required }: WalkOptions): boolean {
  return height < required && isPruned(error);
}

/** Units on their way to the bus at once: what a worker computes together is bounded by its own batch. */
const unitsMax = 64;

/** A unit that was handed over: `commit` takes it over once it is acknowledged. */
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
  let failures = 0;
  /** How the walk ended while a unit waited for finality. */
  let ended: WalkEnd | undefined;

  function startUnit(height: number): { unit: Promise<PreparedUnit>; last: number } {
    const last = run.lastOf?.(height, options.final()) ?? height;
    const unit = run.prepare(height, signal, last).catch((error: unknown) => {
      signal.throwIfAborted();
      throw ofAnswer(error);
    });
    // Whoever awaits it sees the error; without this, one that fails early would end the process.
    unit.catch(() => undefined);
    const started = { unit, last };
    ahead.set(height, started);
    return started;
  }

  /** The unit that starts at `height`; those behind it are on their way then. */
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
    // Some chains read what a unit ends with while it is published.
    const commit = await unit.publish(send, signal, isFinal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw ofAnswer(error);
    });
    handed.push({ last, commit, acknowledgement: window.mark() });
    ahead.delete(height);
    return last + 1;
  }

  /**
   * Moves the cursor behind the oldest unit that was handed over, once it is acknowledged, and behind those that are
   * by then: one write for all of them.
   */
  async function takeOver(): Promise<WalkEnd | undefined> {
    const [oldest] = handed;
    if (oldest === undefined) return undefined;
    await oldest.acknowledgement.settled;
    const waiting = handed.findIndex(
      (unit) => unit !== oldest && unit.acknowledgement.state !== "acknowledged",
    );
    const units = handed.splice(0, waiting === -1 ? handed.length : waiting);
    const taken = units.map(({ last, commit }) => ({ last, cursor: commit() }));
    failures = 0;
    // Behind a unit that only supports the first one the cursor does not stand: that one is still the first of a history.
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

  /** Takes over what is acknowledged; waits for units until at most `left` are in flight. */
  async function takeOverUntil(left: number): Promise<WalkEnd | undefined> {
    while (handed.length > left || (handed[0]?.acknowledgement.state ?? "waiting") !== "waiting") {
      const end = await takeOver();
      if (end !== undefined) return end;
    }
    return undefined;
  }

  /** Trouble with the node says nothing about its chain. */
  async function recheck(cursor: Cursor): Promise<void> {
    await options.checkCursor(cursor).catch((error: unknown) => {
      if (!isPassing(error)) throw error;
    });
  }

  /**
   * One answer ends nothing: the node is requested for the cursor's own block, too.
   * @returns what to try again after, when that block is still the one that was published
   * @throws FatalError when it isn't
   */
  async function confirmed(mismatch: AppError): Promise<unknown> {
    const cursor = committed ?? options.cursor;
    if (cursor === undefined) return mismatch;
    await recheck(cursor);
    const { message, meta } = mismatch;
    return new SourceError(`${message} It still has the block of the cursor, and contradicts itself.`, {
      code: "inconsistent",
      meta,
    });
  }

  /** Goes on behind the last unit that the bus has: what was handed over since is read again. */
  async function startOver(): Promise<number> {
    await window.reset();
    handed = [];
    ahead.clear();
    run = options.openRun(committed);
    return committed === undefined ? options.from : heightAfter(committed);
  }

  /** Trouble with a unit at `height`. @returns where to go on @throws what can't be tried again */
  async function recover(error: unknown, height: number): Promise<number> {
    signal.throwIfAborted();
    if (isMissingSupport(error, height, options)) {
      deps.log.warn(
        { listener, height, reason: errorMessage(error) },
        "history begins after this unit; its contribution to the next one is unknown",
      );
      // The next unit is the first one now, and has to be read as such.
      await startOver();
      return height + 1;
    }
    const trouble = isMismatch(error) ? await confirmed(error) : error;
    failures += 1;
    if (isPruned(trouble) && failures >= prunedAttempts) await options.onPruned?.(height, trouble);
    if (!isPassing(trouble) || failures >= options.attempts) throw trouble;
    noteOutage(listener, trouble);
    // What was fetched ahead may share the fault.
    ahead.clear();
    const code = isAppError(trouble) ? trouble.code : "unknown";
    metrics.unitErrors.inc({ listener: label, code });
    // What was read was of a later time than the unit: that is nobody's failure, and is read again as of now.
    const level = code === "too_late" ? "info" : "warn";
    deps.log[level]({ listener, height, err: trouble }, "unit failed; retrying");
    if (code === "inconsistent" && !isMismatch(error) && committed !== undefined) await recheck(committed);
    await sleep(backoffMs(failures - 1, { baseMs: deps.retryBaseMs ?? 1000, maxMs: 30_000 }), signal);
    return height;
  }

  /** Takes over everything that was handed over, then waits until more may be final. */
  async function news(): Promise<WalkEnd | undefined> {
    const end = (await takeOverUntil(0)) ?? (await options.more());
    if (end !== "more") return end;
    noteReturn(listener);
    return undefined;
  }

  async function untilFinal(height: number): Promise<WalkEnd | undefined> {
    let end: WalkEnd | undefined;
    while (end === undefined && height > options.final()) end = await news();
    return end;
  }

  /** Trouble behind which nothing more is taken over. @returns where to go on @throws what can't be tried again */
  async function restart(error: unknown): Promise<number> {
    const height = await startOver();
    return await recover(error, height);
  }

  for (let height = options.from; ; ) {
    try {
      const end = (await untilFinal(height)) ?? (await takeOverUntil(unitsMax - 1));
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
        // The cursor stands behind all that the bus has, however this ends.
        if ((await takeOverUntil(0)) === "lost") return "lost";
        await window.reset();
      } catch (error) {
        height = await restart(error);
        continue;
      }
      height = await recover(trouble, height);
    }
  }
}
