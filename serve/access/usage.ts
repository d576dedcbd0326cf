/**
 * What keys use, by month (by day and operation: dailyUsage.ts): counted in memory, written to app_usage_month now and then and when closing. Every process has
 * rows of its own there, which it replaces by higher counts, so a sum over processes counts each request once,
 * however many there are, with Redis or without.
 */
import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { msPerDay } from "../../lib/days.ts";
import { errorMessage } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { Store } from "../../lib/store/store.ts";
import type { Caller } from "./auth.ts";
import { type Counted, createDailyUsage, type UsageCounts } from "./dailyUsage.ts";
import type { SharedCounters, UsageCount } from "./redis.ts";

export type Usage = {
  /** The key's lifetime usage, by all servers: theirs as of some seconds ago, this one's as of now. */
  of(caller: Caller): Promise<UsageCount>;
  /** @param operation an endpoint's operation, or another name without blanks, of which there are few */
  add(caller: Counted & Pick<Caller, "used">, operation: string, counts: Partial<UsageCounts>): void;
  flush(): Promise<void>;
  close(): Promise<void>;
};

type Counter = UsageCount & {
  serverId: string;
  month: string;
  keyId: string;
  tier: string;
  organizationId: string;
  isDirty: boolean;
};

const flushEveryMs = 10_000;
/** How long the counts of other servers are believed, which write theirs as seldom as this one. */
const othersTtlMs = 5_000;
const nothing: UsageCount = { requests: 0, computeUnits: 0 };

/** First day of a time's month, UTC. */
export const monthOf = (time: number) => `${new Date(time).toISOString().slice(0, 7)}-01`;
const dayOf = (date: string) => Date.parse(date) / msPerDay;

const sumOf = (...counts: readonly UsageCount[]): UsageCount => ({
  requests: counts.reduce((sum, count) => sum + count.requests, 0),
  computeUnits: counts.reduce((sum, count) => sum + count.computeUnits, 0),
});

/** @param options.shared counters of all servers, which are fresher than the table's; default: the table's are all there are */
export function createUsage(options: {
  store: Store;
  log: Logger;
  flushEveryMs?: number;
  othersTtlMs?: number;
  shared?: SharedCounters | undefined;
  /** How many days of use by operation are kept. Default: all. */
  keepDays?: number | undefined;
  now?: () => number;
}): Usage {
  const { store, log, shared, now = Date.now } = options;
  /** All names that rows of this process have; the last one is that of new rows. */
  const serverIds: string[] = [randomUUID()];
  const counters = new Map<string, Counter>();
  /** Usage of each key in the life of this process; unlike months it has no end. */
  const own = new Map<string, UsageCount>();
  const sharedTotals = new Map<string, UsageCount>();
  const others = new LRUCache<string, UsageCount>({
    max: 10_000,
    ttl: options.othersTtlMs ?? othersTtlMs,
    fetchMethod: async (keyId) => {
      const sql = loadSql("queries/app/usage_of_others.sql").text;
      const [row] = await store.rows<{ requests: string; computeUnits: string }>(sql, {
        keyId,
        serverIds,
      });
      return { requests: Number(row?.requests ?? 0), computeUnits: Number(row?.computeUnits ?? 0) };
    },
  });
  const days = createDailyUsage({ store, log, now, keepDays: options.keepDays ?? 0 });
  let version = 0;

  function counterOf({ keyId, tierName, organizationId }: Counted): Counter {
    const month = monthOf(now());
    const name = `${keyId} ${tierName} ${month}`;
    let counter = counters.get(name);
    if (counter === undefined) {
      const serverId = serverIds.at(-1) ?? "";
      counter = { ...nothing, serverId, month, keyId, tier: tierName, organizationId, isDirty: false };
      counters.set(name, counter);
    }
    return counter;
  }

  /** @param startCounts the usage before, where no server has counted in Redis yet */
  async function share(keyId: string, used: UsageCount, startCounts: UsageCount): Promise<void> {
    if (shared === undefined) return;
    try {
      const total = await shared.add(keyId, used, startCounts);
      sharedTotals.set(keyId, total);
    } catch (error) {
      log.debug({ reason: errorMessage(error) }, "usage is counted here alone");
    }
  }

  async function write(dirty: readonly Counter[]): Promise<void> {
    version += 1;
    const texts = (name: string, of: (counter: Counter) => string) => ({
      name,
      type: "String",
      values: dirty.map(of),
    });
    const counts = (name: string, of: (counter: Counter) => number) => ({
      name,
      type: "UInt64",
      values: BigUint64Array.from(dirty, (counter) => BigInt(of(counter))),
    });
    await store.insert("app_usage_month", [
      { name: "month", type: "Date", values: Uint16Array.from(dirty, ({ month }) => dayOf(month)) },
      texts("key_id", ({ keyId }) => keyId),
      texts("tier", ({ tier }) => tier),
      texts("server_id", (counter) => counter.serverId),
      texts("organization_id", ({ organizationId }) => organizationId),
      counts("request_count", ({ requests }) => requests),
      counts("compute_units", ({ computeUnits }) => computeUnits),
      counts("version", () => version),
    ]);
  }

  /**
   * Forgets earlier months, which are written. If a clock is set back to one of them, its count begins at 0, in rows
   * under another name: the written rows stay as they are.
   */
  function forgetMonths(): void {
    const month = monthOf(now());
    const over = [...counters].filter(([, counter]) => counter.month !== month && !counter.isDirty);
    for (const [name] of over) counters.delete(name);
    if (over.length > 0) serverIds.push(randomUUID());
  }

  async function flushMonths(): Promise<void> {
    const dirty = [...counters.values()].filter(({ isDirty }) => isDirty);
    if (dirty.length === 0) return;
    for (const counter of dirty) counter.isDirty = false;
    try {
      await write(dirty);
    } catch (error) {
      for (const counter of dirty) counter.isDirty = true;
      throw error;
    }
    forgetMonths();
  }

  /** Neither keeps the other back. */
  async function flush(): Promise<void> {
    for (const flushed of await Promise.allSettled([flushMonths(), days.flush()]))
      if (flushed.status === "rejected") throw flushed.reason;
  }

  const timer = setInterval(() => {
    flush().catch((error) => log.warn({ err: error }, "usage counts were not written; retrying later"));
  }, options.flushEveryMs ?? flushEveryMs);
  timer.unref();

  return {
    of: async ({ keyId, used }) => {
      // The usage before months were counted is stored with the key.
      const counted = sumOf(used, (await others.fetch(keyId)) ?? nothing, own.get(keyId) ?? nothing);
      const total = sharedTotals.get(keyId) ?? nothing;
      return {
        requests: Math.max(counted.requests, total.requests),
        computeUnits: Math.max(counted.computeUnits, total.computeUnits),
      };
    },
    add: (caller, operation, counts) => {
      days.add(caller, operation, counts);
      const { requests = 0, computeUnits = 0 } = counts;
      // Months don't count refused requests.
      if (requests === 0 && computeUnits === 0) return;
      const { keyId, used } = caller;
      const counter = counterOf(caller);
      const before = own.get(keyId) ?? nothing;
      counter.requests += requests;
      counter.computeUnits += computeUnits;
      counter.isDirty = true;
      own.set(keyId, sumOf(before, { requests, computeUnits }));
      const startCounts = sumOf(used, others.peek(keyId) ?? nothing, before);
      void share(keyId, { requests, computeUnits }, startCounts);
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
