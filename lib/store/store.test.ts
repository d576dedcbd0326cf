import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fc } from "../../test/support/properties.ts";
import { failureOf, storeKinds, useStore } from "../../test/support/stores.ts";

describe.each(storeKinds)("%s store", (kind) => {
  const { folder, store } = useStore(kind);

  it("answers a ping", async () => {
    await expect(store().ping()).resolves.toBeUndefined();
    expect(store().kind).toBe(kind);
  });

  it("keeps every digit of large integers and decimals", async () => {
    const sql = `
      select
        toUInt64('18446744073709551615') as a,
        toInt256('-57896044618658097711785492504343953926634992332820282019728792003956564819968') as b,
        toDecimal128('12345678901234567890.000000000000000001', 18) as c`;
    expect(await store().text(sql)).toBe(
      '{"a":18446744073709551615,"b":-57896044618658097711785492504343953926634992332820282019728792003956564819968,"c":12345678901234567890.000000000000000001}\n',
    );
    expect(await store().rows(sql)).toEqual([
      {
        a: "18446744073709551615",
        b: "-57896044618658097711785492504343953926634992332820282019728792003956564819968",
        c: "12345678901234567890.000000000000000001",
      },
    ]);
    const { columns } = await store().columns(`select a, toString(b) as b, toString(c) as c from (${sql})`);
    expect(columns).toEqual({
      a: BigUint64Array.of(18446744073709551615n),
      b: [String(-(2n ** 255n))],
      c: ["12345678901234567890.000000000000000001"],
    });
  });

  it("returns with a page the number of rows without its limit", async () => {
    const sql = `
      select number as n, '{"row":\\n"rows_before_limit_at_least":7}' as text, toUInt64('18446744073709551615') as large
      from numbers({count:UInt64})
      where number % 3 = 0
      order by n desc
      limit {limit:UInt64} offset {offset:UInt64}
      settings exact_rows_before_limit = 1, enable_analyzer = 0`;
    const row = (n: number) =>
      `{"n":${n},"text":"{\\"row\\":\\n\\"rows_before_limit_at_least\\":7}","large":18446744073709551615}`;
    const page = (limit: number, offset: number, count = 100_000) =>
      store().page(sql, { count, limit, offset });
    expect(await page(2, 1)).toEqual({ rows: [row(99_996), row(99_993)], total: 33_334 });
    expect(await page(5, 33_333)).toEqual({ rows: [row(0)], total: 33_334 });
    expect(await page(5, 40_000)).toEqual({ rows: [], total: 33_334 });
    expect(await page(5, 0, 0)).toEqual({ rows: [], total: 0 });
    expect((await failureOf(store().page("select 1 as one"))).code).toBe("no_limit");
  });

  it("describes a statement that has settings", async () => {
    const sql = "select toUInt8(1) as a\nsettings enable_analyzer = 0,\n max_threads = 1";
    expect(await store().describe(sql)).toEqual([{ name: "a", type: "UInt8" }]);
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
    const rows = await store().rows(sql, {
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
    const text = fc.string({ unit: "binary" });
    // Ten at a time, because a statement costs more than what it binds.
    const pairs = fc.array(fc.tuple(text, fc.array(text)), { minLength: 10, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(pairs, async (values) => {
        const params = Object.fromEntries(
          values.flatMap(([text, texts], i) => [
            [`text${i}`, text],
            [`texts${i}`, texts],
          ]),
        );
        const columns = values.map(
          (_, i) => `{text${i}:String} as text${i}, {texts${i}:Array(String)} as texts${i}`,
        );
        expect(await store().rows(`select ${columns.join(", ")}`, params)).toEqual([params]);
      }),
      { numRuns: 5 },
    );
  });

  it("refuses values that are missing, null or malformed", async () => {
    expect((await failureOf(store().text("select {a:UInt8}"))).code).toBe("unknown_query_parameter");
    expect((await failureOf(store().text("select {a:UInt8}", { a: null }))).code).toBe("bad_query_parameter");
    const badDate = await failureOf(store().text("select {a:Nullable(Date)} as a", { a: "yesterday" }));
    expect(badDate.code).toMatch(/bad_query_parameter|cannot_parse/);
    expect(badDate.retryable).toBe(false);
    const badName = await failureOf(store().text("select {a:Identifier} as a", { a: "x` from y" }));
    expect(badName.retryable).toBe(false);
  });

  it("prunes by the key through an optional filter", async () => {
    await store().command(
      "create table pruned (a UInt32) engine = MergeTree order by a settings index_granularity = 100",
    );
    await store().command("insert into pruned select number from numbers(10000)");
    const plan = await store().rows<{ explain: string }>(
      "explain indexes = 1 select a from pruned where {from:Nullable(UInt32)} is null or a >= {from:Nullable(UInt32)}",
      { from: 9950 },
    );
    expect(plan.map((row) => row.explain.trim())).toContain("Granules: 1/100");
  });

  it("describes a query without running it", async () => {
    const described = await store().describe(
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
    await store().command(`
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
    await store().insert("written", columns);
    const block = await store().columns(
      `select
        id, cast(name, 'String') as name, key, toString(amount) as amount, toString(status) as status,
        cast(at, 'Nullable(DateTime64(3))') as at, indexes, mapKeys(spec) as spec_keys, mapValues(spec) as spec_values
      from written order by id`,
    );
    expect(block.rows).toBe(3);
    const specOffsets = BigUint64Array.of(0n, 1n, 1n);
    expect(block.columns).toEqual({
      ...Object.fromEntries(columns.map(({ name, values }) => [name, values])),
      amount: ["0.000000000000000001", "-10000000000000000000", "0"],
      spec: undefined,
      spec_keys: { kind: "array", offsets: specOffsets, values: ["k"] },
      spec_values: { kind: "array", offsets: specOffsets, values: ["v"] },
    });
    expect(readdirSync(join(folder, "incoming"))).toEqual([]);
  });

  it("reports a failed insert and leaves no file", async () => {
    const one = [{ name: "missing", type: "UInt8", values: Uint8Array.of(1) }];
    expect((await failureOf(store().insert("written", one))).retryable).toBe(false);
    const unknown = await failureOf(store().insert("no_such_table", one));
    expect([unknown.code, unknown.retryable]).toEqual(["unknown_table", false]);
    const uneven = [...one, { name: "b", type: "UInt8", values: Uint8Array.of(1, 2) }];
    expect((await failureOf(store().insert("written", uneven))).code).toBe("bad_column");
    expect((await failureOf(store().insert("a`b", one))).code).toBe("bad_name");
    expect(readdirSync(join(folder, "incoming"))).toEqual([]);
  });
});
