/** The views that read tables with `final`: what they answer, what they are called, and that the key prunes through them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../logger.ts";
import { createEmbeddedStore } from "../store/embedded.ts";
import type { Store } from "../store/store.ts";
import { listSql } from "./file.ts";
import { migrate } from "./migrate.ts";
import { listPlainViews } from "./plainViews.ts";
import { loadTable } from "./table.ts";

const log = createLogger("silent");
const folder = mkdtempSync(join(tmpdir(), "plain-views-"));
const views = listPlainViews();
let store: Store;

beforeAll(async () => {
  store = createEmbeddedStore({ path: folder, log });
  await migrate(store, { log });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("their names", () => {
  const tables = listSql("tables").map((path) => basename(path, ".sql"));

  it("are those of facts and dimensions without the layer, each once, and no table's", () => {
    const names = views.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => tables.includes(name) || name.startsWith("view_"))).toEqual([]);
    const queriedTables = tables.filter((name) => /^(?:fct|dim)_/.test(name));
    for (const table of queriedTables)
      expect(views, `the view of ${table}`).toContainEqual(
        expect.objectContaining({ table, name: table.slice("fct_".length) }),
      );
  });

  it("of other tables begin with their chain", () => {
    const others = views.filter(({ table }) => /^(?:raw|int)_/.test(table));
    expect(others.length).toBeGreaterThan(10);
    for (const { name, table } of others)
      expect(name, `the view of sql/tables/*/${table}.sql`).toMatch(
        new RegExp(`^${table.split("_")[1]}_[a-z_]+$`),
      );
  });

  it("are none of the program's own tables", () => {
    expect(views.filter(({ table }) => table.startsWith("app_"))).toEqual([]);
  });
});

describe("their columns", () => {
  it("are the table's, those that are computed too, with types and comments", async () => {
    const rows = await store.rows<{ table: string; columns: [string, string, string][] }>(
      `select table, groupArray((name, type, comment)) as columns
      from (select table, name, type, comment, position from system.columns where database = currentDatabase() order by table, position)
      group by table`,
    );
    const columns = new Map(rows.map((row) => [row.table, row.columns]));
    for (const { name, table } of views) {
      expect(columns.get(name), name).toEqual(columns.get(table));
      expect(
        columns.get(name)?.map(([column]) => column),
        `columns of the view ${name} of ${table}`,
      ).toEqual(loadTable(table).columns.map((column) => column.name));
    }
  });
});

describe("what they answer", () => {
  it("is the row with the highest version, once", async () => {
    const insert = (epoch: number, blocks: number, version: number) =>
      store.command(
        `insert into fct_cardano_pool_reward_epoch (network, epoch, pool, block_count, version)
        values ('two', ${epoch}, 'pool1', ${blocks}, ${version})`,
      );
    await insert(7, 20, 2);
    await insert(7, 10, 1);
    await insert(8, 30, 1);
    expect(
      await store.rows(
        "select epoch, block_count from cardano_pool_reward_epoch where network = 'two' order by epoch",
      ),
    ).toEqual([
      { epoch: 7, block_count: 20 },
      { epoch: 8, block_count: 30 },
    ]);
  });

  it("is read by the key", async () => {
    await store.command(
      `insert into fct_eth_validator_performance_daily (network, day_type, validator_index, day, date)
      select 'one', 'utc', number, 5, '2026-01-01' from numbers(100000)`,
    );
    const plan = async (from: string) =>
      await store.text(
        `explain indexes = 1 select validator_index, attestation_penalty_gwei from ${from}
        where network = 'one' and day_type = 'utc' and validator_index = 70000 and day between 1 and 9`,
      );
    const read = (text: string) =>
      [...text.matchAll(/Granules: (\d+)\\?\/(\d+)/g)].map(([, some, all]) => `${some} of ${all}`);
    const [through, straight] = await Promise.all([
      plan("eth_validator_performance_daily"),
      plan("fct_eth_validator_performance_daily final"),
    ]);
    expect(read(through).at(-1)).toBe("1 of 12");
    expect(read(through)).toEqual(read(straight));
    expect(through).toMatch(/PrimaryKey[\s\S]*validator_index in/);
  });

  it("follows a table that changed places with another", async () => {
    await store.command("create database shadow");
    await store.command("create table shadow.fct_cardano_pool_reward_epoch as fct_cardano_pool_reward_epoch");
    await store.command(
      "insert into shadow.fct_cardano_pool_reward_epoch (network, epoch, pool) values ('one', 5, 'other')",
    );
    await store.command(
      "insert into fct_cardano_pool_reward_epoch (network, epoch, pool) values ('one', 5, 'first')",
    );
    const pools = () => store.rows("select pool from cardano_pool_reward_epoch where network = 'one'");
    expect(await pools()).toEqual([{ pool: "first" }]);
    await store.command(
      "exchange tables fct_cardano_pool_reward_epoch and shadow.fct_cardano_pool_reward_epoch",
    );
    expect(await pools()).toEqual([{ pool: "other" }]);
    await store.command("drop database shadow sync");
    expect(await pools()).toEqual([{ pool: "other" }]);
  });
});
