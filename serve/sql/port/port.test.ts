import { request } from "node:http";
import { gunzipSync, gzipSync } from "node:zlib";
import { createClient } from "@clickhouse/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../../lib/store/store.ts";
import { openSqlPort, type SqlPort } from "../../../test/support/sqlPort.ts";
import { openTemporaryStore } from "../../../test/support/warehouse.ts";
import { isHarmlessSetting } from "../check/settings.ts";

let opened: Awaited<ReturnType<typeof openTemporaryStore>>;
let store: Store;
let port: SqlPort;

beforeAll(async () => {
  opened = await openTemporaryStore();
  store = opened.store;
  await store.command("insert into dim_eth_network (network, version) values ('mainnet', 1), ('hoodi', 1)");
  port = await openSqlPort(store);
});
afterAll(async () => {
  await port.close();
  await opened.close();
});

const basic = (key: string) => `Basic ${Buffer.from(`user:${key}`).toString("base64")}`;

type Init = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> };
const send = (search: string, { headers = {}, ...init }: Init = {}) =>
  fetch(`${port.url}/${search}`, { ...init, headers: { authorization: basic(port.key), ...headers } });
const query = (sql: string, more = "") => send(`?query=${encodeURIComponent(sql)}${more}`);

/** Runs for minutes in small blocks. */
const endless = "select count() from numbers(1000000000000) where sipHash64(number) = 1";
const running = async () => {
  const [row] = await store.rows<{ n: string }>(
    "select count() as n from system.processes where query like '%sipHash64(number)%' and query not like '%processes%'",
  );
  return row?.n;
};

