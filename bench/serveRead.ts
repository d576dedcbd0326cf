/**
 * Keyed reads of a table of 60 million day records: through the API over a socket, the same statement on a bare
 * connection of the engine, and the engine's cheapest read of these rows, alternating in one process, so that other load
 * of the machine affects all of them.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClickHouseClient, createClient } from "@clickhouse/client";
import { createChdbConnection } from "chdb/connection";
import { createLogger } from "../lib/logger.ts";
import { loadSql } from "../lib/sql/file.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import { pageFormat } from "../lib/store/page.ts";
import { bindParameters } from "../lib/store/parameters.ts";
import { createAuthenticator } from "../serve/access/auth.ts";
import { createKey } from "../serve/access/keys.ts";
import { startServer } from "../serve/http/server.ts";
import { hasTotal, rowsStatement } from "../serve/http/statements.ts";
import { createServices } from "../serve/services.ts";
import { validatorEffectiveness } from "../serve/v0/eth/validators.ts";
import { days, fill, validators } from "./dayRows.ts";
import { type Bench, type Figure, median } from "./report.ts";

/** A warehouse to fill once and to keep for later runs; default: one that is deleted. */
const keptFolder = process.env.BENCH_SERVE_FOLDER;
const reads = 400;
const throughputReads = 600;
const turnReads = 50;
const clients = 8;
/** Validators that the clients of the throughput part watch; the API has met each of them before, as in daily use. */
const watched = 200;
const log = createLogger("error");

type Setup = {
  url: string;
  key: string;
  /** The statement of one request, with its values in the text. */
  statement(index: number): Promise<string>;
  /** As many as the pool of the store has. */
  bare: ClickHouseClient[];
  close(): Promise<void>;
};

let setup: Promise<Setup> | undefined;

async function open(): Promise<Setup> {
  const path = keptFolder ?? mkdtempSync(join(tmpdir(), "bench-serve-"));
  const poolSize = 3;
  const store = createEmbeddedStore({ path, poolSize, log });
  await migrate(store, { log });
  await fill(store);
  const { key } = await createKey(store, { name: "bench" });
  const server = await startServer({ store, log, host: "127.0.0.1", port: 0 });
  const bare = Array.from({ length: poolSize }, () =>
    // The two packages type the stream of a connection differently; both read the same one.
    createClient({ connection: createChdbConnection({ path }) as never }),
  );
  const services = createServices(store);
  const statement = async (index: number) => {
    const { kind, answer, prepare, params, query } = validatorEffectiveness;
    if (kind !== "page") throw new Error("The endpoint is no page");
    const request = {
      params: params.parse({ validator_index_or_pubkey: String(index) }),
      query: query.parse({}),
      network: "mainnet",
      caller: await createAuthenticator(store)(`Bearer ${key}`),
    };
    const prepared = await prepare(request, services);
    if ("redirect" in prepared) throw new Error("The index redirects");
    if (!hasTotal(answer, prepared.values)) throw new Error("The page takes a second statement");
    const { file, params: values } = rowsStatement(answer, prepared.values, "size");
    return bindParameters(loadSql(`queries/${file}`).text, values);
  };
  const close = async () => {
    await server.close();
    await Promise.all(bare.map((client) => client.close()));
    await store.close();
    if (keptFolder === undefined) rmSync(path, { recursive: true, force: true });
  };
  return { url: server.url, key, statement, bare, close };
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** A keyed read over a kept-alive socket, as a client would. Resolves with the length of the body. */
function readApi(setup: Setup, agent: Agent, index: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const address = `${setup.url}/v0/eth/validators/${index}/effectiveness`;
    const sent = request(
      address,
      { agent, headers: { authorization: `Bearer ${setup.key}` } },
      (response) => {
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on("end", () =>
          response.statusCode === 200 ? resolve(bytes) : reject(new Error(`HTTP ${response.statusCode}`)),
        );
      },
    );
    sent.on("error", reject);
    sent.end();
  });
}

/** One statement on a connection that no other statement uses in the meantime. */
async function readBare(client: ClickHouseClient, query: string): Promise<string> {
  const result = await client.query({ query, format: pageFormat });
  return result.text();
}

function randomIndex(): number {
  return Math.floor(Math.random() * validators);
}

/** The rows of the same page as plainly as the engine reads them, with its own settings. */
function keyedRead(columns: string, index: number): string {
  return `select ${columns} from fct_eth_validator_performance_daily
    where network = 'mainnet' and day_type = 'chain' and validator_index = ${index} order by day desc limit 11`;
}

const sides = ["api", "bare", "keyedRow", "keyed"] as const;
type Side = (typeof sides)[number];

