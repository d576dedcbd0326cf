import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@clickhouse/client";
import { createChdbConnection } from "chdb/connection";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClickhouseFront, diskFull, startClickhouseFront } from "../../test/support/clickhouseFront.ts";
import { fc } from "../../test/support/properties.ts";
import type { StoreError } from "../errors.ts";
import { createLogger } from "../logger.ts";
import { createEmbeddedStore } from "./embedded.ts";
import { createServerStore } from "./server.ts";
import type { Store } from "./store.ts";

const log = createLogger("silent");
const kinds = ["embedded", "server"] as const;

/** Fails only after it has produced rows, which chDB then keeps for the next answer on the connection. */
const failsLate = `
  select throwIf(number = 300000, 'boom') as failed, 'SECRET' as leak, number
  from numbers(1000000)
  settings max_block_size = 1000, max_threads = 1`;

async function failureOf(statement: Promise<unknown>): Promise<StoreError> {
  return statement.then(
    () => expect.unreachable("the statement should fail"),
    (error: unknown) => error as StoreError,
  );
}

describe.each(kinds)("%s store", (kind) => {
  const folder = mkdtempSync(join(tmpdir(), "store-"));
  let front: ClickhouseFront | undefined;
  let store: Store;

  beforeAll(async () => {
    if (kind === "server") {
      front = await startClickhouseFront({ path: folder });
      store = createServerStore({ url: front.url, log });
    } else store = createEmbeddedStore({ path: folder, log });
  });
  afterAll(async () => {
    await store.close();
    await front?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("answers a ping", async () => {
    await expect(store.ping()).resolves.toBeUndefined();
    expect(store.kind).toBe(kind);
  });

  it("keeps every digit of large integers and decimals", async () => {
    const sql = `
      select
        toUInt64('18446744073709551615') as a,
        toInt256('-57896044618658097711785492504343953926634992332820282019728792003956564819968') as b,
        toDecimal128('12345678901234567890.000000000000000001', 18) as c`;
    expect(await store.text(sql)).toBe(
      '{"a":18446744073709551615,"b":-57896044618658097711785492504343953926634992332820282019728792003956564819968,"c":12345678901234567890.000000000000000001}\n',
    );
    expect(await store.rows(sql)).toEqual([
      {
        a: "18446744073709551615",
        b: "-57896044618658097711785492504343953926634992332820282019728792003956564819968",
        c: "12345678901234567890.000000000000000001",
      },
    ]);
    const { columns } = await store.columns(sql);
    expect(columns).toEqual({
      a: BigUint64Array.of(18446744073709551615n),
      b: [-(2n ** 255n)],
      c: [12345678901234567890_000000000000000001n],
    });
  });

  it("binds values of every kind", async () => {
    const sql = `
      select
        {text:String} as text, {number:UInt32} as number, {large:UInt64} as large, {amount:Decimal(38, 18)} as amount,
        {day:Date} as day, {noDay:Nullable(Date)} as noDay, {someDay:Nullable(Date)} as someDay,
        {numbers:Array(UInt32)} as numbers, {texts:Array(String)} as texts, {yes:Bool} as yes,
        {half:Float64} as half, {time:DateTime64(3)} as time, {column:Identifier} as chosen,
        '{text:String}' as quoted /* {comment:String} */
      from (select 7 as seven)`;
    const rows = await store.rows(sql, {
      text: "it's \\ a \n\t\u0000 ∑ -- '; drop table t",
      number: 4294967295,
      large: 18446744073709551615n,
      amount: "1.000000000000000001",
      day: "2025-02-28",
      noDay: null,
      someDay: "2025-03-01",
      numbers: [1, 2, 3],
      texts: ["a'b", "c\\n", "d,]", ""],
      yes: true,
      half: 0.5,
      time: "2025-01-01 00:00:00.123",
      column: "seven",
    });
    expect(rows).toEqual([
      {
        text: "it's \\ a \n\t\u0000 ∑ -- '; drop table t",
        number: 4294967295,
        large: "18446744073709551615",
        amount: "1.000000000000000001",
        day: "2025-02-28",
        noDay: null,
        someDay: "2025-03-01",
        numbers: [1, 2, 3],
        texts: ["a'b", "c\\n", "d,]", ""],
        yes: true,
        half: 0.5,
        time: "2025-01-01 00:00:00.123",
        chosen: 7,
        quoted: "{text:String}",
      },
    ]);
  });

  it("binds any text as itself and nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary" }),
        fc.array(fc.string({ unit: "binary" })),
        async (text, texts) => {
          const rows = await store.rows("select {text:String} as text, {texts:Array(String)} as texts", {
            text,
            texts,
          });
          expect(rows).toEqual([{ text, texts }]);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("refuses values that are missing, null or malformed", async () => {
    expect((await failureOf(store.text("select {a:UInt8}"))).code).toBe("unknown_query_parameter");
    expect((await failureOf(store.text("select {a:UInt8}", { a: null }))).code).toBe("bad_query_parameter");
    const badDate = await failureOf(store.text("select {a:Nullable(Date)} as a", { a: "yesterday" }));
    expect(badDate.code).toMatch(/bad_query_parameter|cannot_parse/);
    expect(badDate.retryable).toBe(false);
    const badName = await failureOf(store.text("select {a:Identifier} as a", { a: "x` from y" }));
    expect(badName.retryable).toBe(false);
  });

  it("prunes by the key through an optional filter", async () => {
    await store.command(
      "create table pruned (a UInt32) engine = MergeTree order by a settings index_granularity = 100",
    );
    await store.command("insert into pruned select number from numbers(10000)");
    const plan = await store.rows<{ explain: string }>(
      "explain indexes = 1 select a from pruned where {from:Nullable(UInt32)} is null or a >= {from:Nullable(UInt32)}",
      { from: 9950 },
    );
    expect(plan.map((row) => row.explain.trim())).toContain("Granules: 1/100");
  });

  it("describes a query without running it", async () => {
    const described = await store.describe(
      "select {a:Nullable(Date)} as a, toUInt64(1) as b, throwIf(1) as c",
      {
        a: null,
      },
    );
    expect(described).toEqual([
      { name: "a", type: "Nullable(Date)" },
      { name: "b", type: "UInt64" },
      { name: "c", type: "UInt8" },
    ]);
  });

  it("inserts columns and reads them back", async () => {
    await store.command(`
      create table written (
        id UInt32, name LowCardinality(String), key FixedString(4), amount Decimal(38, 18), status Enum8('off' = 0, 'on' = 1),
        at Nullable(DateTime64(3)), indexes Array(UInt32), spec Map(String, String)
      ) engine = MergeTree order by id`);
    const columns = [
      { name: "id", type: "UInt32", values: Uint32Array.of(1, 2, 3) },
      { name: "name", type: "String", values: ["a", "ü", "a"] },
      { name: "key", type: "FixedString(4)", values: new TextEncoder().encode("aaaabbbbcccc") },
      { name: "amount", type: "Decimal(38, 18)", values: [1n, -(10n ** 37n), 0n] },
      { name: "status", type: "String", values: ["on", "off", "on"] },
      {
        name: "at",
        type: "Nullable(DateTime64(3))",
        values: {
          kind: "nullable" as const,
          nulls: Uint8Array.of(0, 1, 0),
          values: BigInt64Array.of(1n, 0n, 1_700_000_000_123n),
        },
      },
      {
        name: "indexes",
        type: "Array(UInt32)",
        values: {
          kind: "array" as const,
          offsets: BigUint64Array.of(2n, 2n, 3n),
          values: Uint32Array.of(7, 8, 9),
        },
      },
      {
        name: "spec",
        type: "Map(String, String)",
        values: { kind: "map" as const, offsets: BigUint64Array.of(0n, 1n, 1n), keys: ["k"], values: ["v"] },
      },
    ];
    await store.insert("written", columns);
    const block = await store.columns("select * from written order by id");
    expect(block.rows).toBe(3);
    expect(block.columns).toEqual(Object.fromEntries(columns.map(({ name, values }) => [name, values])));
    expect(readdirSync(join(folder, "incoming"))).toEqual([]);
  });

  it("reports a failed insert and leaves no file behind", async () => {
    const one = [{ name: "missing", type: "UInt8", values: Uint8Array.of(1) }];
    expect((await failureOf(store.insert("written", one))).retryable).toBe(false);
    const unknown = await failureOf(store.insert("no_such_table", one));
    expect([unknown.code, unknown.retryable]).toEqual(["unknown_table", false]);
    const uneven = [...one, { name: "b", type: "UInt8", values: Uint8Array.of(1, 2) }];
    expect((await failureOf(store.insert("written", uneven))).code).toBe("bad_column");
    expect((await failureOf(store.insert("a`b", one))).code).toBe("bad_name");
    expect(readdirSync(join(folder, "incoming"))).toEqual([]);
  });

  it.each([
    ["select 1 +", "syntax_error", false],
    ["select a from no_such_table", "unknown_table", false],
    ["select no_such_column from (select 1 as a)", "unknown_identifier", false],
    ["select 1 = [1]", "illegal_type_of_argument", false],
    ["select sum(number) from numbers(1e9) settings max_memory_usage = 10", "memory_limit_exceeded", true],
    [
      "select count() from numbers(1e12) where rand() = 1 settings max_execution_time = 0.2",
      "timeout_exceeded",
      true,
    ],
    ["select 1; drop table written", "multiple_statements", false],
  ])("classifies %s", async (sql, code, retryable) => {
    const error = await failureOf(store.command(sql));
    expect([error.kind, error.code, error.retryable]).toEqual(["store", code, retryable]);
  });

  it("keeps the rows of a failed query away from the next answer", async () => {
    for (let round = 0; round < 8; round += 1) {
      expect((await failureOf(store.text(failsLate))).code).toBe("function_throw_if_value_is_non_zero");
      expect(await store.text("select 1 as one")).toBe('{"one":1}\n');
    }
  });

  it("keeps them away with 32 requests in flight, too", async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 96 }, (_, index) =>
        index % 3 === 0 ? store.text(failsLate) : store.text("select {index:UInt32} as i", { index }),
      ),
    );
    answers.forEach((answer, index) => {
      if (index % 3 === 0) expect(answer.status).toBe("rejected");
      else expect(answer).toEqual({ status: "fulfilled", value: `{"i":${index}}\n` });
    });
  });

  it("answers both ways of quoting at the same time", async () => {
    const sql = "select toUInt64(1) as a";
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) => (index % 2 === 0 ? store.text(sql) : store.rows(sql))),
    );
    answers.forEach((answer, index) => {
      expect(answer).toEqual(index % 2 === 0 ? '{"a":1}\n' : [{ a: "1" }]);
    });
  });
});

