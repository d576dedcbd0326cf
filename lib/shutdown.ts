import type { Logger } from "./logger.ts";

/** What a long-running verb shares: the signal that asks it to stop, and what to close when it does. */
export type Shutdown = {
  readonly signal: AbortSignal;
  /** Registers a closer. Closers run in reverse order of registration, once; `isFirst`: before all others. */
  onClose(name: string, close: () => Promise<void> | void, options?: { isFirst?: boolean }): void;
  /** Aborts the signal and runs the closers; resolves when all have ended. */
  stop(reason: string): Promise<void>;
};

/** The reason of a verb that has done its work. */
export const finished = "finished";

/**
 * All closers together: what isn't closed by then is left behind, so that whoever stops processes (ten seconds is what
 * Docker gives) needn't kill this one. Those behind one that hangs still get a moment each.
 */
const closeTimeoutMs = 9_000;
const momentMs = 100;

export function createShutdown(log: Logger): Shutdown {
  const controller = new AbortController();
  const closers: { name: string; close: () => Promise<void> | void; isFirst: boolean }[] = [];
  let stopping: Promise<void> | undefined;

  async function run(reason: string): Promise<void> {
    log[reason === finished ? "debug" : "info"]({ reason }, "stopping");
    controller.abort(new Error(reason));
    const deadline = performance.now() + closeTimeoutMs;
    const inOrder = closers.reverse();
    for (const closer of [
      ...inOrder.filter((one) => one.isFirst),
      ...inOrder.filter((one) => !one.isFirst),
    ]) {
      const leftMs = Math.max(momentMs, deadline - performance.now());
      const timeout = new Promise<"late">((resolve) => setTimeout(resolve, leftMs, "late").unref());
      try {
        if ((await Promise.race([closer.close(), timeout])) === "late") {
          log.warn({ part: closer.name }, "did not stop in time");
        }
      } catch (error) {
        log.warn({ part: closer.name, err: error }, "failed while stopping");
      }
    }
  }

  return {
    signal: controller.signal,
    onClose: (name, close, { isFirst = false } = {}) => {
      closers.push({ name, close, isFirst });
    },
    stop: (reason) => {
      stopping ??= run(reason);
      return stopping;
    },
  };
}
