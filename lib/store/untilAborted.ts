import type { Store } from "./store.ts";

/**
 * The same warehouse for statements up to the signal: after it none begins, and each throws the signal's reason. A
 * running one ends as usual.
 */
export function untilAborted(store: Store, signal: AbortSignal): Store {
  const guarded =
    <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      signal.throwIfAborted();
      return await run(...args);
    };
  return {
    ...store,
    text: guarded(store.text),
    page: guarded(store.page),
    bytes: guarded(store.bytes),
    rows: guarded(store.rows) as Store["rows"],
    columns: guarded(store.columns),
    insert: guarded(store.insert),
    command: guarded(store.command),
    describe: guarded(store.describe),
    within: (limits) => untilAborted(store.within(limits), signal),
  };
}
