import type { Logger } from "./logger.ts";

/** State shared by a long-running verb: the signal that requests a stop, and what to close then. */
export type Shutdown = {
  readonly signal: AbortSignal;
  /** Registers a closer. Closers run in reverse order of registration, once; `isFirst`: before all others. */
  onClose(name: string, close: () => Promise<void> | void, options?: { isFirst?: boolean }): void;
  /** A stop waits this long before anything closes: clients have to notice first that it is not ready. */
  holdFor(ms: number): void;
  /** Resolves when a stop has used all its time; anything still running is abandoned. */
  readonly overdue: Promise<void>;
  /** The time left to a stop that has begun; 0 before it and when its time is over. */
  leftMs(): number;
  /** Aborts the signal and runs the closers; resolves when all have ended. */
  stop(reason: string): Promise<void>;
};

/** The reason of a verb that has done its work. */
export const finished = "finished";

/**
 * Limit for all closers together. Anything still open is abandoned, so that the supervisor (Docker waits ten seconds)
 * needn't kill the process. Closers after one that hangs still get a moment each, and none may use all the time.
 */
const closeTimeoutMs = 8_500;
const closerTimeoutMs = 6_000;
const momentMs = 50;
/** Limit for closers and the verb itself, which may hang in a call that takes no signal. */
const stopTimeoutMs = 9_500;

export function createShutdown(log: Logger): Shutdown {
  const controller = new AbortController();
  const closers: { name: string; close: () => Promise<void> | void; isFirst: boolean }[] = [];
  let stopping: Promise<void> | undefined;
  let holdMs = 0;
  let endsAt = Number.NEGATIVE_INFINITY;
  let giveUp = () => {};
  const overdue = new Promise<void>((resolve) => {
    giveUp = resolve;
  });

  async function run(reason: string): Promise<void> {
    log[reason === finished ? "debug" : "info"]({ reason }, "stopping");
    controller.abort(new Error(reason));
    setTimeout(giveUp, holdMs + stopTimeoutMs).unref();
    endsAt = performance.now() + holdMs + stopTimeoutMs;
    if (holdMs > 0) await new Promise((resolve) => setTimeout(resolve, holdMs));
    const deadline = performance.now() + closeTimeoutMs;
    const inOrder = closers.reverse();
    for (const closer of [
      ...inOrder.filter((one) => one.isFirst),
      ...inOrder.filter((one) => !one.isFirst),
    ]) {
      const leftMs = Math.min(closerTimeoutMs, Math.max(momentMs, deadline - performance.now()));
      const timeout = new Promise<"late">((resolve) => setTimeout(resolve, leftMs, "late").unref());
      try {
        if ((await Promise.race([closer.close(), timeout])) === "late") {
          log.warn({ part: closer.name }, "shutdown timed out");
        }
      } catch (error) {
        log.warn({ part: closer.name, err: error }, "shutdown step failed");
      }
    }
  }

  return {
    signal: controller.signal,
    overdue,
    leftMs: () => Math.max(0, endsAt - performance.now()),
    holdFor: (ms) => {
      holdMs = ms;
    },
    onClose: (name, close, { isFirst = false } = {}) => {
      closers.push({ name, close, isFirst });
    },
    stop: (reason) => {
      stopping ??= run(reason);
      return stopping;
    },
  };
}
