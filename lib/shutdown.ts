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

/** A closer that hangs is left behind after this time, so that Ctrl-C always ends the process. */
const closeTimeoutMs = 20_000;

export function createShutdown(log: Logger): Shutdown {
  const controller = new AbortController();
  const closers: { name: string; close: () => Promise<void> | void; isFirst: boolean }[] = [];
  let stopping: Promise<void> | undefined;

  async function run(reason: string): Promise<void> {
    log[reason === finished ? "debug" : "info"]({ reason }, "stopping");
    controller.abort(new Error(reason));
    const inOrder = closers.reverse();
    for (const closer of [
      ...inOrder.filter((one) => one.isFirst),
      ...inOrder.filter((one) => !one.isFirst),
    ]) {
      const timeout = new Promise<"late">((resolve) => setTimeout(resolve, closeTimeoutMs, "late").unref());
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
