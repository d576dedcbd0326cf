/** A warehouse from the time when each chain of the family had its own tables. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { listSql, sqlFolder } from "../../lib/sql/file.ts";
import { migrate } from "../../lib/sql/migrate.ts";
import type { Store } from "../../lib/store/store.ts";

const before = join(import.meta.dirname, "../../fixtures/cosmos/before");

/** Tables that there were once, and the ones that hold their rows now. */
export const formerTables = listSql("tables", before)
  .map((path) => basename(path, ".sql"))
  .filter((table) => table.startsWith("fct_"))
  .map((table) => {
    const [, chain = "", entity = ""] = /^fct_([a-z]+)_(\w+)$/.exec(table) ?? [];
    return { table, chain, now: `fct_cosmos_${entity}` };
  });

/** Runs `use` with a folder of earlier tables, or of the tables before the family existed. */
async function withTables(kind: "chains" | "none", use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "before-"));
  try {
    const isKept = (path: string) => !basename(path).startsWith("fct_cosmos_") && !/\/migrations$/.test(path);
    cpSync(join(sqlFolder, "tables"), join(folder, "tables"), { recursive: true, filter: isKept });
    if (kind === "chains") cpSync(before, folder, { recursive: true });
    else rmSync(join(folder, "tables/cosmos"), { recursive: true });
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fills an empty database as a version from before the family did. */
export async function migrateWithoutFamily(store: Store): Promise<void> {
  await withTables("none", async (folder) => void (await migrate(store, { folder })));
}

/** Restores the earlier tables of a warehouse and their rows, and forgets the records of `migrate`. */
export async function turnBack(store: Store): Promise<void> {
  const networks = await store.rows<{ network: string; chain: string }>(
    "select network, chain from dim_cosmos_network final",
  );
  await store.command("drop table dim_cosmos_network sync");
  await store.command("drop table app_migration sync");
  await withTables("chains", async (folder) => void (await migrate(store, { folder })));
  for (const values of networks)
    await store.command("insert into dim_cosmos_network select {network:String}, {chain:String}, 1", values);
  for (const { table, chain, now } of formerTables)
    await store.command(
      `insert into ${table} select * from ${now}
      where network in (select network from dim_cosmos_network where chain = {chain:String})`,
      { chain },
    );
  for (const now of new Set(formerTables.map((former) => former.now)))
    await store.command(`drop table ${now} sync`);
}
