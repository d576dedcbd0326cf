/** Limits of statements that any client can cause: their budgets, their purpose, and how many may run or wait. */
import { StoreError } from "../errors.ts";
import type { ForeignBudget, StatementBudget, Store } from "./store.ts";

/** Codes of a StoreError whose statement took more than its budget. */
const overBudgetCodes = new Set([
  "memory_limit_exceeded",
  "timeout_exceeded",
  "too_many_bytes",
  "too_many_rows",
  "too_many_rows_or_bytes",
  "too_slow",
]);

export const isOverBudget = (error: { code: string }) => overBudgetCodes.has(error.code);

/** The caller has gone. */
export const cancelledCode = "cancelled";
/** More statements are at work, or wait, than may be. */
export const overloadedCode = "overloaded";

export function cancelled(cause?: unknown): StoreError {
  return new StoreError("The client has disconnected", { code: cancelledCode, cause });
}

/** Largest statement of an analyst. ClickHouse's own limit. */
export const foreignStatementBytesMax = 262_144;
/** Tokens of a statement, for every caller: the engine analyses as many in seconds. */
export const foreignStatementTokensMax = 20_000;
/**
 * Common table expressions are put in every place that names them, before any time is looked at. Measured with ClickHouse's own
 * 500,000: sixteen that name one another twice take 11 s and 700 MB; with 50,000 5 s on a busy machine, with this a fifth of that
 * (bench/sqlAnalysis.ts).
 */
const expandedElementsMax = 10_000;

/** CSV is the same wherever it is written, as by the API: a field that is null is empty. */
export const csvDialect = { format_csv_null_representation: "" } as const;

/** Settings of a foreign statement: `readonly` comes last, since nothing can be set after it. */
function foreignSettings({ resultRows, resultMib, threads }: ForeignBudget) {
  return {
    max_query_size: String(foreignStatementBytesMax * 4),
    max_expanded_ast_elements: String(expandedElementsMax),
    ...(resultRows === 0 ? {} : { max_result_rows: String(resultRows) }),
    ...(resultMib === 0 ? {} : { max_result_bytes: String(resultMib * 1_048_576) }),
    result_overflow_mode: "throw" as const,
    ...(threads === 0 ? {} : { max_threads: threads }),
    output_format_json_quote_64bit_integers: 0 as const,
    output_format_json_quote_decimals: 0 as const,
    allow_ddl: 0 as const,
    allow_introspection_functions: 0 as const,
    readonly: "1" as const,
  };
}

/** The engine's error for a statement over its time. */
export function overTime(seconds: number): StoreError {
  return new StoreError(`The statement took more than ${seconds} s, with the time that its reader took`, {
    code: "timeout_exceeded",
    retryable: true,
  });
}

/** ClickHouse's settings that hold a statement to its budget. A read may do nothing else. */
export function budgetSettings(budget: StatementBudget, kind: "read" | "write") {
  if (budget.foreign !== undefined && kind === "read")
    return { ...boundSettings(budget), ...foreignSettings(budget.foreign) };
  return { ...boundSettings(budget), ...(kind === "read" ? { readonly: "2" as const } : {}) };
}

function boundSettings(budget: StatementBudget) {
  return {
    ...(budget.seconds === 0 ? {} : { max_execution_time: budget.seconds }),
    ...(budget.memoryMib === 0 ? {} : { max_memory_usage: String(budget.memoryMib * 1_048_576) }),
    ...(budget.rows === 0 ? {} : { max_rows_to_read: String(budget.rows) }),
  };
}

/**
 * The same warehouse for statements that share a budget and a number of places.
 * @param statementsMax at work and waiting, of all that share the places
 * @returns a store whose statements fail with `overloaded` at once when there is no place
 */
export function limitStatements(store: Store, budget: StatementBudget, statementsMax: number): Store {
  let statements = 0;

  function takePlace(): void {
    if (statements >= statementsMax)
      throw new StoreError("Too many statements wait", { code: overloadedCode, retryable: true });
    statements += 1;
  }

  async function placed<Result>(statement: () => Promise<Result>): Promise<Result> {
    takePlace();
    try {
      return await statement();
    } finally {
      statements -= 1;
    }
  }

  async function* placedStream(chunks: AsyncIterable<Uint8Array>) {
    takePlace();
    try {
      yield* chunks;
    } finally {
      statements -= 1;
    }
  }

  const limited = (inner: Store): Store => ({
    ...inner,
    text: (sql, params) => placed(() => inner.text(sql, params)),
    bytes: (sql, format) => placed(() => inner.bytes(sql, format)),
    page: (sql, params) => placed(() => inner.page(sql, params)),
    rows: (sql, params) => placed(() => inner.rows(sql, params)),
    columns: (sql, params) => placed(() => inner.columns(sql, params)),
    stream: (sql, params, options) => placedStream(inner.stream(sql, params, options)),
    command: (sql, params, chain) => placed(() => inner.command(sql, params, chain)),
    within: (limits) => limited(inner.within(limits)),
  });
  return limited(store.within({ budget }));
}
