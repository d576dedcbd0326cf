/**
 * Keyed reads of a table of 60 million day records: through the API over a socket, and the same statements on bare
 * connections of the engine, turn by turn in one process, so that whatever else the machine does hits both.
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
import { bindParameters } from "../lib/store/parameters.ts";
import type { Store } from "../lib/store/store.ts";
import { createKey } from "../serve/access/keys.ts";
import { startServer } from "../serve/http/server.ts";
import { countStatement, rowsStatement } from "../serve/http/statements.ts";
import { createServices } from "../serve/services.ts";
import { validatorEffectiveness } from "../serve/v0/eth/validators.ts";
import type { Bench, Figure } from "./report.ts";

const validators = 1_000_000;
const days = Number(process.env.BENCH_SERVE_DAYS ?? 60);
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
  /** The two statements of one request, with their values in the text. */
  statements(index: number): Promise<string[]>;
  /** As many as the pool of the store has. */
  bare: ClickHouseClient[];
  close(): Promise<void>;
};

let setup: Promise<Setup> | undefined;

async function fill(store: Store): Promise<void> {
  await store.command(
    `insert into dim_eth_network select 'mainnet', 1606824023, '0x${"4b".repeat(32)}', 32, 12, 225, 'mainnet', 1`,
  );
  await store.command(
    `insert into dim_eth_validator
    select 'mainnet', number, toFixedString(unhex(repeat(leftPad(lower(hex(toUInt32(number))), 8, '0'), 12)), 48),
      toFixedString('', 32), null, 32000000000, 0, 0, 0, null, null, 1
    from numbers({validators:UInt32})`,
    { validators },
  );
  const step = validators / 10;
  for (let first = 0; first < validators; first += step) {
    await store.command(
      `insert into fct_eth_validator_performance_daily (
        network, day_type, validator_index, day, date, start_epoch, end_epoch, is_complete, attestation_duty_count,
        attested_count, attestation_count, correct_target_count, correct_head_count,
        inclusion_delay_sum, attestation_reward_gwei, missed_attestation_penalty_gwei, missed_attestation_reward_gwei,
        attester_effectiveness, validator_effectiveness, rating_version, version
      )
      select
        'mainnet', 'chain', {first:UInt32} + intDiv(number, {days:UInt32}) as validator,
        number % {days:UInt32} as day_number, toDate('2020-12-02') + day_number, day_number * 225,
        day_number * 225 + 224, 1, 225, 225 - cityHash64(number) % 3 as attested, attested + 5, attested,
        attested - validator % 4, 225 + validator % 9, 2900000 + cityHash64(number) % 100000, 0 - validator % 9000,
        validator % 5000, 99.5 - (cityHash64(number) % 1000) / 500 as rating, rating, 'v3.0', 1
      from numbers({rows:UInt64})`,
      { first, days, rows: step * days },
    );
  }
  await store.command("optimize table fct_eth_validator_performance_daily final");
}

async function open(): Promise<Setup> {
  const path = mkdtempSync(join(tmpdir(), "bench-serve-"));
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
  const statements = async (index: number) => {
    const { kind, answer, prepare, params, query } = validatorEffectiveness;
    if (kind !== "page") throw new Error("The endpoint is no page");
    const asked = {
      params: params.parse({ validator_index_or_pubkey: String(index) }),
      query: query.parse({}),
      network: "mainnet",
    };
    const prepared = await prepare(asked, services);
    if ("redirect" in prepared) throw new Error("The index redirects");
    return [
      rowsStatement(answer, prepared.values, "size"),
      countStatement(answer, prepared.values, "size"),
    ].map((statement) => bindParameters(statement.sql, statement.params));
  };
  const close = async () => {
    await server.close();
    await Promise.all(bare.map((client) => client.close()));
    await store.close();
    rmSync(path, { recursive: true, force: true });
  };
  return { url: server.url, key, statements, bare, close };
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

/** One statement on one connection that nobody else uses meanwhile. */
async function readBare(client: ClickHouseClient, query: string): Promise<string> {
  const result = await client.query({ query, format: "JSONEachRow" });
  return result.text();
}

function randomIndex(): number {
  return Math.floor(Math.random() * validators);
}

/** Turn by turn, one request at a time: milliseconds of each. The look-ups of a validator are warmed before. */
async function latencies(setup: Setup, agent: Agent): Promise<{ api: number[]; bare: number[] }> {
  const api: number[] = [];
  const bare: number[] = [];
  const [first, second] = setup.bare;
  if (first === undefined || second === undefined) throw new Error("Two bare connections are needed");
  for (let read = 0; read < reads; read += 1) {
    const index = randomIndex();
    const [rows = "", count = ""] = await setup.statements(index);
    await readApi(setup, agent, index);
    const measure = {
      bare: async () => {
        const start = performance.now();
        await Promise.all([readBare(first, rows), readBare(second, count)]);
        bare.push(performance.now() - start);
      },
      api: async () => {
        const start = performance.now();
        await readApi(setup, agent, index);
        api.push(performance.now() - start);
      },
    };
    // Whoever reads second finds the marks in the cache, so the order changes every time.
    for (const side of read % 2 === 0 ? (["bare", "api"] as const) : (["api", "bare"] as const))
      await measure[side]();
  }
  return { api, bare };
}

/** Seconds until all are answered, `clients` at once. */
async function secondsFor(
  read: (index: number) => Promise<unknown>,
  indices: readonly number[],
): Promise<number> {
  const left = [...indices];
  const start = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let index = left.pop(); index !== undefined; index = left.pop()) await read(index);
    }),
  );
  return (performance.now() - start) / 1_000;
}

/** Hands out the bare connections one statement at a time, in the order of asking. */
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

async function run(): Promise<Figure[]> {
  setup ??= open();
  const ready = await setup;
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const { api, bare } = await latencies(ready, agent);
  const set = Array.from({ length: watched }, randomIndex);
  for (const index of set) await readApi(ready, agent, index);
  const indices = Array.from({ length: throughputReads }, (_, read) => set[read % watched] ?? 0);
  const texts = new Map(
    await Promise.all(indices.map(async (index) => [index, await ready.statements(index)] as const)),
  );
  const turn = createTurns(ready.bare);
  // Short turns, so that what else the machine does meets both sides.
  const seconds = { bare: 0, api: 0 };
  for (let first = 0; first < indices.length; first += turnReads) {
    const part = indices.slice(first, first + turnReads);
    seconds.bare += await secondsFor((index) => Promise.all((texts.get(index) ?? []).map(turn)), part);
    seconds.api += await secondsFor((index) => readApi(ready, agent, index), part);
  }
  agent.destroy();
  const input = `${validators * days} day rows, one validator's page of 10 days and its total, embedded`;
  return [
    { metric: "bare_ms_p50", value: quantile(bare, 0.5), unit: "ms", input },
    { metric: "added_ms_p50", value: quantile(api, 0.5) - quantile(bare, 0.5), unit: "ms", input },
    { metric: "added_ms_p99", value: quantile(api, 0.99) - quantile(bare, 0.99), unit: "ms", input },
    {
      metric: "api_per_second",
      value: throughputReads / seconds.api,
      unit: "1/s",
      input: `${input}, ${clients} clients, ${watched} validators`,
    },
    {
      metric: "throughput_ratio",
      value: seconds.bare / seconds.api,
      unit: "ratio",
      input: `${input}, ${clients} clients, ${watched} validators`,
    },
  ];
}

/** Keyed reads through the API against the bare engine. */
export const serveRead: Bench = {
  name: "serve-read",
  run,
  close: async () => (await setup)?.close(),
};
