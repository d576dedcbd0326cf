/**
 * What a chain is to the listener, and the one loop that all chains share: units are fetched ahead in parallel,
 * published strictly in order, and the cursor follows once the bus has acknowledged them.
 */

import { setMaxListeners } from "node:events";
import type { BusMessage } from "../../lib/bus/bus.ts";
import { deferred } from "../../lib/deferred.ts";
import { FatalError } from "../../lib/errors.ts";
import { retry } from "../../lib/retry.ts";
import type { Cursor } from "./cursor.ts";
import { metrics } from "./metrics.ts";
import { createRefill, heightAfter, isLogLost, type Refill } from "./refill.ts";
import { isRetryable, type LoopDeps, publish, walk } from "./walk.ts";

/** One unit (an epoch, a block, …), fetched and ready to be published. */
export type PreparedUnit = {
  /**
   * Its messages, in batches; called once its predecessor is published, and again from the start if publishing
   * failed halfway. May still ask the node.
   */
  messages(signal: AbortSignal): AsyncIterable<readonly BusMessage[]>;
  /** Called when all messages are acknowledged. */
  commit(): Cursor;
};

type RunKind = "follow" | "backfill";

/** A walk over consecutive heights. */
export type Run = {
  /** Last height of the unit that starts at `height`, at most `final`; without it each height is a unit. */
  lastOf?(height: number, final: number): number;
  prepare(height: number, signal: AbortSignal, last?: number): Promise<PreparedUnit>;
};

/** An open connection to one network of a chain. `Info` is what the chain's callers want to know of it. */
export type ChainSession<Info = unknown> = {
  network: string;
  info: Info;
  /** Head and last publishable height of the node, now. */
  status(signal: AbortSignal, kind: RunKind): Promise<{ head: number; final: number }>;
  /**
   * Without a cursor: the first height to follow (`start` where it is decided already), and the first to publish,
   * which may serve it as a neighbour.
   */
  followHeights(final: number, start?: number): { from: number; first: number };
  /** Canonical root at a final slot; undefined when there is no block. */
  rootAt(slot: number, signal: AbortSignal): Promise<string | undefined>;
  /** `cursor`: the unit before the first one, when it is known. */
  openRun(range: { from: number; to?: number; kind: RunKind }, cursor: Cursor | undefined): Run;
  /** Heights that a backfill of a range has to publish. @throws ConfigError when it isn't final yet. */
  backfillHeights(range: { from: number; to: number }, final: number): { first: number; last: number };
  /** Follows the head: publishes provisional facts, calls `onFinal` when finality moves. Ends with the signal. */
  watch?(options: {
    publish: (messages: readonly BusMessage[]) => Promise<void>;
    onFinal: () => void;
    signal: AbortSignal;
  }): Promise<void>;
  /** Longest time between two looks at finality. */
  pollMs: number;
  /** Units fetched ahead. */
  prefetch: number;
};

/** The cursor's name of a network that is followed. */
export function listenerName(chain: { id: string }, session: { network: string }): string {
  return `${chain.id}/${session.network}`;
}

/** @throws FatalError when the node's chain isn't the one that was followed before. */
async function checkCursor(
  session: ChainSession,
  listener: string,
  cursor: Cursor,
  signal: AbortSignal,
): Promise<void> {
  if (cursor.root === "") return;
  const root = await session.rootAt(cursor.slot, signal);
  if (root === cursor.root) return;
  throw new FatalError(
    `${listener}: the cursor is at slot ${cursor.slot}, root ${cursor.root}, but the node has ${root ?? "no block"} there. ` +
      "The node follows another chain, or what was final has changed. Check the node; to start anew, use an empty DATA_DIR or another network name.",
    { code: "cursor_mismatch", meta: { listener, cursor, root } },
  );
}

/** Resolves at the next call of `ring`, after `ms`, or with the signal. */
function createBell(): { ring: () => void; wait: (ms: number, signal: AbortSignal) => Promise<void> } {
  let wake: (() => void) | undefined;
  let isRung = false;
  return {
    ring: () => {
      isRung = true;
      wake?.();
    },
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          wake = undefined;
          isRung = false;
          resolve();
        };
        const timer = setTimeout(done, ms);
        wake = done;
        signal.addEventListener("abort", done, { once: true });
        if (isRung || signal.aborted) done();
      }),
  };
}

export type FollowOptions = {
  signal: AbortSignal;
  /** Called after each published unit, for readiness and tests. */
  onPublished?: (height: number) => void;
};

/**
 * Follows finality from the cursor (or the chain's first height) until the signal is aborted; then resolves.
 * Trouble with the node is retried for ever.
 * @throws FatalError on a mismatch at the cursor; errors of bus and store that can't be retried.
 */
