/**
 * A day of 1,048,576 validators in 400,000 entities of four kinds: its records of entities, and all windows with their
 * lists, by the product's own code. Then requests for pages of these lists, and for the whole network. Days of validators are
 * put in by SQL.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import type { Store } from "../lib/store/store.ts";
import { createKey } from "../serve/access/keys.ts";
import { startServer } from "../serve/http/server.ts";
import { writeEntityDay } from "../transform/eth/entityDays.ts";
import { writeWindows } from "../transform/eth/windows.ts";
import { type Bench, type Figure, median } from "./report.ts";

const validators = Number(process.env.BENCH_ENTITY_VALIDATORS ?? 1_048_576);
/** Of each kind: 100,000. */
const perKind = Math.floor(validators / 10.48);
/** Without operators, since every pair of a pool and an operator would be an entity, too. */
const kinds = ["pool", "dvtOperator", "depositAddress", "withdrawalAddress"] as const;
const days = 2;
const reads = 100;
const network = "mainnet";
const log = createLogger("error");

const dateOf = (day: number) => new Date(Date.UTC(2020, 11, 2 + day)).toISOString().slice(0, 10);

async function fillNetwork(store: Store): Promise<void> {
  await store.command(
    `insert into dim_eth_network
    select {network:String}, 1606824023, '0x${"4b".repeat(32)}', 32, 12, 225, 'mainnet', 1`,
    { network },
  );
  await store.command(
    `insert into dim_eth_validator
    select {network:String}, number, toFixedString(unhex(repeat(leftPad(lower(hex(toUInt32(number))), 8, '0'), 12)), 48),
      toFixedString(unhex(concat('01', repeat('00', 11), leftPad(lower(hex(toUInt32(number % {perKind:UInt32}))), 40, '0'))), 32),
      32000000000, 0, 0, 0, null, null, 1
    from numbers({validators:UInt32})`,
    { network, validators, perKind },
  );
  const [pool, operator, deposit] = kinds;
  await store.command(
    `insert into raw_eth_entity_import (network, source, import_id, row_count)
    select {network:String}, 'bench', 1, {rows:UInt32}`,
    { network, rows: 3 * validators },
  );
  await store.command(
    `insert into raw_eth_entity_key (network, source, import_id, line, key, key_kind, id_type, entity, pool_type)
    select {network:String}, 'bench', 1, number, toString(intDiv(number, 3)), 'index',
      [{pool:String}, {operator:String}, {deposit:String}][1 + number % 3] as kind,
      concat(kind, ' ', toString(cityHash64(intDiv(number, 3), kind) % {perKind:UInt32})), if(kind = 'pool', 'lst', '')
    from numbers({rows:UInt32})`,
    {
      network,
      pool,
      operator,
      deposit,
      perKind,
      rows: 3 * validators,
    },
  );
}

async function fillDay(store: Store, day: number): Promise<void> {
  await store.command(
    `insert into fct_eth_validator_performance_daily (
      network, day_type, validator_index, day, date, start_epoch, end_epoch, is_complete, effective_balance_gwei,
      attestation_duty_count, attested_count, attestation_count, correct_target_count, correct_head_count,
      inclusion_delay_sum, attestation_reward_gwei, attester_effectiveness, validator_effectiveness, rating_version, version
    )
    select
      {network:String}, 'chain', number, {day:UInt32}, {date:Date}, {day:UInt32} * 225, {day:UInt32} * 225 + 224, 1,
      32000000000, 225, 225 - cityHash64(number, {day:UInt32}) % 3 as attested, attested + 5, attested,
      attested - number % 4, 225 + number % 9, 2900000 + cityHash64(number) % 100000,
      99.5 - (cityHash64(number) % 1000) / 500 as rating, rating, 'v3.0', 1
    from numbers({validators:UInt32})`,
    { network, day, date: dateOf(day), validators },
  );
  await store.command(
    `insert into int_eth_day
    select {network:String}, 'chain', {day:UInt32}, {date:Date}, {day:UInt32} * 225, {day:UInt32} * 225 + 224, 1, 0, 1`,
    { network, day, date: dateOf(day) },
  );
}

async function makeDay(store: Store, day: number): Promise<void> {
  await writeEntityDay(store, {
    network,
    day_type: "chain",
    day,
    date: dateOf(day),
    from_epoch: day * 225,
    to_epoch: day * 225 + 224,
    is_complete: 1,
    version: 1n,
  });
  await writeWindows(store, network);
}

/** Milliseconds of each request, sent one after the other; each requests another page. */
async function latencies(url: string, key: string, pathOf: (read: number) => string): Promise<number[]> {
  const taken: number[] = [];
  for (let read = 0; read < reads; read += 1) {
    const started = performance.now();
    const response = await fetch(`${url}${pathOf(read)}`, { headers: { authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
    taken.push(performance.now() - started);
  }
  return taken;
}

async function run(): Promise<Figure[]> {
  const path = mkdtempSync(join(tmpdir(), "bench-entities-"));
  const store = createEmbeddedStore({ path, log });
  try {
    await migrate(store, { log });
    await fillNetwork(store);
    for (let day = 0; day < days; day += 1) await fillDay(store, day);
    // The day before is there when one is made.
    for (let day = 0; day < days - 1; day += 1) await makeDay(store, day);
    const started = performance.now();
    await makeDay(store, days - 1);
    const seconds = (performance.now() - started) / 1000;
    const peakBytes = process.resourceUsage().maxRSS * 1024;
    const [counts] = await store.rows<{ entities: string }>(
      `select count() as entities from fct_eth_entity_window final
      where network = {network:String} and time_window = '1d' and is_listed = 1`,
      { network },
    );
    const { key } = await createKey(store, { name: "bench" });
    const server = await startServer({ store, log, host: "127.0.0.1", port: 0 });
    const operators = await latencies(server.url, key, (read) => {
      const from = (read * 7919) % (perKind - 15);
      return `/v0/eth/operators?window=7d&idType=${kinds[read % kinds.length]}&from=${from}`;
    });
    const overview = await latencies(server.url, key, () => "/v0/eth/network/overview");
    await server.close();
    const input = `${validators} validators, ${counts?.entities} entities of four kinds, ${days} days, embedded`;
    return [
      { metric: "seconds", value: seconds, unit: "s", input: `${input}: one day and all windows` },
      { metric: "peak_rss_bytes", value: peakBytes, unit: "B", input },
      { metric: "api_ms_p50", value: median(operators), unit: "ms", input: `${input}: /v0/eth/operators` },
      {
        metric: "api_ms_p50",
        value: median(overview),
        unit: "ms",
        input: `${input}: /v0/eth/network/overview`,
      },
    ];
  } finally {
    await store.close();
    rmSync(path, { recursive: true, force: true });
  }
}

/** Records of entities, their windows and lists at mainnet size, and the answers that are read from them. */
export const ethEntities: Bench = { name: "eth-entities", run };
