/**
 * Runs statements of analysts: checked, within the tier's limits, on connections of their own, a few at once, and only
 * while the client waits.
 */
import PQueue from "p-queue";
import { ApiError } from "../../lib/errors.ts";
import { cancelled } from "../../lib/store/limits.ts";
import type { Answered, QueryParams, StatementBudget, Store } from "../../lib/store/store.ts";
import type { SqlTier } from "../access/tiers.ts";
import { largestStatement } from "./check/canonical.ts";
import { type Checker, createChecker } from "./check/checker.ts";
import { refusal } from "./check/errors.ts";
import { contentTypeOf, defaultFormat, formatNames } from "./port/formats.ts";

export type RunnerOptions = {
  /** For statements that wait only for their own places. */
  store: Store;
  /** Limits for every tier. */
  most: { seconds: number; memoryMib: number; rows: number; resultMib: number; threads: number };
  /** Statements at work at once. */
  atOnce: number;
  /** Tables that may be read. Default: all that are public. */
  tables?: readonly string[];
};

export type StatementRequest = {
  sql: string;
  params: QueryParams;
  format: string | undefined;
  tier: SqlTier;
  signal: AbortSignal;
};

export type Runner = {
  run(request: StatementRequest): Promise<Answered & { format: string }>;
  waiting(): number;
};

/** Statements that wait for a place; those beyond are refused. */
const waitingMost = 64;

const least = (limit: number | null, most: number) =>
  limit === null || limit === 0 ? most : most === 0 ? limit : Math.min(limit, most);

export function createRunner({ store, most, atOnce, tables }: RunnerOptions): Runner {
  const queue = new PQueue({ concurrency: atOnce });
  /** By budget: a verdict is the same for all, but computing it may evaluate parts of a statement. */
  const checkers = new Map<string, Checker>();

  function budgetOf(tier: SqlTier): StatementBudget {
    return {
      seconds: least(tier.seconds, most.seconds),
      memoryMib: least(tier.memoryMib, most.memoryMib),
      rows: least(tier.rows, most.rows),
      foreign: {
        resultRows: tier.resultRows ?? 0,
        resultMib: least(tier.resultMib, most.resultMib),
        threads: most.threads,
      },
    };
  }

  function checkerOf(budget: StatementBudget, tier: SqlTier): Checker {
    const size = {
      bytes: Math.min(largestStatement.bytes, (tier.statementKib ?? Number.POSITIVE_INFINITY) * 1_024),
      tokens: Math.min(largestStatement.tokens, tier.statementTokens ?? Number.POSITIVE_INFINITY),
    };
    const name = JSON.stringify([budget, size]);
    let checker = checkers.get(name);
    if (checker === undefined) {
      const options = { size, ...(tables === undefined ? {} : { tables }) };
      checker = createChecker(store.within({ budget }), options);
      checkers.set(name, checker);
    }
    return checker;
  }

  async function answer({ sql, params, format: requestedFormat, tier, signal }: StatementRequest) {
    signal.throwIfAborted();
    const budget = budgetOf(tier);
    const checked = await checkerOf(budget, tier)(sql, params, signal);
    const format = checked.format ?? requestedFormat ?? defaultFormat;
    if (contentTypeOf(format) === undefined)
      throw refusal(
        "UNKNOWN_FORMAT",
        `There is no format ${format.slice(0, 100)} here. There are ${formatNames.join(", ")}`,
      );
    const answered = await store.within({ budget, signal }).bytes(checked.sql, format);
    return { ...answered, format };
  }

  return {
    waiting: () => queue.size,
    run: async (request) => {
      if (queue.size >= waitingMost)
        throw new ApiError(429, `Too many statements wait: ${waitingMost}. Try again.`, {
          headers: { "retry-after": "1" },
        });
      const { signal } = request;
      // Only while it waits: a place is free when the engine has stopped, not when the client has gone.
      const waiting = new AbortController();
      const leave = () => waiting.abort(signal.reason);
      if (signal.aborted) leave();
      signal.addEventListener("abort", leave, { once: true });
      const start = () => {
        signal.removeEventListener("abort", leave);
        return answer(request);
      };
      try {
        return await queue.add(start, { signal: waiting.signal });
      } catch (error) {
        if (signal.aborted) throw cancelled(error);
        throw error;
      } finally {
        signal.removeEventListener("abort", leave);
      }
    },
  };
}
