export type Bell = {
  ring(): void;
  /** Resolves at the next ring (at once when it rang since the last wait), after `ms`, or with the signal. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
};

/** Wakes a loop that waits for news. */
export function createBell(): Bell {
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
