/** A warehouse of the schema of migration 0032 is upgraded to the current tables, and restored from its backup. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createBackup } from "../cli/backup/create.ts";
import { restoreBackup } from "../cli/backup/restore.ts";
import { createLogger } from "../lib/logger.ts";
import { listSql } from "../lib/sql/file.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import type { Store } from "../lib/store/store.ts";
import { olderMigration, writeOlderSchema } from "./support/olderSchema.ts";
import { smallTables } from "./support/smallTables.ts";

const root = mkdtempSync(join(tmpdir(), "va-upgrade-"));
const [dataDir, folder, older] = [join(root, "data"), join(root, "backups"), join(root, "sql")];
const log = createLogger("silent");

const open = (database?: string) =>
  createEmbeddedStore({
    path: join(dataDir, "warehouse"),
    backups: folder,
    settings: smallTables,
    log,
    ...(database === undefined ? {} : { database }),
  });

/** Every column of every table as the engine has it, by table. */
async function structureOf(store: Store): Promise<Record<string, unknown>> {
  const tables = await store.rows<{ name: string }>(
    `select name, sorting_key, partition_key, comment from system.tables
    where database = currentDatabase() and engine like '%MergeTree'`,
  );
  const columns = await store.rows<{ table: string }>(
    `select table, name, type, default_kind, default_expression, compression_codec, comment
    from system.columns where database = currentDatabase() order by table, position`,
  );
  return Object.fromEntries(
    tables.map((table) => [
      table.name,
      { table, columns: columns.filter((one) => one.table === table.name) },
    ]),
  );
}

let store: Store;
afterAll(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

describe("a warehouse of an earlier schema", () => {
  it("is backed up, upgraded to the tables of a new one with its rows in them, and brought back", async () => {
    writeOlderSchema(older);
    store = open();
    await migrate(store, { folder: older });
    const atFirst = await structureOf(store);
    await store.command("insert into app_api_key (key_id, name) values ('kept', 'kept')");
    await store.command("insert into raw_eth_epoch (network, epoch) values ('devnet', 7)");
    const deps = { folder, log, emit: () => undefined, signal: new AbortController().signal };
    await createBackup({ isFull: false }, { store, pause: (run) => run(), ...deps });

    const { migrations } = await migrate(store);
    expect(migrations).toHaveLength(listSql("migrations").length - olderMigration);
    await store.command("create database fresh");
    const fresh = open("fresh");
    await migrate(fresh);
    expect(await structureOf(store)).toEqual(await structureOf(fresh));
    await fresh.close();
    expect(await store.rows("select network, epoch from raw_eth_epoch final")).toEqual([
      { network: "devnet", epoch: 7 },
    ]);

    await expect(migrate(store, { folder: older })).rejects.toThrow("Run a newer version");
    await store.close();
    await restoreBackup({ isReplaced: true }, { ...deps, dataDir });
    store = open();
    expect((await migrate(store, { folder: older })).migrations).toEqual([]);
    expect(await structureOf(store)).toEqual(atFirst);
    expect(await store.rows("select key_id from app_api_key final")).toEqual([{ key_id: "kept" }]);
  });
});
