import { basename } from "node:path";
import { Counter, Histogram } from "prom-client";
import { isAppError } from "../errors.ts";
import { registry } from "../metrics.ts";
import { listSql } from "../sql/file.ts";
import type { Column, QueryParams } from "./store.ts";

const statementSeconds = new Histogram({
  name: "validator_analytics_store_statement_seconds",
  help: "Time of a statement, waiting for a connection included",
  labelNames: ["store", "operation"] as const,
  buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100],
  registers: [registry],
});

const statementErrors = new Counter({
  name: "validator_analytics_store_errors_total",
  help: "Statements that failed, by the code of the StoreError",
  labelNames: ["store", "operation", "code"] as const,
  registers: [registry],
});

const writtenRows = new Counter({
  name: "validator_analytics_store_written_rows_total",
  help: "Rows that the warehouse has acknowledged; those of a model's `insert … select` only with ClickHouse servers: the embedded engine does not report them",
  labelNames: ["chain", "network", "table"] as const,
  registers: [registry],
});

const writtenBytes = new Counter({
  name: "validator_analytics_store_written_bytes_total",
  help: "Bytes of acknowledged rows before compression: of the block as it was sent; of a model's rows as ClickHouse servers count them",
  labelNames: ["chain", "network", "table"] as const,
  registers: [registry],
});

/** Runs one statement and records its time, or the code it failed with. */
export async function timeStatement<Result>(
  store: "embedded" | "server",
  operation: string,
  statement: () => Promise<Result>,
): Promise<Result> {
  const end = statementSeconds.startTimer({ store, operation });
  try {
    return await statement();
  } catch (error) {
    statementErrors.inc({ store, operation, code: isAppError(error) ? error.code : "unknown" });
    throw error;
  } finally {
    end();
  }
}

let ownTables: ReadonlySet<string> | undefined;

/** Tables that are made for a while (a rebuild's, a benchmark's) share one label, so that labels stay few. */
function tableLabel(table: string): string {
  ownTables ??= new Set(listSql("tables").map((path) => basename(path, ".sql")));
  return ownTables.has(table) ? table : "other";
}

/** Rows by network; a table without that column, or without rows, counts for the network "". */
function rowsByNetwork(columns: readonly Column[], rows: number): Map<string, number> {
  const values = columns.find(({ name }) => name === "network")?.values;
  if (values === undefined) return new Map([["", rows]]);
  if ("kind" in values && values.kind === "repeated") return new Map([[String(values.value), rows]]);
  const counts = new Map<string, number>();
  if (!Array.isArray(values)) return counts.set("", rows);
  for (const network of values) counts.set(String(network), (counts.get(String(network)) ?? 0) + 1);
  return counts;
}

/** Counts the rows of a block; its bytes are shared out among its networks by their rows. No chain: "". */
export function countInsert(
  table: string,
  columns: readonly Column[],
  { rows, chunks }: { rows: number; chunks: readonly Uint8Array[] },
  chain = "",
): void {
  const label = tableLabel(table);
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  for (const [network, count] of rowsByNetwork(columns, rows)) {
    writtenRows.inc({ chain, network, table: label }, count);
    writtenBytes.inc({ chain, network, table: label }, (bytes * count) / rows);
  }
}

/** Counts the rows written by an `insert … select`, from the server's summary; other statements count nothing. */
export function countModel(
  sql: string,
  params: QueryParams | undefined,
  summary: { written_rows: string; written_bytes: string } | undefined,
  chain = "",
): void {
  const table = /^\s*insert\s+into\s+(\w+)/i.exec(sql)?.[1];
  const rows = Number(summary?.written_rows ?? 0);
  if (table === undefined || summary === undefined || rows === 0) return;
  const labels = {
    chain,
    network: typeof params?.network === "string" ? params.network : "",
    table: tableLabel(table),
  };
  writtenRows.inc(labels, rows);
  writtenBytes.inc(labels, Number(summary.written_bytes));
}

/** Shows a table at 0 before its first row, so that the first rows are an increase, and none is a flat line. */
export function announceTable(chain: string, network: string, table: string): void {
  writtenRows.inc({ chain, network, table }, 0);
  writtenBytes.inc({ chain, network, table }, 0);
}
