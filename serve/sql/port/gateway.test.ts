/** The port in front of a ClickHouse server. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../../../lib/logger.ts";
import { loadSql } from "../../../lib/sql/file.ts";
import { publicTables } from "../../../lib/sql/publicTables.ts";
import { createServerStore } from "../../../lib/store/server.ts";
import type { Store } from "../../../lib/store/store.ts";
import { type ClickhouseFront, startClickhouseFront } from "../../../test/support/clickhouseFront.ts";
import { openSqlPort, type SqlPort } from "../../../test/support/sqlPort.ts";
import { tiers } from "../../access/tiers.ts";
import { shownSystemTables } from "../check/catalog.ts";

const folder = mkdtempSync(join(tmpdir(), "gateway-"));
let front: ClickhouseFront;
let store: Store;
let port: SqlPort;

beforeAll(async () => {
  front = await startClickhouseFront({ path: folder });
  store = createServerStore({ url: front.url, log: createLogger("silent") });
  for (const table of [
    "app/app_api_key",
    "app/app_organization",
    "app/app_usage_month",
    "app/app_usage_daily",
    "app/app_usage",
    "eth/dim_eth_network",
  ])
    await store.command(loadSql(`tables/${table}.sql`).text);
  await store.command("insert into dim_eth_network (network, version) values ('mainnet', 1)");
  port = await openSqlPort(store);
});
afterAll(async () => {
  await port.close();
  await store.close();
  await front.close();
  rmSync(folder, { recursive: true, force: true });
});

const send = (sql: string, signal?: AbortSignal) =>
  fetch(port.url, {
    method: "POST",
    body: sql,
    headers: { authorization: `Bearer ${port.key}` },
    ...(signal === undefined ? {} : { signal }),
  });

describe("the gateway to a ClickHouse server", () => {
  it("answers what is public, in any format", async () => {
    const text = await (await send("select network from dim_eth_network final format JSONEachRow")).text();
    expect(text).toBe('{"network":"mainnet"}\n');
    expect(await (await send("select name from system.tables")).text()).toBe("dim_eth_network\n");
    expect(await (await send("explain syntax select 1 + 1")).text()).toMatch(/^SELECT/);
    const arrow = await (await send("select 1 as a format ArrowStream")).arrayBuffer();
    expect(arrow.byteLength).toBeGreaterThan(100);
  });

  it("refuses the rest before the server hears of it", async () => {
    const before = front.statements.length;
    const response = await send("select (select max(key_hash) from app_api_key)");
    expect([response.status, response.headers.get("x-clickhouse-exception-code")]).toEqual([404, "60"]);
    expect((await send("drop table dim_eth_network")).status).toBe(403);
    const since = front.statements.slice(before).filter((sql) => /^(?:select \(|drop)/i.test(sql.trim()));
    expect(since).toEqual([]);
  });

  it("stops a statement when its client leaves", async () => {
    const controller = new AbortController();
    const endless = "select count() from numbers(1000000000000) where sipHash64(number) = 1";
    const left = send(endless, controller.signal).catch((error: unknown) => (error as Error).name);
    const running = async () => {
      const sql = `select count() as n from system.processes where query like '%sipHash64(number)%' and query not like '%processes%'`;
      return (await store.rows<{ n: string }>(sql))[0]?.n;
    };
    await expect.poll(running).toBe("1");
    controller.abort();
    expect(await left).toBe("AbortError");
    await expect.poll(running).toBe("0");
  });
});

describe("docs/sql.md", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../docs/sql.md"), "utf8");

  it("names every table of the engine that is shown", () => {
    for (const name of shownSystemTables) expect(text).toContain(`\`${name}\``);
  });

  it("says what each tier may take", () => {
    for (const [name, { sql }] of Object.entries(tiers))
      if (sql.seconds !== null)
        expect(text).toMatch(new RegExp(`\\| ${name} +\\| ${sql.seconds} s .*\\| ${sql.resultMib} MiB +\\|`));
  });

  it("has no table of the application among the public ones", () => {
    expect(publicTables().filter((name) => name.startsWith("app"))).toEqual([]);
  });
});