describe("embedded engine without the pool", () => {
  it("does leak a failed query's rows, which is what the pool is for", async () => {
    const folder = mkdtempSync(join(tmpdir(), "store-bare-"));
    const connection = createChdbConnection({ path: folder });
    const bare = createClient({ connection: connection as never });
    await bare.query({ query: failsLate, format: "JSONEachRow" }).catch(() => undefined);
    const answer = await bare.query({ query: "select 1 as one", format: "JSONEachRow" });
    expect(await answer.text()).toContain("SECRET");
    await connection.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe("embedded store", () => {
  it("refuses work after close and lets work in flight end", async () => {
    const folder = mkdtempSync(join(tmpdir(), "store-close-"));
    const store = createEmbeddedStore({ path: folder, poolSize: 1, log });
    const running = store.text("select sleep(0.1) as slept");
    const waiting = failureOf(store.text("select 1"));
    await store.close();
    expect(await running).toBe('{"slept":0}\n');
    expect((await waiting).code).toBe("store_closed");
    expect((await failureOf(store.ping())).code).toBe("store_closed");
    rmSync(folder, { recursive: true, force: true });
  });

  it("names the process that holds the folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), "store-held-"));
    const script = join(import.meta.dirname, "../../test/support/clickhouseFront.ts");
    const holder = spawn(process.execPath, ["--import", "tsx", script, "--path", folder], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const ended = once(holder, "exit");
    const [line] = (await once(holder.stdout, "data")) as [Buffer];
    const { url } = JSON.parse(line.toString()) as { url: string };
    const shared = createServerStore({ url, log });
    expect(await shared.rows("select 1 as a")).toEqual([{ a: 1 }]);
    await shared.close();
    expect(() => createEmbeddedStore({ path: folder, log })).toThrow(
      `is in use by process ${holder.pid}. Stop that process, or set DATA_DIR`,
    );
    holder.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    rmSync(folder, { recursive: true, force: true });
  });

  it("keeps its rows when the folder is opened again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "store-again-"));
    const first = createEmbeddedStore({ path: folder, log });
    await first.command("create table kept (a UInt8) engine = MergeTree order by a");
    await first.insert("kept", [{ name: "a", type: "UInt8", values: Uint8Array.of(5) }]);
    await first.close();
    const second = createEmbeddedStore({ path: folder, log });
    expect(await second.rows("select a from kept")).toEqual([{ a: 5 }]);
    await second.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe("server store when the server fails", () => {
  const folder = mkdtempSync(join(tmpdir(), "store-faults-"));
  const one = [{ name: "a", type: "UInt8", values: Uint8Array.of(1) }];
  let front: ClickhouseFront;
  let store: Store;

  beforeAll(async () => {
    front = await startClickhouseFront({ path: folder });
    store = createServerStore({ url: front.url, requestTimeoutMs: 1_000, log });
    await store.command("create table t (a UInt8) engine = MergeTree order by a");
  });
  afterAll(async () => {
    await store.close();
    await front.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ["refused", { refuse: true }, "econnreset"],
    ["503 from a proxy", { status: 503 }, "network_error"],
    ["reset in the middle", { resetAfterBytes: 3 }, "econnreset"],
    ["silence", { delayMs: 3_000 }, "network_error"],
  ])("calls it retryable: %s", async (_, fault, code) => {
    front.setFaults({ ...fault, times: 1 });
    const error = await failureOf(store.text("select number from numbers(100)"));
    expect([error.code, error.retryable]).toEqual([code, true]);
    expect(await store.text("select 1 as a")).toBe('{"a":1}\n');
  });

  it.each([
    ["full disk", diskFull, "not_enough_space"],
    ["too many parts", { failInserts: { table: "t", code: 252, type: "TOO_MANY_PARTS" } }, "too_many_parts"],
  ])("calls an insert retryable: %s", async (_, fault, code) => {
    front.setFaults({ ...fault, times: 1 });
    const error = await failureOf(store.insert("t", one));
    expect([error.code, error.retryable]).toEqual([code, true]);
  });

  it("reports a server that is gone", async () => {
    const gone = createServerStore({ url: "http://127.0.0.1:9", log });
    const error = await failureOf(gone.ping());
    expect([error.code, error.retryable]).toEqual(["econnrefused", true]);
    await gone.close();
  });
});