/** Turn by turn, one request at a time: milliseconds of each. The look-ups of a validator are warmed before. */
async function latencies(setup: Setup, agent: Agent): Promise<Record<Side, number[]>> {
  const taken: Record<Side, number[]> = { api: [], bare: [], keyedRow: [], keyed: [] };
  const [client] = setup.bare;
  if (client === undefined) throw new Error("A bare connection is needed");
  for (let read = 0; read < reads; read += 1) {
    const index = randomIndex();
    const statement = await setup.statement(index);
    await readApi(setup, agent, index);
    const measured: Record<Side, () => Promise<unknown>> = {
      api: () => readApi(setup, agent, index),
      bare: () => readBare(client, statement),
      keyedRow: () => readBare(client, keyedRead("*", index)),
      keyed: () => readBare(client, keyedRead("day, validator_effectiveness", index)),
    };
    // Later reads benefit from the engine's caches, so the order changes every time.
    for (const turn of sides.keys()) {
      const side = sides[(read + turn) % sides.length] ?? "api";
      const start = performance.now();
      await measured[side]();
      taken[side].push(performance.now() - start);
    }
  }
  return taken;
}

type Spent = { seconds: number; processorSeconds: number };

/** Time until all are answered, `clients` at a time, and the processor time of this process. */
async function spentOn(
  read: (index: number) => Promise<unknown>,
  indices: readonly number[],
): Promise<Spent> {
  const left = [...indices];
  const start = performance.now();
  const before = process.cpuUsage();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let index = left.pop(); index !== undefined; index = left.pop()) await read(index);
    }),
  );
  const { user, system } = process.cpuUsage(before);
  return {
    seconds: (performance.now() - start) / 1_000,
    processorSeconds: (user + system) / 1_000_000,
  };
}

const sum = (left: Spent, right: Spent): Spent => ({
  seconds: left.seconds + right.seconds,
  processorSeconds: left.processorSeconds + right.processorSeconds,
});

/** Hands out the bare connections one statement at a time, in the order of requests. */
function createTurns(bare: readonly ClickHouseClient[]): (query: string) => Promise<string> {
  const free = [...bare];
  const waiting: ((client: ClickHouseClient) => void)[] = [];
  return async (query) => {
    const client = free.pop() ?? (await new Promise<ClickHouseClient>((resolve) => waiting.push(resolve)));
    try {
      return await readBare(client, query);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free.push(client);
      else next(client);
    }
  };
}

/** 8 clients at once on validators that the API has met, and the same statements on the bare connections. */
async function throughput(setup: Setup, agent: Agent) {
  const set = Array.from({ length: watched }, randomIndex);
  for (const index of set) await readApi(setup, agent, index);
  const indices = Array.from({ length: throughputReads }, (_, read) => set[read % watched] ?? 0);
  const texts = new Map(
    await Promise.all(indices.map(async (index) => [index, await setup.statement(index)] as const)),
  );
  const turn = createTurns(setup.bare);
  const nothing: Spent = { seconds: 0, processorSeconds: 0 };
  let spent = { bare: nothing, api: nothing };
  // Short turns, so that other load of the machine affects both sides.
  for (let first = 0; first < indices.length; first += turnReads) {
    const part = indices.slice(first, first + turnReads);
    const bare = await spentOn((index) => turn(texts.get(index) ?? ""), part);
    const api = await spentOn((index) => readApi(setup, agent, index), part);
    spent = { bare: sum(spent.bare, bare), api: sum(spent.api, api) };
  }
  return spent;
}

/** Of pairs that were taken one after the other, so that a slow minute is in both. */
function medianDifference(left: readonly number[], right: readonly number[]): number {
  return median(left.map((value, pair) => value - (right[pair] ?? Number.NaN)));
}

async function run(): Promise<Figure[]> {
  setup ??= open();
  const ready = await setup;
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const { api, bare, keyedRow, keyed } = await latencies(ready, agent);
  const spent = await throughput(ready, agent);
  agent.destroy();
  const input = `${validators * days} day rows, one validator's page of 10 days and its total, embedded`;
  const inputOfAll = `${input}, ${clients} clients, ${watched} validators`;
  const ms = (metric: string, value: number) => ({ metric, value, unit: "ms", input });
  const ofAll = (metric: string, value: number, unit: string) => ({ metric, value, unit, input: inputOfAll });
  const processorMs = ({ processorSeconds }: Spent) => (processorSeconds * 1_000) / throughputReads;
  return [
    ms("api_ms_p50", median(api)),
    ms("bare_ms_p50", median(bare)),
    // The limits: all stored columns of these rows by key, and one of them.
    ms("keyed_row_ms_p50", median(keyedRow)),
    ms("keyed_ms_p50", median(keyed)),
    ms("added_ms_p50", medianDifference(api, bare)),
    ms("added_ms_p99", quantile(api, 0.99) - quantile(bare, 0.99)),
    ofAll("api_per_second", throughputReads / spent.api.seconds, "1/s"),
    ofAll("bare_per_second", throughputReads / spent.bare.seconds, "1/s"),
    ofAll("throughput_ratio", spent.bare.seconds / spent.api.seconds, "ratio"),
    // The clients' share is in the API's: they run in the same process.
    ofAll("api_processor_ms", processorMs(spent.api), "ms"),
    ofAll("bare_processor_ms", processorMs(spent.bare), "ms"),
  ];
}

/** Keyed reads through the API against the bare engine. */
export const serveRead: Bench = {
  name: "serve-read",
  run,
  close: async () => (await setup)?.close(),
};
