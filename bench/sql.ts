/**
 * Analysts' SQL through the port against the same statement on a bare connection with as many threads, turn by turn: a statement that
 * costs the engine nearly nothing, and a day of a million validators, summed up and row by row.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClickHouseClient, createClient } from "@clickhouse/client";
import { createChdbConnection } from "chdb/connection";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import { readWhole } from "../lib/store/whole.ts";
import { createKey } from "../serve/access/keys.ts";
import { createAccess } from "../serve/http/access.ts";
import { startSqlServer } from "../serve/sql/port/server.ts";
import { createRunner } from "../serve/sql/runner.ts";
import { fill, validators } from "./dayRows.ts";
import { type Bench, type Figure, median } from "./report.ts";

const log = createLogger("error");
const threads = 1;
const smallReads = 300;
const scans = 15;

const small = "select network from dim_eth_network final";
/** A different text every time, so that nothing is cached. */
const unknown = (index: number) => `select network, ${index} as i from dim_eth_network final`;
const table = "fct_eth_validator_performance_daily final";
const where = "where network = 'mainnet' and day_type = 'chain' and day = 0";
const scan = `select count(), sum(attested_count), avg(validator_effectiveness), uniq(validator_index) from ${table} ${where}`;
const rows = `select validator_index, attested_count, attestation_reward_gwei, validator_effectiveness from ${table} ${where}`;

type Setup = {
  viaPort(sql: string, format: string): Promise<number>;
  bare(sql: string, format: string): Promise<number>;
  close(): Promise<void>;
};

async function open(): Promise<Setup> {
  const path = mkdtempSync(join(tmpdir(), "bench-sql-"));
  const store = createEmbeddedStore({ path, log });
  await migrate(store, { log });
  await fill(store, 1);
  const { key } = await createKey(store, { name: "bench", scopes: ["sql"] });
  const access = createAccess({ store, log });
  const most = { seconds: 60, memoryMib: 2_048, rows: 0, resultMib: 256, threads };
  const runner = createRunner({ store, most, atOnce: 1 });
  const server = await startSqlServer({ access, runner, log }, { host: "127.0.0.1", port: 0, log });
  // The two packages type the stream of a connection differently; both read the same one.
  const client: ClickHouseClient = createClient({ connection: createChdbConnection({ path }) as never });
  await client.command({ query: `set max_threads = ${threads}` });
  const agent = new Agent({ keepAlive: true });
  const viaPort = (sql: string, format: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, "x-clickhouse-format": format };
      const sent = request(server.url, { agent, method: "POST", headers }, (response) => {
        readWhole(response).then((bytes) => {
          if (response.statusCode === 200) resolve(bytes.length);
          else reject(new Error(bytes.toString("utf8")));
        }, reject);
      });
      sent.on("error", reject);
      sent.end(sql);
    });
  const bare = async (sql: string, format: string) => {
    const result = await client.exec({ query: `${sql} format ${format}` });
    return (await readWhole(result.stream)).length;
  };
  const close = async () => {
    agent.destroy();
    await server.close();
    await access.close();
    await client.close();
    await store.close();
    rmSync(path, { recursive: true, force: true });
  };
  return { viaPort, bare, close };
}

let setup: Promise<Setup> | undefined;

async function timed(run: () => Promise<number>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

async function run(): Promise<Figure[]> {
  setup ??= open();
  const { viaPort, bare } = await setup;
  const times = { port: [] as number[], bare: [] as number[], unknown: [] as number[] };
  for (let index = 0; index < smallReads; index += 1) {
    times.bare.push(await timed(() => bare(small, "JSONEachRow")));
    times.port.push(await timed(() => viaPort(small, "JSONEachRow")));
    if (index % 10 === 0)
      times.unknown.push(await timed(() => viaPort(unknown(Math.random()), "JSONEachRow")));
  }
  const compare = async (sql: string, format: string) => {
    const [port, engine]: [number[], number[]] = [[], []];
    for (let index = 0; index < scans; index += 1) {
      engine.push(await timed(() => bare(sql, format)));
      port.push(await timed(() => viaPort(sql, format)));
    }
    return { port: median(port.slice(1)), engine: median(engine.slice(1)) };
  };
  const summed = await compare(scan, "JSONEachRow");
  const native = await compare(rows, "Native");
  const parquet = await compare(rows, "Parquet");
  const input = `${validators} validators' day, ${threads} thread`;
  const ms = (metric: string, value: number) => ({ metric, value, unit: "ms", input });
  const ratio = (metric: string, { port, engine }: { port: number; engine: number }) => ({
    metric,
    value: engine / port,
    unit: "ratio",
    input,
  });
  return [
    ms("small_port_ms_p50", median(times.port)),
    ms("small_bare_ms_p50", median(times.bare)),
    ms("added_ms_p50", median(times.port.map((value, index) => value - (times.bare[index] ?? 0)))),
    ms("unknown_text_added_ms_p50", median(times.unknown) - median(times.bare)),
    ms("scan_port_ms", summed.port),
    ms("scan_bare_ms", summed.engine),
    ratio("scan_ratio", summed),
    ms("rows_native_port_ms", native.port),
    ratio("rows_native_ratio", native),
    ratio("rows_parquet_ratio", parquet),
  ];
}

export const sqlBench: Bench = { name: "sql", run, close: async () => (await setup)?.close() };
