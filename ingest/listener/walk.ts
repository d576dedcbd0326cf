/** The heart of a listener: units are prefetched in parallel, published in order, then the cursor moves. */
import type { Bus, BusMessage } from "../../lib/bus/bus.ts";
import { errorMessage, isAppError, isErrorOfKind } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { backoffMs, sleep } from "../../lib/retry.ts";
import type { Cursor, CursorStore } from "./cursor.ts";
import { listenerLabel, metrics } from "./metrics.ts";
import type { FirstUnwritten, Refill } from "./refill.ts";
import type { PreparedUnit, Run } from "./session.ts";

export type LoopDeps = {
  bus: Pick<Bus, "publish" | "acknowledgements">;
  cursors: CursorStore;
  /** Which heights are in the tables; without it, a lost log is published again from the listener's beginning. */
  firstUnwritten?: FirstUnwritten;
  log: Logger;
  retryBaseMs?: number;
  /** Tries of one height in a backfill, on top of those of each request; following tries for ever. */
  backfillAttempts?: number;
};

export function isRetryable(error: unknown): boolean {
  if (isErrorOfKind(error, "source")) return error.code !== "other_chain";
  return isAppError(error) && error.retryable;
}

/** "lost": the bus has lost what it had acknowledged; the walk has to be done again from further back. */
export type WalkEnd = "done" | "lost";

type WalkOptions = {
  listener: string;
  refill: Refill;
  openRun: () => Run;
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
  /** Looks at the last cursor again when the node contradicts what was published. @throws FatalError */
  checkCursor: (cursor: Cursor) => Promise<void>;
  onPublished?: (height: number, cursor: Cursor) => void;
  signal: AbortSignal;
};

export async function publish(
  deps: LoopDeps,
  listener: string,
  messages: readonly BusMessage[],
): Promise<void> {
  await deps.bus.publish(messages);
  const label = listenerLabel(listener);
  for (const message of messages) {
    metrics.messages.inc({ listener: label, topic: message.topic });
    metrics.bytes.inc({ listener: label, topic: message.topic }, message.value.length);
  }
}

function isMissingSupport(error: unknown, height: number, { required }: WalkOptions): boolean {
  return height < required && isErrorOfKind(error, "source") && error.code === "pruned";
}

/** Publishes unit by unit until there is nothing more. */
export async function walk(deps: LoopDeps, options: WalkOptions): Promise<WalkEnd> {
  const { listener, signal } = options;
  const label = listenerLabel(listener);
  let run = options.openRun();
  let committed: Cursor | undefined;
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
    const commit = await unit.publish(async (batch) => {
      signal.throwIfAborted();
      await publish(deps, listener, batch);
    }, signal);
    return { cursor: commit(), last };
  }

  /** Trouble with the node says nothing about its chain. */
  async function recheck(cursor: Cursor): Promise<void> {
    await options.checkCursor(cursor).catch((error: unknown) => {
      if (!isRetryable(error)) throw error;
    });
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
        metrics.unitErrors.inc({ listener: label, code });
        deps.log.warn({ listener, height, err: error }, "unit failed, will be tried again");
        if (code === "inconsistent" && committed !== undefined) await recheck(committed);
        await sleep(backoffMs(failures, { baseMs: deps.retryBaseMs ?? 1000, maxMs: 30_000 }), signal);
      }
    }
  }

  for (let height = options.from; ; ) {
    while (height > options.final()) {
      const next = await options.more();
      if (next !== "more") return next;
    }
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
    committed = cursor;
    if ((await options.refill.published(cursor)) === "lost") return "lost";
    metrics.cursorHeight.set({ listener: label }, last);
    metrics.lag.set({ listener: label }, Math.max(0, options.final() - last));
    deps.log.debug({ listener, height: last, position: cursor.position }, "unit published");
    options.onPublished?.(last, cursor);
    height = last + 1;
  }
}
