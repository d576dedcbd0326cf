/**
 * What a chain is to the listener, and the one loop that all chains share: units are fetched ahead in parallel,
 * published strictly in order, and the cursor follows once the bus has acknowledged them.
 */

import { setMaxListeners } from "node:events";
import type { Bus, BusMessage, TopicDeclaration } from "../lib/bus.ts";
import { errorMessage, FatalError, isAppError, isErrorOfKind } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import { backoffMs, retry, sleep } from "../lib/retry.ts";
import type { Cursor, CursorStore } from "./cursor.ts";
import { metrics } from "./metrics.ts";

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
  /** Without a cursor: the first height to follow, and the first to publish, which may serve it as a neighbour. */
  followHeights(final: number): { from: number; first: number };
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

export type ChainDefinition<Options = unknown, Info = unknown> = {
  id: string;
  token: { symbol: string; decimals: number };
  unit: "block" | "slot" | "epoch" | "checkpoint";
  finality: string;
  topics: Record<string, TopicDeclaration>;
  open(options: Options, deps: { log: Logger; signal?: AbortSignal }): Promise<ChainSession<Info>>;
};

/** Declares a chain; exists so that a definition is checked where it is written. */
export function defineChain<Options, Info>(
  definition: ChainDefinition<Options, Info>,
): ChainDefinition<Options, Info> {
  return definition;
}

export type LoopDeps = {
  bus: Pick<Bus, "publish">;
  cursors: CursorStore;
  log: Logger;
  retryBaseMs?: number;
  /** Tries of one height in a backfill, on top of those of each request; following tries for ever. */
  backfillAttempts?: number;
};

/** The cursor's name of a network that is followed. */
export function listenerName(chain: { id: string }, session: { network: string }): string {
  return `${chain.id}/${session.network}`;
}

function isRetryable(error: unknown): boolean {
  if (isErrorOfKind(error, "source")) return error.code !== "other_chain";
  return isAppError(error) && error.retryable;
}

type WalkOptions = {
  listener: string;
  openRun: () => Run;
  from: number;
  /** First height that must be published; the ones before it only support it, and are left out where they are pruned. */
  required: number;
  /** Last height known to be final; may grow. */
  final: () => number;
  /** Waits until `final` may have grown; false ends the walk. */
  more: () => Promise<boolean>;
  prefetch: number;
  /** Tries of one unit. */
  attempts: number;
  onPublished?: (height: number, cursor: Cursor) => void;
  signal: AbortSignal;
};

async function publish(deps: LoopDeps, listener: string, messages: readonly BusMessage[]): Promise<void> {
  await deps.bus.publish(messages);
  for (const message of messages) {
    metrics.messages.inc({ listener, topic: message.topic });
    metrics.bytes.inc({ listener, topic: message.topic }, message.value.length);
  }
}

function isMissingSupport(error: unknown, height: number, { required }: WalkOptions): boolean {
  return height < required && isErrorOfKind(error, "source") && error.code === "pruned";
}

