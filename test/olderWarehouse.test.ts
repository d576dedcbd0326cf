/** A warehouse of an older version opens and continues: newer rows replace its rows where the new code knows better. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createLogger } from "../lib/logger.ts";
import { listSql, loadSql } from "../lib/sql/file.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { loadTable } from "../lib/sql/table.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import type { Store } from "../lib/store/store.ts";
import { registryVersions, versionOfState, versionOfStatement } from "../transform/eth/raw/version.ts";
import { writeSqlFolder } from "./support/sqlFolder.ts";

const root = mkdtempSync(join(tmpdir(), "va-older-"));
const [path, log] = [join(root, "warehouse"), createLogger("silent")];
// It keeps the engine open, and is never migrated.
const engine = createEmbeddedStore({ path, log });
let databases = 0;
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

/** Every test has a database of its own, so one that times out and continues disturbs no other. */
const it = test.extend<{ store: Store }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest requires a pattern here
  store: async ({}, use) => {
    databases += 1;
    const database = `older_${databases}`;
    await engine.command(`create database ${database}`);
    const store = createEmbeddedStore({ path, database, log });
    await use(store);
    await store.close();
  },
});

/** The earlier comments of these tables' versions. */
const commentBefore: Readonly<Record<string, string>> = {
  raw_eth_committee: "Source position: the highest wins",
  raw_eth_pending_deposit: "Source position: the highest wins",
  raw_eth_registry: "Source position: the highest wins",
  raw_cosmos_block: "Neighbours that are known: the highest wins",
  raw_cosmos_state: "2 with delegations, 1 without: the highest wins",
  raw_cosmos_validator: "2 with delegations, 1 without: the highest wins",
};

const versionComment = (table: string) =>
  loadTable(table).columns.find(({ name }) => name === "version")?.comment ?? "";

const folderOf = (name: string, files: Readonly<Record<string, string>>) =>
  writeSqlFolder(join(root, name), files);

/** Later ones describe other columns. */
const isOfVersion = (path: string) => /comment column version /.test(loadSql(path).text);

describe("wrong column comments", () => {
  const tables = Object.entries(commentBefore).map(([table, comment]) => {
    const { family } = loadTable(table);
    const path = `tables/${family}/${table}.sql`;
    return { table, path, text: loadSql(path).text, comment };
  });
  const described = listSql("migrations").filter((path) =>
    tables.some(({ table }) => path.endsWith(`_describe_${table}.sql`) && isOfVersion(path)),
  );

  it("are corrected by a migration for each table, and only once", async ({ store }) => {
    const older = folderOf(
      "older",
      Object.fromEntries(
        tables.map(({ table, path, text, comment }) => [path, text.replace(versionComment(table), comment)]),
      ),
    );
    expect((await migrate(store, { folder: older })).tables).toHaveLength(tables.length);
    const newer = folderOf("newer", {
      ...Object.fromEntries(tables.map(({ path, text }) => [path, text])),
      ...Object.fromEntries(
        described.map((path, i) => [
          path.replace(/\d{4}/, String(i + 1).padStart(4, "0")),
          loadSql(path).text,
        ]),
      ),
    });
    expect((await migrate(store, { folder: newer })).migrations).toHaveLength(tables.length);
    const columns = await store.rows<{ table: string; comment: string }>(
      "select table, comment from system.columns where database = currentDatabase() and name = 'version' and table like 'raw_%'",
    );
    expect(Object.fromEntries(columns.map(({ table, comment }) => [table, comment]))).toEqual(
      Object.fromEntries(tables.map(({ table }) => [table, versionComment(table)])),
    );
    expect((await migrate(store, { folder: newer })).migrations).toEqual([]);
  });
});

describe("rows of a decoder without a revision", () => {
  const committee = (store: Store, slot: number, size: number, version: bigint) =>
    store.command(
      `insert into raw_eth_committee (network, slot, epoch, sizes, validator_indices, version)
      values ('n', {slot:UInt32}, 0, [{size:UInt16}], [], {version:UInt64})`,
      { slot, size, version },
    );
  const registry = (store: Store, validator: number, isSnapshot: number, version: bigint) =>
    store.command(
      `insert into raw_eth_registry (network, epoch, validator_index, is_snapshot, version)
      values ('n', 1, {validator:UInt32}, {isSnapshot:UInt8}, {version:UInt64})`,
      { validator, isSnapshot, version },
    );

  it("are replaced by those of the current decoder, in any order", async ({ store }) => {
    await store.command(loadSql("tables/eth/raw_eth_committee.sql").text);
    await committee(store, 1, 1, 0n);
    await committee(store, 1, 2, versionOfState);
    await committee(store, 2, 2, versionOfState);
    await committee(store, 2, 1, 0n);
    const rows = await store.rows("select slot, sizes from raw_eth_committee final order by slot");
    expect(rows).toEqual([
      { slot: 1, sizes: [2] },
      { slot: 2, sizes: [2] },
    ]);
  });

  it("keep a registry's snapshot distinct from changes, whichever process wrote them", async ({ store }) => {
    await store.command(loadSql("tables/eth/raw_eth_registry.sql").text);
    const snapshots = [1n, registryVersions.snapshot];
    const changes = [0n, registryVersions.changes];
    let validator = 0;
    for (const snapshot of snapshots)
      for (const change of changes) {
        validator += 1;
        await registry(store, validator, 1, snapshot);
        await registry(store, validator, 0, change);
      }
    const rows = await store.rows<{ is_snapshot: number }>("select is_snapshot from raw_eth_registry final");
    expect(rows).toEqual(Array.from({ length: validator }, () => ({ is_snapshot: 1 })));
  });

  it("that are final have precedence over provisional ones of the current decoder", () => {
    expect(2n ** 40n).toBeGreaterThan(versionOfStatement("provisional", 2 ** 32 - 1));
  });
});

describe("addresses that were written next to the credentials", () => {
  const path = "tables/eth/dim_eth_validator.sql";
  const asNow = loadSql(path).text;
  const alias = / alias .+(?= comment '0x address)/;
  const migration = listSql("migrations").find((file) => file.endsWith("_alias_dim_eth_validator.sql")) ?? "";
  const files = { "migrations/0001_alias_dim_eth_validator.sql": loadSql(migration).text };

  it("are read from the credentials, also in older rows", async ({ store }) => {
    expect(asNow).toMatch(alias);
    await migrate(store, { folder: folderOf("stored", { [path]: asNow.replace(alias, "") }) });
    const validator = (index: number, credentials: string, names: string, values: string) =>
      store.command(
        `insert into dim_eth_validator (network, validator_index, withdrawal_credentials, version${names})
        values ('n', {index:UInt32}, unhex({credentials:String}), 1${values})`,
        { index, credentials },
      );
    const execution = `01${"00".repeat(11)}${"Ab".repeat(20)}`;
    await validator(1, execution, ", withdrawal_address", `, '0x${"ab".repeat(20)}'`);
    await validator(2, "00".padEnd(64, "7"), ", withdrawal_address", ", null");
    const newer = folderOf("aliased", { [path]: asNow, ...files });
    expect((await migrate(store, { folder: newer })).migrations).toHaveLength(1);
    await validator(3, execution.replace(/^01/, "02"), "", "");
    await validator(4, "00".padEnd(64, "7"), "", "");
    const addresses = [`0x${"ab".repeat(20)}`, null];
    const rows = await store.rows<{ address: string | null }>(
      "select withdrawal_address as address from dim_eth_validator final order by validator_index",
    );
    expect(rows.map(({ address }) => address)).toEqual([...addresses, ...addresses]);
  });
});
