/** Settings of analysts' SQL. */
import { availableParallelism } from "node:os";
import { z } from "zod";
import { secondsPerDay } from "./days.ts";

const whole = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);

export const sqlSettings = {
  SQL_PORT: whole(0, 65_535)
    .optional()
    .describe(
      "Port of ClickHouse's HTTP protocol for analysts; the password is a key with the scope sql; default: none",
    ),
  SQL_CLICKHOUSE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      "Same server as CLICKHOUSE_URL with the user for statements of analysts (role validator_analytics_sql of `grants`); default: the user of CLICKHOUSE_URL",
    ),
  SQL_STATEMENTS_AT_ONCE: whole(1, 1_000)
    .default(1)
    .describe("Statements of analysts that run at once; further ones wait"),
  SQL_STATEMENT_SECONDS: whole(0, secondsPerDay)
    .default(300)
    .describe("Time that one statement of an analyst may take, on every tier (0 = the tier's limit)"),
  SQL_STATEMENT_MEMORY_MIB: whole(0, 1_048_576)
    .default(2_048)
    .describe("Memory that one statement of an analyst may take (MiB, 0 = the tier's limit)"),
  SQL_STATEMENT_ROWS: whole(0, Number.MAX_SAFE_INTEGER)
    .default(0)
    .describe("Rows that one statement of an analyst may read (0 = the tier's limit)"),
  SQL_RESULT_MIB: whole(1, 1_048_576)
    .default(256)
    .describe("Largest result of one statement of an analyst, before it is formatted (MiB)"),
  SQL_THREADS: whole(0, 1_024)
    .default(0)
    .describe("Threads of one statement of an analyst (0 = half of the cores, at least one)"),
};

type SqlSettings = z.output<z.ZodObject<typeof sqlSettings>>;

/** Limits of one statement on every tier. */
export const mostOfStatement = (settings: SqlSettings) => ({
  seconds: settings.SQL_STATEMENT_SECONDS,
  memoryMib: settings.SQL_STATEMENT_MEMORY_MIB,
  rows: settings.SQL_STATEMENT_ROWS,
  resultMib: settings.SQL_RESULT_MIB,
  threads: settings.SQL_THREADS === 0 ? Math.max(1, availableParallelism() >> 1) : settings.SQL_THREADS,
});
