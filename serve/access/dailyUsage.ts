/**
 * Usage of keys, by UTC day and operation: counted in memory, written to app_usage_daily. As with months (usage.ts) every process
 * has rows of its own, which it replaces by higher counts.
 */
import { randomUUID } from "node:crypto";
import { dateOfDay, msPerDay } from "../../lib/days.ts";
import type { Logger } from "../../lib/logger.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { Store } from "../../lib/store/store.ts";
import type { Caller } from "./auth.ts";

/** Counters of requests. */
export type UsageCounts = {
  /** Requests within the limits of the key, with any status. */
  requests: number;
  /** Requests answered with a status from 400 to 499. */
  clientErrors: number;
  /** Requests answered with a status from 500 on. */
  serverErrors: number;
  /** Requests beyond the limits of the key; not part of `requests`. */
  refused: number;
  computeUnits: number;
};

/** The caller that requests are counted for. */
export type Counted = Pick<Caller, "keyId" | "tierName" | "organizationId">;

type Counter = Counted & {
  day: number;
  operation: string;
  serverId: string;
  counts: UsageCounts;
  isDirty: boolean;
};

export type DailyUsage = {
  add(caller: Counted, operation: string, counts: Partial<UsageCounts>): void;
  flush(): Promise<void>;
};

/** Limit of a process's counters: further operations count as `other`. */
const countersMax = 50_000;
export const otherOperation = "other";

const columnOf = {
  requests: "request_count",
  clientErrors: "client_error_count",
  serverErrors: "server_error_count",
  refused: "refused_count",
  computeUnits: "compute_units",
} as const satisfies Record<keyof UsageCounts, string>;
const countNames = Object.keys(columnOf) as (keyof UsageCounts)[];

export const dayNumberOf = (time: number) => Math.floor(time / msPerDay);

/** @param options.keepDays older days are dropped, once a day; 0: none */
export function createDailyUsage(options: {
  store: Pick<Store, "insert" | "rows" | "command">;
  log: Pick<Logger, "info" | "warn">;
  now: () => number;
  keepDays: number;
  countersMax?: number;
}): DailyUsage {
  const { store, log, now, keepDays } = options;
  const most = options.countersMax ?? countersMax;
  const counters = new Map<string, Counter>();
  let serverId: string = randomUUID();
  let version = 0;
  let droppedOn = -1;

  function counterOf(caller: Counted, operation: string): Counter {
    const day = dayNumberOf(now());
    const { keyId, tierName, organizationId } = caller;
    const nameOf = (operationName: string) => `${keyId} ${tierName} ${day} ${operationName}`;
    const existing = counters.get(nameOf(operation));
    if (existing !== undefined) return existing;
    if (counters.size >= most && operation !== otherOperation) return counterOf(caller, otherOperation);
    const counts = { requests: 0, clientErrors: 0, serverErrors: 0, refused: 0, computeUnits: 0 };
    const counter = { keyId, tierName, organizationId, day, operation, serverId, counts, isDirty: false };
    counters.set(nameOf(operation), counter);
    return counter;
  }

  async function write(dirty: readonly Counter[]): Promise<void> {
    version += 1;
    const texts = (name: string, of: (counter: Counter) => string) => ({
      name,
      type: "String",
      values: dirty.map(of),
    });
    const numbers = (name: string, of: (counter: Counter) => number) => ({
      name,
      type: "UInt64",
      values: BigUint64Array.from(dirty, (counter) => BigInt(of(counter))),
    });
    await store.insert("app_usage_daily", [
      texts("organization_id", ({ organizationId }) => organizationId),
      { name: "day", type: "Date", values: Uint16Array.from(dirty, ({ day }) => day) },
      texts("key_id", ({ keyId }) => keyId),
      texts("operation", ({ operation }) => operation),
      texts("tier", ({ tierName }) => tierName),
      texts("server_id", (counter) => counter.serverId),
      ...countNames.map((name) => numbers(columnOf[name], ({ counts }) => counts[name])),
      numbers("version", () => version),
    ]);
  }

  /**
   * Drops days that are over, and when there are too many counters, all written ones. Later counts of such a day, also
   * after a clock was set back, get rows of their own, under another identifier.
   */
  function forget(): void {
    const today = dayNumberOf(now());
    const isFull = counters.size >= most;
    const over = [...counters].filter(([, { isDirty, day }]) => !isDirty && (isFull || day < today));
    for (const [name] of over) counters.delete(name);
    if (over.length > 0) serverId = randomUUID();
  }

  /** Every server does so: what one has dropped is gone for the others. */
  async function dropOld(): Promise<void> {
    const today = dayNumberOf(now());
    if (keepDays === 0 || droppedOn === today) return;
    droppedOn = today;
    const values = { before: dateOfDay(today - keepDays) };
    try {
      const old = await store.rows(loadSql("queries/app/old_usage_days.sql").text, values);
      if (old.length === 0) return;
      await store.command(loadSql("queries/app/drop_usage_days.sql").text, values);
      log.info(values, "old days of usage were dropped");
    } catch (error) {
      log.warn({ err: error }, "old days of usage were not dropped; retrying tomorrow");
    }
  }

  return {
    add: (caller, operation, counts) => {
      const counter = counterOf(caller, operation);
      for (const name of countNames) counter.counts[name] += counts[name] ?? 0;
      counter.isDirty = true;
    },
    flush: async () => {
      const dirty = [...counters.values()].filter(({ isDirty }) => isDirty);
      if (dirty.length > 0) {
        for (const counter of dirty) counter.isDirty = false;
        try {
          await write(dirty);
        } catch (error) {
          for (const counter of dirty) counter.isDirty = true;
          throw error;
        }
      }
      forget();
      await dropOld();
    },
  };
}
