/** The SQL of an earlier schema: that which migration 0032 led to. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { listSql, readSql } from "../../lib/sql/file.ts";
import { loadTable } from "../../lib/sql/table.ts";

const before = join(import.meta.dirname, "../../fixtures/schema/0032");
export const olderMigration = 32;

/** Writes its tables, most of which are unchanged, and its migrations into a folder. */
export function writeOlderSchema(folder: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const changed = new Set(listSql("tables", before).map((path) => basename(path, ".sql")));
  const tables = JSON.parse(readFileSync(join(before, "tables.json"), "utf8")) as string[];
  for (const table of tables) {
    const { family } = loadTable(table);
    const path = `tables/${family}/${table}.sql`;
    write(path, readSql(path, changed.has(table) ? before : undefined));
  }
  for (const path of listSql("migrations"))
    if (Number(basename(path).slice(0, 4)) <= olderMigration) write(path, readSql(path));
}
