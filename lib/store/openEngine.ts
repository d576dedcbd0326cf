/** Whether this process has opened the embedded engine, read when the process ends; loading the engine to find out costs 60 ms. */
export const openEngine: {
  /** Resolves when no statement runs and every connection that was closed is gone. Undefined: there was no engine. */
  drain: (() => Promise<void>) | undefined;
} = { drain: undefined };
