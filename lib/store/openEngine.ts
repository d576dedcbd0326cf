/** Whether this process has opened the embedded engine, for who ends the process; loading the engine only to ask costs 60 ms. */
export const openEngine: {
  /** Resolves when no statement runs and every connection that was closed is gone. Undefined: there was no engine. */
  drain: (() => Promise<void>) | undefined;
} = { drain: undefined };
