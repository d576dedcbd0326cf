/** Columns that were added later: migrations add them to older warehouses, in the same places as in a new one. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createLogger } from "../lib/logger.ts";
import { loadSql } from "../lib/sql/file.ts";
import { migrate, statementsOf } from "../lib/sql/migrate.ts";
import { loadTable } from "../lib/sql/table.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import type { Store } from "../lib/store/store.ts";
import { added as addedBefore } from "./support/addedColumns.ts";
import { addedElsewhere } from "./support/addedElsewhere.ts";
import { writeSqlFolder } from "./support/sqlFolder.ts";

const added = [...addedBefore, ...addedElsewhere];

const root = mkdtempSync(join(tmpdir(), "va-columns-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Later than all of these: comments of these tables in their present words. */
const rewording = statementsOf(loadSql("migrations/0128_reword_comments.sql").text).filter((statement) =>
  added.some(({ table }) => statement.startsWith(`alter table ${table}\n`)),
);

const pathOf = (table: string) => `tables/${loadTable(table).family}/${table}.sql`;

/** The statement of a table as it was before all of these: columns are a line each. */
function before(table: string): string {
  let { text } = loadSql(pathOf(table));
  for (const { columns, changed } of added.filter((one) => one.table === table)) {
    const lines = text.split("\n");
    text = lines.filter((line) => !columns.some((column) => line.startsWith(`  ${column} `))).join("\n");
    if (changed === undefined) continue;
    expect(text).toContain(changed.now);
    text = text.replace(changed.now, changed.before);
  }
  return text;
}

const folderOf = (name: string, files: Readonly<Record<string, string>>) =>
  writeSqlFolder(join(root, name), files);

async function withStore<Value>(name: string, use: (store: Store) => Promise<Value>): Promise<Value> {
  const store = createEmbeddedStore({ path: join(root, `store-${name}`), log: createLogger("silent") });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

async function described(store: Store): Promise<unknown[]> {
  const tables = added.map(({ table }) => table);
  const columns = await store.rows(
    `select table, name, type, default_kind, default_expression, comment, compression_codec from system.columns
    where database = currentDatabase() and table in {tables:Array(String)} and name != 'version'
    order by table, position`,
    { tables },
  );
  const engines = await store.rows(
    `select name, engine_full from system.tables
    where database = currentDatabase() and name in {tables:Array(String)}
    order by name`,
    { tables },
  );
  return [...columns, ...engines];
}

it("they are where a new warehouse has them, and rows of before say what they said", async () => {
  const older = folderOf(
    "before",
    Object.fromEntries(added.map(({ table }) => [pathOf(table), before(table)])),
  );
  const now = Object.fromEntries(added.map(({ table }) => [pathOf(table), loadSql(pathOf(table)).text]));
  const after = folderOf("after", {
    ...now,
    ...Object.fromEntries(
      added.map(({ table, migration }, i) => [
        `migrations/${String(i + 1).padStart(4, "0")}_alter_${table}.sql`,
        loadSql(`migrations/${migration}.sql`).text,
      ]),
    ),
    [`migrations/${String(added.length + 1).padStart(4, "0")}_reword_comments.sql`]: rewording.join("\n"),
  });
  const migrated = await withStore("older", async (store) => {
    await migrate(store, { folder: older });
    for (const { table, row } of added)
      if (row !== undefined) await store.command(`insert into ${table} ${row.columns} values ${row.values}`);
    expect((await migrate(store, { folder: after })).migrations).toHaveLength(added.length + 1);
    for (const { table, row } of added)
      if (row !== undefined) {
        const names = Object.keys(row.reads).join(", ");
        expect([table, await store.rows(`select ${names} from ${table} final`)]).toEqual([
          table,
          [row.reads],
        ]);
      }
    return await described(store);
  });
  const created = await withStore("new", async (store) => {
    await migrate(store, { folder: folderOf("new", now) });
    return await described(store);
  });
  expect(migrated).toEqual(created);
});
