/** Runs tasks that must not overlap one at a time, in call order. */

export type InTurn = <Value>(run: () => Promise<Value>) => Promise<Value>;

/** @returns a function that starts each run once those before it have ended, however they did; and their end so far */
export function createTurns(): { inTurn: InTurn; ended: () => Promise<void> } {
  let last: Promise<unknown> = Promise.resolve();
  return {
    inTurn: (run) => {
      const next = last.then(run);
      last = next.catch(() => undefined);
      return next;
    },
    ended: async () => {
      await last;
    },
  };
}