export async function followChain(
  chain: { id: string },
  session: ChainSession,
  deps: LoopDeps,
  options: FollowOptions,
): Promise<void> {
  const listener = listenerName(chain, session);
  const stopper = new AbortController();
  const signal = AbortSignal.any([options.signal, stopper.signal]);
  // Every request in flight listens to it.
  setMaxListeners(0, signal);
  const bell = createBell();

  function patiently<Value>(what: string, run: () => Promise<Value>): Promise<Value> {
    return retry(run, {
      attempts: Number.POSITIVE_INFINITY,
      baseMs: deps.retryBaseMs ?? 1000,
      maxMs: 30_000,
      isRetryable,
      signal,
      onRetry: (error) => deps.log.warn({ listener, err: error }, `${what} failed, will be tried again`),
    });
  }

  let final = -1;
  async function refresh(): Promise<void> {
    const status = await patiently("reading the node's status", () => session.status(signal, "follow"));
    final = Math.max(final, status.final);
    metrics.headHeight.set({ listener }, status.head);
    metrics.finalHeight.set({ listener }, status.final);
  }

  const refill = refillOf(session, listener, deps);

  async function followFrom(cursor: Cursor | undefined): Promise<void> {
    if (cursor !== undefined) {
      await patiently("checking the cursor", () => checkCursor(session, listener, cursor, signal));
    }
    isChecked.resolve();
    await refresh();
    const isBegun = cursor !== undefined && cursor.root !== "";
    const next = cursor === undefined ? undefined : heightAfter(cursor);
    const { from, first } =
      isBegun && next !== undefined ? { from: next, first: next } : session.followHeights(final, next);
    if (cursor === undefined) await refill.begin(from);
    metrics.cursorHeight.set({ listener }, first - 1);
    deps.log.info({ listener, from, final }, "following");
    await walk(deps, {
      listener,
      refill,
      openRun: () => session.openRun({ from, kind: "follow" }, isBegun ? cursor : undefined),
      from: first,
      required: from,
      final: () => final,
      more: async () => {
        await bell.wait(session.pollMs, signal);
        signal.throwIfAborted();
        await refill.look();
        await refresh();
        return true;
      },
      prefetch: session.prefetch,
      attempts: Number.POSITIVE_INFINITY,
      checkCursor: (last) => checkCursor(session, listener, last, signal),
      onPublished: (height) => options.onPublished?.(height),
      signal,
    });
  }

  /** Of a node that follows another chain nothing may be published, not even heads. */
  const isChecked = deferred();
  const watching = isChecked.promise.then(() =>
    session.watch?.({
      publish: (messages) => publish(deps, listener, messages),
      onFinal: bell.ring,
      signal,
    }),
  );
  try {
    await Promise.all([refilling(refill, followFrom), watching]);
  } catch (error) {
    if (!options.signal.aborted) throw error;
  } finally {
    stopper.abort(new Error("the listener ended"));
    isChecked.resolve();
    await watching.catch(() => undefined);
  }
}

export type BackfillOptions = {
  /** Inclusive. */
  from: number;
  to: number;
  signal: AbortSignal;
  onProgress?: (progress: { done: number; total: number; height: number }) => void;
  /** Waits for the workers; calls `look` meanwhile, and lets its error through: what is lost is published again. */
  untilWritten?: (look: () => Promise<void>) => Promise<void>;
};

/**
 * Publishes a range of heights, whatever its neighbours need included. Resumes after an interruption from a cursor
 * of its own; resolves when everything is acknowledged by the bus.
 * @throws ConfigError `bad_range` when the end isn't final yet, naming the last possible height.
 */
export async function backfillChain(
  chain: { id: string },
  session: ChainSession,
  deps: LoopDeps,
  options: BackfillOptions,
): Promise<{ first: number; last: number }> {
  const { onProgress } = options;
  const signal = AbortSignal.any([options.signal]);
  setMaxListeners(0, signal);
  const listener = `${listenerName(chain, session)}/backfill/${options.from}-${options.to}`;
  const { final } = await session.status(signal, "backfill");
  const { first, last } = session.backfillHeights(options, final);
  const refill = refillOf(session, listener, deps);
  const total = last - first + 1;

  async function walkFrom(cursor: Cursor | undefined): Promise<void> {
    const isBegun = cursor !== undefined && cursor.root !== "";
    if (isBegun) await checkCursor(session, listener, cursor, signal);
    const from = isBegun ? heightAfter(cursor) : first;
    deps.log.info({ listener, from, to: last }, "backfilling");
    onProgress?.({ done: from - first, total, height: from - 1 });
    await walk(deps, {
      listener,
      refill,
      openRun: () =>
        session.openRun(
          { from: options.from, to: options.to, kind: "backfill" },
          isBegun ? cursor : undefined,
        ),
      from,
      required: options.from,
      final: () => last,
      more: async () => false,
      prefetch: session.prefetch,
      attempts: deps.backfillAttempts ?? 10,
      checkCursor: (published) => checkCursor(session, listener, published, signal),
      onPublished: (height) => onProgress?.({ done: height - first + 1, total, height }),
      signal,
    });
  }

  let isAgain = false;
  await refilling(refill, async (cursor) => {
    // A finished backfill that is asked for again is done again: it replaces rows by the same rows.
    const isNew = cursor === undefined || (heightAfter(cursor) > last && !isAgain);
    isAgain = true;
    if (isNew) await refill.begin(first);
    await walkFrom(isNew ? undefined : cursor);
    await options.untilWritten?.(refill.look);
  });
  return { first, last };
}

function refillOf(session: ChainSession, listener: string, deps: LoopDeps): Refill {
  const { bus, cursors, firstUnwritten, log } = deps;
  return createRefill({ listener, network: session.network, bus, cursors, firstUnwritten, log });
}

/** Walks, and walks again from further back as often as the bus loses what it had acknowledged. */
async function refilling(
  refill: Refill,
  walkFrom: (cursor: Cursor | undefined) => Promise<void>,
): Promise<void> {
  for (let cursor = await refill.open(); ; ) {
    try {
      return await walkFrom(cursor);
    } catch (error) {
      if (!isLogLost(error)) throw error;
      cursor = await refill.goBack();
    }
  }
}