describe("the SQL port", () => {
  it("is there, without a key", async () => {
    for (const path of ["/", "/ping"]) {
      const response = await fetch(port.url + path);
      expect([response.status, await response.text()]).toEqual([200, "Ok.\n"]);
    }
    expect((await fetch(`${port.url}/play`)).status).toBe(404);
  });

  it("answers by GET and POST, from the address, the body, or both", async () => {
    const sql = "select network from dim_eth_network order by network";
    expect(await (await query(sql)).text()).toBe("hoodi\nmainnet\n");
    expect(await (await send("", { method: "POST", body: sql })).text()).toBe("hoodi\nmainnet\n");
    const both = send("?query=select network", { method: "POST", body: "from dim_eth_network limit 1" });
    expect(await (await both).text()).toMatch(/^\w+\n$/);
    const body = new Uint8Array(gzipSync(sql));
    const zipped = send("", { method: "POST", body, headers: { "content-encoding": "gzip" } });
    expect(await (await zipped).text()).toBe("hoodi\nmainnet\n");
    const form = new FormData();
    form.set("query", "select {n:UInt8} + 1");
    form.set("param_n", "6");
    const response = await fetch(port.url, {
      method: "POST",
      body: form,
      headers: { authorization: basic(port.key) },
    });
    expect(await response.text()).toBe("7\n");
  });

  it("takes the key as ClickHouse's clients show it", async () => {
    const { key } = port;
    const ways: [string, Record<string, string>][] = [
      ["", { authorization: basic(key) }],
      ["", { authorization: `Bearer ${key}` }],
      ["", { "x-clickhouse-user": "me", "x-clickhouse-key": key }],
      [`&user=me&password=${key}`, {}],
    ];
    for (const [search, headers] of ways) {
      const response = await fetch(`${port.url}/?query=select+1${search}`, { headers });
      expect([response.status, await response.text()]).toEqual([200, "1\n"]);
    }
  });

  it.each([
    ["no key", () => ({})],
    ["no key that there is", () => ({ authorization: basic(`va_${"0".repeat(12)}_${"0".repeat(48)}`) })],
    ["a default user", () => ({ authorization: basic("") })],
  ])("refuses %s", async (_, headers) => {
    const response = await fetch(`${port.url}/?query=select+1`, { headers: headers() });
    expect([response.status, response.headers.get("x-clickhouse-exception-code")]).toEqual([401, "516"]);
    expect(await response.text()).toMatch(/^Code: 516\. DB::Exception: .*\(AUTHENTICATION_FAILED\)\n$/);
  });

  it("refuses a key without the scope", async () => {
    const response = await fetch(`${port.url}/?query=select+1`, {
      headers: { authorization: basic(port.otherKey) },
    });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("lacks the scope sql");
  });

  it("returns format, query id and the rows read", async () => {
    const response = await query("select network from dim_eth_network format JSONEachRow", "&query_id=mine");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/x-ndjson; charset=UTF-8",
      "x-clickhouse-format": "JSONEachRow",
      "x-clickhouse-query-id": "mine",
      "x-clickhouse-timezone": "UTC",
      "x-clickhouse-server-display-name": "validator-analytics",
      "cache-control": "no-store",
    });
    expect(JSON.parse(response.headers.get("x-clickhouse-summary") ?? "")).toMatchObject({ read_rows: "2" });
    const csv = await query("select 1 as a, 'x' as b", "&default_format=CSVWithNames");
    expect([csv.headers.get("content-type"), await csv.text()]).toEqual([
      "text/csv; charset=UTF-8",
      '"a","b"\n1,"x"\n',
    ]);
    const headers = { "x-clickhouse-format": "JSONCompactEachRow" };
    expect(await (await send("?query=select+1,2", { headers })).text()).toBe("[1, 2]\n");
    const parquet = await query("select 1 as a format Parquet");
    expect(
      Buffer.from(await parquet.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe("PAR1");
  });

  it("compresses on request", async () => {
    const search = "?query=select+number+from+numbers(10000)&enable_http_compression=1";
    const answer = await new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
      const headers = { authorization: basic(port.key), "accept-encoding": "lz4, gzip" };
      request(`${port.url}/${search}`, { headers }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.once("end", () =>
          resolve({ encoding: incoming.headers["content-encoding"], body: Buffer.concat(chunks) }),
        );
      })
        .once("error", reject)
        .end();
    });
    expect(answer.encoding).toBe("gzip");
    expect(gunzipSync(answer.body).toString().split("\n")).toHaveLength(10_001);
  });

  it.each([
    ["select * from app_api_key", 404, 60, "UNKNOWN_TABLE"],
    ["select file('/etc/passwd')", 403, 497, "ACCESS_DENIED"],
    ["selec 1", 400, 62, "SYNTAX_ERROR"],
    ["select no_column from dim_eth_network", 400, 47, "UNKNOWN_IDENTIFIER"],
    ["select {x:UInt8}", 400, 456, "UNKNOWN_QUERY_PARAMETER"],
    ["select 1 format Template", 400, 73, "UNKNOWN_FORMAT"],
    ["drop table dim_eth_network", 403, 497, "ACCESS_DENIED"],
    ["select 1; select 2", 400, 62, "SYNTAX_ERROR"],
  ])("refuses %s with ClickHouse's words", async (sql, status, code, type) => {
    const response = await query(sql);
    expect([response.status, response.headers.get("x-clickhouse-exception-code")]).toEqual([
      status,
      String(code),
    ]);
    expect(await response.text()).toMatch(
      new RegExp(`^Code: ${code}\\. DB::Exception: [^]+ \\(${type}\\)\\n$`),
    );
  });

  it.each([
    [
      "?query=select+1&readonly=1&max_result_rows=10&wait_end_of_query=1&output_format_json_quote_64bit_integers=1&session_id=x&session_timeout=60&database=default",
      200,
    ],
    ["?query=select+1&join_use_nulls=1", 403],
    ["?query=select+1&file_name=x", 403],
    [`?query=select+1&${"x".repeat(5_000)}=1`, 403],
    ["?query=select+1&decompress=1", 400],
    ["?query=%FF%FE", 400],
    ["?query=", 400],
  ])("takes settings that change nothing: %s", async (search, status) => {
    expect((await send(search)).status).toBe(status);
  });

  it("says of a setting that it can be changed where it takes it, and of no other", async () => {
    const response = await query(
      "select name, readonly from system.settings order by name format JSONCompactEachRow",
    );
    const rows = (await response.text()).trim().split("\n");
    const readonly = new Map(rows.map((row) => JSON.parse(row) as [string, number]));
    expect(readonly.size).toBeGreaterThan(500);
    const of = ["max_execution_time", "readonly", "join_use_nulls", "additional_table_filters"];
    expect(of.map((name) => readonly.get(name))).toEqual([0, 0, 1, 1]);
    for (const [name, isReadonly] of readonly)
      expect([name, isReadonly]).toEqual([name, isHarmlessSetting(name) ? 0 : 1]);
    for (const [name, status] of [
      ["max_execution_time", 200],
      ["join_use_nulls", 403],
    ] as const)
      expect((await query("select 1", `&${name}=1`)).status).toBe(status);
    // Under another name, and with columns by their whole name.
    const sql = "select s.readonly from system.settings as s where s.name = 'max_threads'";
    expect(await (await query(sql)).text()).toBe("0\n");
  });

  it("binds values", async () => {
    const response = await query(
      "select {a:String}, {b:Array(UInt8)}, {c:Nullable(Date)}",
      `&param_a=${encodeURIComponent("it's\\n")}&param_b=[1,2]&param_c=\\N`,
    );
    expect(await response.text()).toBe("it\\'s\\n\t[1,2]\t\\N\n");
  });

  it("refuses what is no UTF-8, no gzip, or too large", async () => {
    const invalid = new Uint8Array([0x73, 0xff, 0xfe]);
    expect((await send("", { method: "POST", body: invalid })).status).toBe(400);
    const headers = { "content-encoding": "gzip" };
    expect((await send("", { method: "POST", body: "select 1", headers })).status).toBe(400);
    const long = `select '${"x".repeat(400_000)}'`;
    expect((await send("", { method: "POST", body: long })).status).toBe(413);
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(50_000_000, " ")));
    expect((await send("", { method: "POST", body: bomb, headers })).status).toBe(400);
    expect((await send("", { method: "PUT", body: "select 1" })).status).toBe(405);
  });

  it("holds a statement to what its tier may take, and no other", async () => {
    const key = await port.keyOf("free");
    const asFree = (sql: string) =>
      fetch(port.url, { method: "POST", body: sql, headers: { authorization: basic(key) } });
    const rows = await asFree("select number from numbers(200000)");
    expect([rows.status, rows.headers.get("x-clickhouse-exception-code")]).toEqual([413, "396"]);
    expect((await query("select number from numbers(200000) format Null")).status).toBe(200);
    const read = await asFree("select sum(number) from numbers(1000000000)");
    expect(read.headers.get("x-clickhouse-exception-code")).toBe("158");
    expect(await store.text("select count() as n from numbers(2000000)")).toBe('{"n":2000000}\n');
  });

  it("stops a statement when its client leaves", async () => {
    const controller = new AbortController();
    const left = fetch(port.url, {
      method: "POST",
      body: endless,
      headers: { authorization: basic(port.key) },
      signal: controller.signal,
    }).catch((error: unknown) => (error as Error).name);
    await expect.poll(running).toBe("1");
    controller.abort();
    expect(await left).toBe("AbortError");
    await expect.poll(running).toBe("0");
    expect(await (await query("select 1")).text()).toBe("1\n");
  });

  it("counts the requests of a key", async () => {
    const once = await openSqlPort(store);
    const headers = { authorization: basic(once.key) };
    for (const query of ["select+1", "drop+table+x"]) await fetch(`${once.url}/?query=${query}`, { headers });
    await once.close();
    const [, keyId = ""] = once.key.split("_");
    const counted = await store.rows(
      `select operation, request_count, client_error_count, server_error_count, refused_count
      from app_usage_daily final where key_id = {keyId:String}`,
      { keyId },
    );
    expect(counted).toEqual([
      {
        operation: "sql",
        request_count: "2",
        client_error_count: "1",
        server_error_count: "0",
        refused_count: "0",
      },
    ]);
  });
});

describe("@clickhouse/client", () => {
  it("reads from it", async () => {
    const client = createClient({
      url: port.url,
      username: "me",
      password: port.key,
      compression: { response: true },
    });
    expect((await client.ping()).success).toBe(true);
    const result = await client.query({
      query: "select network from dim_eth_network where network = {network:String}",
      query_params: { network: "hoodi" },
      format: "JSONEachRow",
    });
    expect(await result.json()).toEqual([{ network: "hoodi" }]);
    await expect(client.query({ query: "select * from app_api_key" })).rejects.toMatchObject({
      code: "60",
      type: "UNKNOWN_TABLE",
    });
    await expect(client.insert({ table: "dim_eth_network", values: [{}] })).rejects.toMatchObject({
      code: "497",
    });
    await client.close();
  });
});
