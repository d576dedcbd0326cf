/** What keys have used in their lives: counted in memory, written to app_usage now and then and when closing. */

import { errorMessage } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import type { Caller } from "./auth.ts";
import type { SharedCounters } from "./redis.ts";

type Counter = { requests: number; computeUnits: number; isDirty: boolean };

export type Usage = {
  /** What the key has used until now. */
  of(caller: Caller): { requests: number; computeUnits: number };
  add(caller: Caller, requests: number, computeUnits: number): void;
  flush(): Promise<void>;
  close(): Promise<void>;
};

const flushEveryMs = 10_000;

/** @param options.shared counters of all servers; default: those of this process are all there are */
export function createUsage(options: {
  store: Store;
  log: Logger;
  flushEveryMs?: number;
  shared?: SharedCounters | undefined;
}): Usage {
  const counters = new Map<string, Counter>();
  let lastVersion = 0;

  function counterOf(caller: Caller): Counter {
    let counter = counters.get(caller.keyId);
    if (counter === undefined) {
      counter = { ...caller.used, isDirty: false };
      counters.set(caller.keyId, counter);
    }
    return counter;
  }

  async function share(
    caller: Caller,
    counter: Counter,
    requests: number,
    computeUnits: number,
  ): Promise<void> {
    if (options.shared === undefined) return;
    try {
      const total = await options.shared.add(caller.keyId, { requests, computeUnits }, caller.used);
      counter.requests = Math.max(counter.requests, total.requests);
      counter.computeUnits = Math.max(counter.computeUnits, total.computeUnits);
    } catch (error) {
      options.log.debug({ reason: errorMessage(error) }, "usage is counted here alone");
    }
  }

  async function flush(): Promise<void> {
    const dirty = [...counters].filter(([, counter]) => counter.isDirty);
    if (dirty.length === 0) return;
    // Two flushes within a millisecond still need two versions.
    lastVersion = Math.max(lastVersion + 1, Date.now());
    for (const [, counter] of dirty) counter.isDirty = false;
    try {
      await options.store.insert("app_usage", [
        { name: "key_id", type: "String", values: dirty.map(([keyId]) => keyId) },
        {
          name: "request_count",
          type: "UInt64",
          values: BigUint64Array.from(dirty, ([, counter]) => BigInt(counter.requests)),
        },
        {
          name: "compute_units",
          type: "UInt64",
          values: BigUint64Array.from(dirty, ([, counter]) => BigInt(counter.computeUnits)),
        },
        {
          name: "version",
          type: "UInt64",
          values: BigUint64Array.from(dirty, () => BigInt(lastVersion)),
        },
      ]);
    } catch (error) {
      for (const [, counter] of dirty) counter.isDirty = true;
      throw error;
    }
  }

  const timer = setInterval(() => {
    flush().catch((error) => options.log.warn({ err: error }, "usage was not written; it will be later"));
  }, options.flushEveryMs ?? flushEveryMs);
  timer.unref();

  return {
    of: (caller) => counterOf(caller),
    add: (caller, requests, computeUnits) => {
      const counter = counterOf(caller);
      counter.requests += requests;
      counter.computeUnits += computeUnits;
      counter.isDirty = true;
      void share(caller, counter, requests, computeUnits);
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