/** The heart: prefetch in parallel, publish in order, then move the cursor. */
async function walk(deps: LoopDeps, options: WalkOptions): Promise<void> {
  const { listener, signal } = options;
  let run = options.openRun();
  const ahead = new Map<number, { unit: Promise<PreparedUnit>; last: number }>();

  function startUnit(height: number): { unit: Promise<PreparedUnit>; last: number } {
    const last = run.lastOf?.(height, options.final()) ?? height;
    const unit = run.prepare(height, signal, last);
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

  async function publishUnit(height: number): Promise<{ cursor: Cursor; last: number }> {
    const { unit: preparing, last } = prepared(height);
    const unit = await preparing;
    for await (const batch of unit.messages(signal)) {
      signal.throwIfAborted();
      await publish(deps, listener, batch);
    }
    return { cursor: unit.commit(), last };
  }

  async function publishWithRetries(height: number): Promise<{ cursor: Cursor; last: number }> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await publishUnit(height);
      } catch (error) {
        signal.throwIfAborted();
        if (isMissingSupport(error, height, options)) throw error;
        if (!isRetryable(error) || failures + 1 >= options.attempts) throw error;
        // What was fetched ahead may share the fault.
        ahead.clear();
        const code = isAppError(error) ? error.code : "unknown";
        metrics.unitErrors.inc({ listener, code });
        deps.log.warn({ listener, height, err: error }, "unit failed, will be tried again");
        await sleep(backoffMs(failures, { baseMs: deps.retryBaseMs ?? 1000, maxMs: 30_000 }), signal);
      }
    }
  }

  for (let height = options.from; ; ) {
    while (height > options.final()) if (!(await options.more())) return;
    signal.throwIfAborted();
    const published = await publishWithRetries(height).catch((error: unknown) => {
      if (!isMissingSupport(error, height, options)) throw error;
      deps.log.warn(
        { listener, height, reason: errorMessage(error) },
        "history begins behind this unit: what it adds to the next one stays unknown",
      );
      return undefined;
    });
    ahead.delete(height);
    if (published === undefined) {
      // The next unit is the first one now, and has to be read as such.
      ahead.clear();
      run = options.openRun();
      height += 1;
      continue;
    }
    const { cursor, last } = published;
    await deps.cursors.write(listener, cursor);
    metrics.cursorHeight.set({ listener }, last);
    metrics.lag.set({ listener }, Math.max(0, options.final() - last));
    deps.log.debug({ listener, height: last, slot: cursor.slot }, "unit published");
    options.onPublished?.(last, cursor);
    height = last + 1;
  }
}

/** @throws FatalError when the node's chain isn't the one that was followed before. */
async function checkCursor(
  session: ChainSession,
  listener: string,
  cursor: Cursor,
  signal: AbortSignal,
): Promise<void> {
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

  async function followFinality(): Promise<void> {
    const cursor = await deps.cursors.read(listener);
    if (cursor !== undefined) {
      await patiently("checking the cursor", () => checkCursor(session, listener, cursor, signal));
    }
    await refresh();
    const { from, first } =
      cursor === undefined
        ? session.followHeights(final)
        : { from: cursor.height + 1, first: cursor.height + 1 };
    deps.log.info({ listener, from, final }, "following");
    await walk(deps, {
      listener,
      openRun: () => session.openRun({ from, kind: "follow" }, cursor),
      from: first,
      required: from,
      final: () => final,
      more: async () => {
        await bell.wait(session.pollMs, signal);
        signal.throwIfAborted();
        await refresh();
        return true;
      },
      prefetch: session.prefetch,
      attempts: Number.POSITIVE_INFINITY,
      onPublished: (height) => options.onPublished?.(height),
      signal,
    });
  }

  const watching = session.watch?.({
    publish: (messages) => publish(deps, listener, messages),
    onFinal: bell.ring,
    signal,
  });
  try {
    await Promise.all([followFinality(), watching]);
  } catch (error) {
    if (!options.signal.aborted) throw error;
  } finally {
    stopper.abort(new Error("the listener ended"));
    await Promise.resolve(watching).catch(() => undefined);
  }
}

export type BackfillOptions = {
  /** Inclusive. */
  from: number;
  to: number;
  signal: AbortSignal;
  onProgress?: (progress: { done: number; total: number; height: number }) => void;
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
  const stored = await deps.cursors.read(listener);
  // A finished backfill that is asked for again is done again: it replaces rows by the same rows.
  const cursor = stored !== undefined && stored.height < last ? stored : undefined;
  if (cursor !== undefined) await checkCursor(session, listener, cursor, signal);
  const from = cursor === undefined ? first : cursor.height + 1;
  const total = last - first + 1;
  deps.log.info({ listener, from, to: last }, "backfilling");
  onProgress?.({ done: from - first, total, height: from - 1 });
  await walk(deps, {
    listener,
    openRun: () => session.openRun({ from: options.from, to: options.to, kind: "backfill" }, cursor),
    from,
    required: options.from,
    final: () => last,
    more: async () => false,
    prefetch: session.prefetch,
    attempts: deps.backfillAttempts ?? 10,
    onPublished: (height) => onProgress?.({ done: height - first + 1, total, height }),
    signal,
  });
  return { first, last };
}
