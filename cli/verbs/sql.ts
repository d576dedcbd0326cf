/** `sql`: one statement, those of standard input, or a prompt; in this process, or in the one that holds the folder. */
import { createWriteStream } from "node:fs";
import { text } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { z } from "zod";
import type { Config } from "../../lib/config.ts";
import { ConfigError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { allTables } from "../../lib/sql/publicTables.ts";
import { scanSql } from "../../lib/sql/scan.ts";
import { mostOfStatement } from "../../lib/sqlSettings.ts";
import type { Store } from "../../lib/store/store.ts";
import { tiers } from "../../serve/access/tiers.ts";
import { createRunner, type Runner } from "../../serve/sql/runner.ts";
import type { Context } from "../process/context.ts";
import { callHolder } from "../process/forward.ts";
import { takeLock } from "../process/lock.ts";
import { openStore } from "../process/pipeline.ts";
import { sqlStore } from "../process/sqlPort.ts";
import { prompt, type RunStatement } from "./sqlPrompt.ts";

export const sqlArgs = z.object({
  sql: z.string(),
  format: z.string(),
  params: z.record(z.string(), z.string()),
});
type SqlArgs = z.infer<typeof sqlArgs>;

/** Maximum bytes sent between two processes at a time, before their encoding as text. */
const chunkBytes = 1_048_576;

/** The operator's statements: all tables, the application's too, since the folder is theirs; nothing but selects. */
export function operatorRunner(
  config: Config,
  store: Store,
  log: Logger,
): { runner: Runner; close(): Promise<void> } {
  const own = sqlStore(config, store, log);
  const most = mostOfStatement(config);
  const runner = createRunner({
    store: own.store,
    most,
    atOnce: config.SQL_STATEMENTS_AT_ONCE,
    tables: allTables(),
  });
  return { runner, close: own.close };
}

/** Hands the answer over in parts. @returns its format */
export async function runSql(
  { sql, format, params }: SqlArgs,
  { runner, emit, signal }: { runner: Runner; emit: (progress: unknown) => void; signal: AbortSignal },
): Promise<{ format: string }> {
  const { bytes, format: written } = await runner.run({
    sql,
    params,
    format,
    tier: tiers.operator.sql,
    signal,
  });
  for (let start = 0; start < bytes.length; start += chunkBytes)
    emit(bytes.subarray(start, start + chunkBytes).toString("base64"));
  return { format: written };
}

async function openRunner(context: Context): Promise<RunStatement> {
  const { config, log, shutdown } = context;
  const parts = (write: (part: Buffer) => void) => (progress: unknown) =>
    write(Buffer.from(String(progress), "base64"));
  if (config.CLICKHOUSE_URL === undefined) {
    const taken = takeLock(config.DATA_DIR, "sql");
    if ("holder" in taken)
      return async (args, write, signal) => {
        await callHolder(context, taken.holder, "sql", args, { onProgress: parts(write), signal });
      };
    shutdown.onClose("lock", taken.lock.release);
  }
  const { runner, close } = operatorRunner(config, await openStore(context), log);
  shutdown.onClose("SQL's warehouse", close);
  return async (args, write, signal) => {
    await runSql(args, { runner, emit: parts(write), signal });
  };
}

const engineFormats = {
  table: "PrettyCompactMonoBlock",
  csv: "CSVWithNames",
  json: "JSON",
  ndjson: "JSONEachRow",
  parquet: "Parquet",
  arrow: "Arrow",
} as const;

export type SqlOptions = {
  statement?: string | undefined;
  format: keyof typeof engineFormats;
  out?: string | undefined;
  param?: readonly string[];
};

/** @throws ConfigError unless it is `name=value` */
function readParams(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) throw new ConfigError(`--param "${pair}": name=value is needed`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/** The statements of a text, separated by semicolons. */
export function splitStatements(sql: string): string[] {
  const ends = [...scanSql(sql).semicolons, sql.length];
  return ends
    .map((end, index) => sql.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end).trim())
    .filter((statement) => statement !== "");
}

export async function sql(context: Context, options: SqlOptions): Promise<undefined> {
  const { signal } = context.shutdown;
  const params = readParams(options.param ?? []);
  const format = engineFormats[options.format];
  const isTerminal = options.statement === undefined && process.stdin.isTTY === true;
  const isBinary = options.format === "parquet" || options.format === "arrow";
  if (isBinary && options.out === undefined && (isTerminal || process.stdout.isTTY === true))
    throw new ConfigError(`${options.format} is nothing to read: name a file with --out`);
  const runStatement = await openRunner(context);
  if (isTerminal) {
    await prompt({ runStatement, format, params, signal });
    return undefined;
  }
  const statements = splitStatements(options.statement ?? (await text(process.stdin)));
  if (options.out !== undefined && statements.length !== 1)
    throw new ConfigError("--out takes the answer of one statement");
  const file = options.out === undefined ? undefined : createWriteStream(options.out);
  const target = file ?? process.stdout;
  for (const statement of statements)
    await runStatement({ sql: statement, format, params }, (part) => void target.write(part), signal);
  if (file !== undefined) {
    file.end();
    await finished(file);
  } else await new Promise<void>((resolve) => process.stdout.write("", () => resolve()));
  return undefined;
}
