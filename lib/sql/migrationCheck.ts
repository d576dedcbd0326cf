/** The state of a warehouse compared with sql/, and whether this version can continue from there. */
import { ConfigError } from "../errors.ts";
import type { Store } from "../store/store.ts";
import { internalSql } from "./internal.ts";
import { type Entry, keyOf, type Recorded } from "./recorded.ts";
import { parseColumns } from "./table.ts";

export function mentions(migration: string, table: string): boolean {
  return new RegExp(`\\b${table}\\b`).test(migration);
}

/** Compares the files with the recorded state, before any change. */
export function check(recorded: Recorded, tables: readonly Entry[], migrations: readonly Entry[]): void {
  const problems: string[] = [];
  const pending = migrations.filter((entry) => !recorded.has(keyOf(entry)));
  const migrationKeys = new Set(migrations.map(keyOf));
  for (const migration of migrations) {
    const before = recorded.get(keyOf(migration));
    if (before !== undefined && before !== migration.checksum) {
      problems.push(
        `sql/${migration.file.path} was edited after it ran here. Undo that and add a new migration`,
      );
    }
  }
  for (const key of recorded.keys()) {
    if (key.startsWith("migration ") && !migrationKeys.has(key)) {
      problems.push(`This warehouse has seen ${key}, which this version does not hold. Run a newer version`);
    }
  }
  for (const table of tables) {
    const before = recorded.get(keyOf(table));
    const isCovered = pending.some((migration) => mentions(migration.file.text, table.name));
    if (before !== undefined && before !== table.checksum && !isCovered) {
      problems.push(
        `sql/${table.file.path} was edited, but this warehouse has the earlier table. Add ` +
          `sql/migrations/${String(migrations.length + 1).padStart(4, "0")}_alter_${table.name}.sql that makes the ` +
          "same change, or start with an empty warehouse",
      );
    }
  }
  if (problems.length > 0)
    throw new ConfigError(problems.join("\n"), { code: "migration_needed", meta: { problems } });
}

/**
 * A first migration that was killed before anything was recorded may have left tables of another version, which no
 * migration would ever change.
 * @throws ConfigError `half_made`, naming the tables that this version has otherwise
 */
export async function checkHalfMade(store: Store, tables: readonly Entry[]): Promise<void> {
  const tableColumns = await store.rows<{ table: string; columns: string[] }>(
    internalSql("migrate/table_columns"),
  );
  const columns = new Map(tableColumns.map((row) => [row.table, row.columns.join()]));
  const differing = tables.filter(({ name, file }) => {
    const actual = columns.get(name);
    if (actual === undefined) return false;
    const declared = parseColumns(name, file.text).map((column) => column.name);
    return actual !== declared.sort().join();
  });
  if (differing.length === 0) return;
  throw new ConfigError(
    `Another version began to create this warehouse and did not finish: it has other columns in ${differing
      .map(({ name }) => name)
      .join(", ")}. Let that version run \`migrate\` once, or start with an empty database`,
    { code: "half_made" },
  );
}
