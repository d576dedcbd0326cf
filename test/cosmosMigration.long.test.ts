/**
 * A warehouse from the time when each chain had its own tables: nothing is lost, and it continues.
 * Fast counterpart: test/olderWarehouse.test.ts
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { delegatorAddress, validatorIdentity } from "../fixtures/cosmos/addresses.ts";
import { createCosmosHistory } from "../fixtures/cosmos/model.ts";
import { type StubNode, startCosmosStub } from "../fixtures/cosmos/stubNode.ts";
import { loadSql, sqlFolder } from "../lib/sql/file.ts";
import { listMigrations, migrate, statementsOf } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import type { Store } from "../lib/store/store.ts";
import { cosmosChainOf, cosmosChains } from "../schemas/cosmos/chains.ts";
import { backfillCosmos, cosmosOptions, log } from "./support/cosmos.ts";
import { formerTables, migrateWithoutFamily, turnBack } from "./support/cosmosBefore.ts";
import { dump } from "./support/cosmosTruth.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

/** Chains that there were then. */
const chains = cosmosChains.filter(({ id }) => formerTables.some(({ chain }) => chain === id));
/** Cut in the middle of a day. */
const [firstPart, secondPart] = [
  { from: 1, to: 40 },
  { from: 41, to: 60 },
];
const migrations = listMigrations(sqlFolder).map(({ text }) => text);
/** Those that change tables of the family: each is stopped at twice, and every start reads all files again. */
const statements = new Set(
  migrations.filter((text) => /cosmos/i.test(text) && statementsOf(text).length === 1),
);
/** The last of them runs twice, and later ones run once, in the start that nothing stops. */
const lastRun = migrations.slice(migrations.findLastIndex((text) => statements.has(text)));

let stubs: { id: string; stub: StubNode }[];
/** The tables of a warehouse that never was another. */
let expected: Record<string, string>;

async function feed(store: Store, range: { from: number; to: number }): Promise<void> {
  for (const { id, stub } of stubs) {
    const options = cosmosOptions([stub.url], { restUrls: [stub.url] });
    await backfillCosmos(cosmosChainOf(id), store, options, range);
  }
}

beforeAll(async () => {
  stubs = await Promise.all(
    chains.map(async (chain) => {
      const chainId = chain.mainNetwork;
      const size = { blocks: 60, validators: 4, secondsPerBlock: 5_000 };
      return {
        id: chain.id,
        stub: await startCosmosStub(createCosmosHistory({ chain, seed: 3, chainId, ...size })),
      };
    }),
  );
  const { store, close } = await openTemporaryStore();
  await feed(store, firstPart);
  await feed(store, secondPart);
  expected = await dump(store);
  await close();
});
afterAll(async () => {
  for (const { stub } of stubs) await stub.close();
});

describe("a warehouse with tables for each chain", () => {
  let fixture: ServeFixture;
  let rows: Record<string, string>;
  let answers: Record<string, string>;

  /** The answer of each endpoint of the chains. */
  async function readAnswers(): Promise<Record<string, string>> {
    const texts: Record<string, string> = {};
    for (const chain of chains)
      for (const [record, path] of Object.entries(chain.paths)) {
        const address = record.startsWith("delegator")
          ? delegatorAddress(chain, 0)
          : validatorIdentity(chain, 0).validator;
        const response = await fixture.get(`/v1/${chain.id}/${path.replace(/\{\w+\}/, address)}`);
        expect(response.status).toBe(200);
        texts[`${chain.id} ${record}`] = await response.text();
      }
    return texts;
  }

  async function tables(): Promise<string[]> {
    return (await fixture.store.rows<{ name: string }>("show tables")).map(({ name }) => name);
  }

  beforeAll(async () => {
    fixture = await openServeFixture();
    await feed(fixture.store, firstPart);
    rows = await dump(fixture.store);
    answers = await readAnswers();
    await turnBack(fixture.store);
  });
  afterAll(() => fixture.close());

  it("has the former tables", async () => {
    for (const { table } of formerTables)
      expect(await fixture.store.rows(`select 1 from ${table} limit 1`), table).toHaveLength(1);
    expect((await tables()).filter((name) => name.startsWith("fct_cosmos_"))).toEqual([]);
    const columns = await fixture.store.describe("select * from dim_cosmos_network");
    expect(columns.map(({ name }) => name)).toEqual(["network", "chain", "version"]);
  });

  it("is migrated through stops before and after each of its statements, which run twice", async () => {
    const { store } = fixture;
    const [stoppedBefore, ran] = [new Set<string>(), new Set<string>()];
    let stops = 0;
    const stop = () => {
      stops += 1;
      throw new Error("stopped");
    };
    const stopping: Store = {
      ...store,
      command: async (sql, params) => {
        if (!statements.has(sql)) return await store.command(sql, params);
        if (!stoppedBefore.has(sql)) {
          stoppedBefore.add(sql);
          stop();
        }
        await store.command(sql, params);
        if (!ran.has(sql)) {
          ran.add(sql);
          stop();
        }
      },
    };
    for (let attempt = 0; attempt < 2 * statements.size; attempt += 1)
      await expect(migrate(stopping)).rejects.toThrow("stopped");
    expect((await migrate(stopping)).migrations).toHaveLength(lastRun.length);
    expect(stops).toBe(2 * statements.size);
    expect(await migrate(store)).toEqual({ functions: [], tables: [], views: [], migrations: [] });
  });

  it("has every row and none of the former tables", async () => {
    expect(await dump(fixture.store)).toEqual(rows);
    const left = new Set(await tables());
    expect(formerTables.filter(({ table }) => left.has(table))).toEqual([]);
  });

  it("has the columns of a new warehouse", async () => {
    const create = async (table: string) => {
      const [row] = await fixture.store.rows<{ query: string }>(
        "select create_table_query as query from system.tables where database = currentDatabase() and name = {table:String}",
        { table },
      );
      return row?.query;
    };
    const migrated = await create("dim_cosmos_network");
    await fixture.store.command(
      loadSql("tables/cosmos/dim_cosmos_network.sql").text.replace("dim_cosmos_network", "dim_cosmos_fresh"),
    );
    expect((await create("dim_cosmos_fresh"))?.replace("dim_cosmos_fresh", "dim_cosmos_network")).toBe(
      migrated,
    );
    await fixture.store.command("drop table dim_cosmos_fresh sync");
  });

  it("answers as before", async () => {
    expect(await readAnswers()).toEqual(answers);
  });

  it("goes on with the day that was running", async () => {
    await feed(fixture.store, secondPart);
    expect(await dump(fixture.store)).toEqual(expected);
  });
});

it("a warehouse from before the family is migrated in the same way", async () => {
  const path = mkdtempSync(join(tmpdir(), "before-"));
  const store = createEmbeddedStore({ path, log });
  await migrateWithoutFamily(store);
  expect((await migrate(store)).migrations).toHaveLength(migrations.length);
  const tables = await store.rows<{ name: string }>("show tables");
  const names = new Set(tables.map(({ name }) => name));
  expect(formerTables.filter(({ table }) => names.has(table))).toEqual([]);
  for (const { now } of formerTables) expect(await store.rows(`select 1 from ${now} limit 1`)).toEqual([]);
  await store.close();
  rmSync(path, { recursive: true, force: true });
});
