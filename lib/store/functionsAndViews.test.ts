import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClickhouseFront, startClickhouseFront } from "../../test/support/clickhouseFront.ts";
import { createLogger } from "../logger.ts";
import { createEmbeddedStore } from "./embedded.ts";
import { createServerStore } from "./server.ts";
import type { Store } from "./store.ts";

const log = createLogger("silent");
const page =
  "select day, amount from view_pay(network = {network:String}, days = {days:Array(UInt32)}, least = {least:Nullable(Date)}) order by day";
const params = { network: "it's", days: [1, 70_005], least: null };

async function fill(store: Store): Promise<void> {
  await store.command(
    "create table pay (network LowCardinality(String), day UInt32, date Date, amount UInt64) engine = MergeTree order by (network, day)",
  );
  await store.command(
    "insert into pay select 'it\\'s', number, toDate('2020-01-01') + number % 1000, number from numbers(100000)",
  );
  await store.command(
    "create or replace function demoAtLeast as (value, minimum) -> minimum is null or value >= minimum",
  );
  await store.command(
    `create or replace view view_pay as select day, sum(amount) as amount from pay
    where network = {network:String} and day in {days:Array(UInt32)} and demoAtLeast(date, {least:Nullable(Date)})
    group by day comment 'One row per day'`,
  );
}

describe.each(["embedded", "server"] as const)("functions and views: %s store", (kind) => {
  const folder = mkdtempSync(join(tmpdir(), "store-views-"));
  let front: ClickhouseFront | undefined;
  let store: Store;

  beforeAll(async () => {
    if (kind === "server") {
      front = await startClickhouseFront({ path: folder });
      store = createServerStore({ url: front.url, log });
    } else store = createEmbeddedStore({ path: folder, log });
    await fill(store);
  });
  afterAll(async () => {
    await store.close();
    await front?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("hands values on to a view, nulls and lists too", async () => {
    expect(await store.text(page, params)).toBe('{"day":1,"amount":1}\n{"day":70005,"amount":70005}\n');
    expect(await store.text(page, { ...params, least: "2020-01-03" })).toBe('{"day":70005,"amount":70005}\n');
    expect(await store.text(page, { ...params, network: "other" })).toBe("");
  });

  it("prunes by the key through a view", async () => {
    const plan = await store.rows<{ explain: string }>(`explain indexes = 1 ${page}`, params);
    const text = plan.map((row) => row.explain).join("\n");
    const [, chosen, all] = /PrimaryKey[\s\S]*?Granules: (\d+)\/(\d+)/.exec(text) ?? [];
    expect(Number(all)).toBeGreaterThan(10);
    expect(Number(chosen)).toBeLessThanOrEqual(2);
  });

  it("refuses a statement that doesn't give a view all its values", async () => {
    await expect(store.text("select * from view_pay(network = 'x')")).rejects.toMatchObject({
      kind: "store",
    });
  });

  it("reads the table that has taken the place of the one before", async () => {
    await store.command("create table other as pay");
    await store.command("insert into other values ('it\\'s', 1, '2020-01-02', 77)");
    await store.command("exchange tables pay and other");
    expect(await store.text(page, params)).toBe('{"day":1,"amount":77}\n');
    await store.command("exchange tables pay and other");
    await store.command("drop table other sync");
    expect(await store.text(page, params)).toContain('"amount":70005');
  });
});

describe("functions and views in a folder", () => {
  it("are there when it is opened again, functions in each of its databases", async () => {
    const path = mkdtempSync(join(tmpdir(), "store-views-"));
    const before = createEmbeddedStore({ path, log });
    await fill(before);
    await before.command("create database other");
    await before.close();
    const after = createEmbeddedStore({ path, log });
    const other = createEmbeddedStore({ path, database: "other", log });
    try {
      expect(await after.text(page, params)).toContain('"amount":70005');
      expect(await other.text("select demoAtLeast(1, 2) as a")).toBe('{"a":0}\n');
      await expect(other.text(page, params)).rejects.toMatchObject({ kind: "store" });
    } finally {
      await other.close();
      await after.close();
      rmSync(path, { recursive: true, force: true });
    }
  });
});
