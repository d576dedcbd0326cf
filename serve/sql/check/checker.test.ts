import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../../lib/store/store.ts";
import { attacks } from "../../../test/support/sqlAttacks.ts";
import { questions } from "../../../test/support/sqlQuestions.ts";
import { failureOf } from "../../../test/support/stores.ts";
import { openTemporaryStore } from "../../../test/support/warehouse.ts";
import { type Checker, createChecker } from "./checker.ts";
import { tableFunctions } from "./select.ts";

const secret = "the-secret-of-another";
const budget = {
  seconds: 20,
  memoryMib: 1_024,
  rows: 100_000_000,
  foreign: { resultRows: 1_000_000, resultMib: 64, threads: 1 },
};

let opened: Awaited<ReturnType<typeof openTemporaryStore>>;
let store: Store;
let check: Checker;

async function run(sql: string, params: Record<string, string | null> = {}): Promise<string> {
  const checked = await check(sql, params);
  const { bytes } = await store.bytes(checked.sql, checked.format ?? "TSV");
  return bytes.toString("utf8");
}

beforeAll(async () => {
  opened = await openTemporaryStore();
  await opened.store.command(
    `insert into app_api_key (key_id, name, key_hash, tier, version) values ('${secret}', '${secret}', '${secret}', 'free', 1)`,
  );
  await opened.store.command("create database shadow_of_replay");
  await opened.store.command(`create table shadow_of_replay.fct_eth_block (secret String) engine = Memory`);
  await opened.store.command(`insert into shadow_of_replay.fct_eth_block values ('${secret}')`);
  await opened.store.command(`create table not_declared (secret String) engine = Memory`);
  await opened.store.command(`create view view_of_keys as select * from app_api_key`);
  await opened.store.command(
    `create dictionary secrets (key_id String, name String) primary key key_id source(clickhouse(table 'app_api_key')) layout(complex_key_hashed()) lifetime(0)`,
  );
  await opened.store.command(
    `create table joined (key_id String, name String) engine = Join(any, left, key_id)`,
  );
  await opened.store.command("insert into dim_eth_network (network, version) values ('mainnet', 1)");
  store = opened.store.within({ budget });
  check = createChecker(store);
});
afterAll(async () => opened.close());

it("allows no table function that the engine refuses to statements that can only read", async () => {
  const rows = await opened.store.rows<{ name: string }>(
    "select name from system.table_functions where allow_readonly = 1 and has({names:Array(String)}, name)",
    { names: [...tableFunctions] },
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...tableFunctions].sort());
});

describe("the checker", () => {
  it.each(questions)("answers %s", async (sql, answer) => {
    const reply = await run(sql);
    if (typeof answer === "string") expect(reply).toBe(answer);
    else expect(reply).toMatch(answer);
  });

  it.each(attacks)("refuses %s", async (sql) => {
    const error = await failureOf(run(sql));
    expect([error.kind, error.meta.clickhouseCode]).toEqual(["store", expect.any(Number)]);
    expect(error.message).not.toContain(secret);
    expect(error.message).not.toMatch(/Maybe you meant/);
  });

  it("refuses statements of more than a size, before the engine reads them", async () => {
    const size = { bytes: 2_000, tokens: 100 };
    const sentStatements: string[] = [];
    const counted: Store = {
      ...store,
      text: (sql) => {
        sentStatements.push(sql);
        return store.text(sql);
      },
    };
    const small = createChecker(counted, { size });
    await small(`select ${Array.from({ length: 49 }, (_, i) => i).join(", ")} /* ${"word ".repeat(200)} */`);
    await small(`select '${"word ".repeat(300)}'`);
    const before = sentStatements.length;
    for (const sql of [
      `select ${Array.from({ length: 51 }, (_, i) => i).join(", ")}`,
      `select ${"`".repeat(220)}`,
      `select ${"(".repeat(101)}`,
      `select '${"x".repeat(2_000)}'`,
    ])
      expect((await failureOf(small(sql))).message).toMatch(/may have 2000|more than 100 words/);
    expect(sentStatements).toHaveLength(before);
  });

  const named = (count: number, part: (name: string) => string, separator = " ") =>
    Array.from({ length: count }, (_, index) => part(`t${index}`)).join(separator);
  it.each([
    ["commas", (count: number) => `select 1 from ${named(count, (name) => `numbers(1) as ${name}`, ", ")}`],
    [
      "joins",
      (count: number) =>
        `select 1 from numbers(1) as one ${named(count, (name) => `join numbers(1) as ${name} on one.number = ${name}.number`)}`,
    ],
    [
      "names",
      (count: number) =>
        `with c as (select 1) select 1 from c ${named(count, (name) => `cross join c as ${name}`)}`,
    ],
  ])("refuses statements that join more than 32 tables by %s, before they are analysed", async (_, sql) => {
    expect((await failureOf(run(sql(33)))).message).toMatch(/joins 3[34] tables, and may join 32/);
    await check(sql(8));
  });

  it("stops when the caller has gone", async () => {
    const left = AbortSignal.abort(new Error("left"));
    expect((await failureOf(check("select 12345", {}, left))).code).toBe("cancelled");
    expect(await run("select 12345")).toBe("12345\n");
  });

  it("takes values as values and names as names", async () => {
    expect(await run("select {x:String}, {n:Nullable(UInt8)}", { x: "'); drop", n: null })).toBe(
      "\\'); drop\t\\N\n",
    );
    expect(await run("select count() from {t:Identifier}", { t: "dim_eth_network" })).toBe("1\n");
    for (const t of ["app_api_key", "default.app_api_key", "system.processes", "a` from app_api_key --"])
      expect((await failureOf(run("select count() from {t:Identifier}", { t }))).kind).toBe("store");
    expect((await failureOf(run("select {f:Identifier}('/etc/passwd')", { f: "file" }))).kind).toBe("store");
  });

  it("knows no answer of before to a table that is hidden by now", async () => {
    await opened.store.command("create table late (x UInt8) engine = Memory");
    const late = createChecker(store, { tables: ["late"], namesTtlMs: 1 });
    expect((await late("select x from late")).sql).toContain("late");
    expect((await failureOf(late("select network from dim_eth_network"))).code).toBe("unknown_table");
  });
});
