/** Migrations recorded in app_migration, and existing objects of a warehouse. */
import type { Store } from "../store/store.ts";
import type { SqlFile } from "./file.ts";
import { internalSql } from "./internal.ts";

export type Kind = "table" | "migration" | "function" | "view";
export type Recordable = { kind: Kind; name: string; checksum: string };
export type Entry = Recordable & { file: SqlFile };
export type Recorded = Map<string, string>;

/** Names a table, migration, function or view among all of them. */
export function keyOf(entry: { kind: Kind; name: string }): string {
  return `${entry.kind} ${entry.name}`;
}

/** Checksums of what has been carried out. */
export async function readRecorded(store: Store): Promise<Recorded> {
  const rows = await store.rows<{ kind: Kind; name: string; checksum: string }>(
    internalSql("migrate/carried_out"),
  );
  return new Map(rows.map((row) => [keyOf(row), row.checksum]));
}

/** Records an applied statement. */
export async function record(store: Store, entries: readonly Recordable[]): Promise<void> {
  const now = BigInt(Date.now());
  await store.insert("app_migration", [
    { name: "kind", type: "String", values: entries.map((entry) => entry.kind) },
    { name: "name", type: "String", values: entries.map((entry) => entry.name) },
    { name: "checksum", type: "FixedString(64)", values: entries.map((entry) => entry.checksum) },
    {
      name: "recorded_at",
      type: "DateTime64(3, 'UTC')",
      values: new BigInt64Array(entries.length).fill(now),
    },
  ]);
}

/**
 * Existing tables, views and functions, which need no statement: three hundred cost a third of a second.
 * On servers none: another replica may lack an object that this one has.
 */
export async function readExisting(store: Store): Promise<Set<string>> {
  if (store.kind !== "embedded") return new Set();
  const rows = await store.rows<{ kind: Kind; name: string }>(internalSql("migrate/existing"));
  return new Set(rows.map(keyOf));
}
