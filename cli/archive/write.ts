/** Writes the warehouse's facts to a file, from which `replay --source files` can recompute records. */
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Chain } from "../../chains/chain.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import { loadTable } from "../../lib/sql/table.ts";
import { quoteName, quoteTable } from "../../lib/store/names.ts";
import type { RowFilter } from "../../lib/store/shadow.ts";
import type { Store } from "../../lib/store/store.ts";
import { loadZstd } from "../../lib/zstd.ts";
import type { ArchiveLine, Cell } from "./format.ts";
import { frameHead } from "./format.ts";

export type ArchiveOptions = {
  chain: Chain;
  network: string;
  range: HeightRange;
  path: string;
  signal?: AbortSignal | undefined;
  onProgress?: (done: number, total: number) => void;
};

/** Rows of a line: a registry's are many, a slot's committees large. */
const pageRows = 20_000;

/** A column as text that fits into JSON, and that createRows takes back. */
function selected({ name, type }: { name: string; type: string }): string {
  const column = quoteName(name);
  return type.includes("FixedString(") ? `concat('0x', lower(hex(${column}))) as ${column}` : column;
}

/** Rows of a table that a filter means, page by page. */
async function* pagesOf(
  store: Store,
  table: string,
  filter: RowFilter,
): AsyncGenerator<Record<string, Cell>[]> {
  const columns = loadTable(table).columns.filter(
    (column) => column.default === undefined || column.default.kind === "default",
  );
  const [key] = await store.rows<{ sorting_key: string }>(
    "select sorting_key from system.tables where database = currentDatabase() and name = {table:String}",
    { table },
  );
  const from = `(select * from ${quoteTable(table)} final where ${filter.sql} order by ${key?.sorting_key} limit {limit:UInt32} offset {offset:UInt64})`;
  for (let offset = 0; ; offset += pageRows) {
    const page = await store.rows<Record<string, Cell>>(
      `select ${columns.map(selected).join(", ")} from ${from}`,
      { ...filter.params, limit: pageRows, offset },
    );
    if (page.length > 0) yield page;
    if (page.length < pageRows) return;
  }
}

async function writeLines(file: FileHandle, store: Store, options: ArchiveOptions): Promise<number> {
  const { chain, network, range, signal, onProgress } = options;
  const zstd = await loadZstd();
  const write = async (line: ArchiveLine) => {
    const frame = zstd.compress(Buffer.from(`${JSON.stringify(line)}\n`));
    await file.appendFile(Buffer.concat([frameHead(frame.length), frame]));
  };
  await write({ archive: { version: 1, chain: chain.id, network, unit: chain.unit, ...range } });
  const total = range.to - range.from + 1;
  let rows = 0;
  // By short runs: a slot's committees are large. The facts of a run include those that its edges need.
  for (let from = range.from; from <= range.to; from += chain.records.heightsAtOnce) {
    const run = { from, to: Math.min(range.to, from + chain.records.heightsAtOnce - 1) };
    const isFirst = from === range.from;
    for (const [table, filter] of await chain.records.factsOf(store, network, run, isFirst)) {
      for await (const page of pagesOf(store, table, filter)) {
        signal?.throwIfAborted();
        await write({ table, rows: page });
        rows += page.length;
      }
    }
    onProgress?.(run.to - range.from + 1, total);
  }
  await write({ end: { rows } });
  return rows;
}

/**
 * Writes an archive. The file is there when it is whole, and not before.
 * @returns how many rows it holds
 */
export async function writeArchive(store: Store, options: ArchiveOptions): Promise<number> {
  const unfinished = `${options.path}.unfinished`;
  await mkdir(dirname(options.path), { recursive: true });
  await rm(unfinished, { force: true });
  const file = await open(unfinished, "wx");
  try {
    const rows = await writeLines(file, store, options);
    await file.sync();
    await file.close();
    await rename(unfinished, options.path);
    return rows;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}
