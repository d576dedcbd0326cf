/**
 * Answers depend on the rows, to the last digit, and not on their order or parts in the warehouse.
 * Fast counterpart: test/ethApi.test.ts
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import { createKey } from "../serve/access/keys.ts";
import { startServer } from "../serve/http/server.ts";
import { request } from "./chaos/api.ts";
import { openFilledWarehouse } from "./support/ethPipeline.ts";
import { log, type TestWarehouse } from "./support/warehouse.ts";

const table = "fct_eth_validator_performance_daily";
const validators = Array.from({ length: 5 }, (_, index) => index);
const indices = validators.map((validator) => `indices=${validator}`).join("&");
/** Every query that averages ratings. */
const paths = ["week", "all"].flatMap((granularity) => [
  `/v0/eth/validators/effectiveness?${indices}&size=200&granularity=${granularity}`,
  `/v0/eth/validators/effectiveness?${indices}&size=200&granularity=${granularity}&groupBy=timeWindow`,
  ...["effectiveness", "attestations", "proposals"].flatMap((segment) =>
    validators.map((validator) => `/v1/eth/validators/${validator}/${segment}?granularity=${granularity}`),
  ),
]);

let warehouse: TestWarehouse;
let key: string;

beforeAll(async () => {
  // Days of two epochs, of which the chain has many.
  const chain = generateChain({
    seed: 31,
    validators: 44,
    preset: "minimal",
    startEpoch: 40,
    epochs: 41,
    spec: { SECONDS_PER_SLOT: "5400" },
    genesisTime: Date.UTC(2023, 2, 20, 12, 0, 23) / 1000,
    knobs: { emptyPayloadRate: 0.15, missedSlotRate: 0.06, missRate: 0.05 },
  });
  warehouse = await openFilledWarehouse(chain, { from: 41, to: chain.truth.finalizedEpoch - 2 });
  ({ key } = await createKey(warehouse.store, { name: "test" }));
});
afterAll(() => warehouse.close());

/** The answers of a newly started server: its cache is empty. */
async function answers(): Promise<Map<string, string>> {
  const server = await startServer({ store: warehouse.store, log, host: "127.0.0.1", port: 0 });
  const answersByPath = new Map<string, string>();
  for (const path of paths) {
    const { status, text } = await request(server.url, key, path);
    expect([path, status]).toEqual([path, 200]);
    answersByPath.set(path, text);
  }
  await server.close();
  return answersByPath;
}

/** The same rows in many parts, with some of their older versions: threads share what has to be merged. */
async function rearrange(parts: number): Promise<void> {
  const { store } = warehouse;
  await store.command(`create table arranged as ${table}`);
  await store.command("system stop merges arranged");
  for (let part = 0; part < parts; part += 1) {
    for (const version of ["version", "version - 1"])
      await store.command(
        `insert into arranged select * replace (${version} as version) from ${table} final
        where cityHash64(validator_index, day, {parts:UInt32}) % {parts:UInt32} = {part:UInt32}`,
        { part, parts },
      );
  }
  await store.command(`exchange tables arranged and ${table}`);
  await store.command("drop table arranged");
}

it("ratings of many days are the same in any order of the days", async () => {
  const [row] = await warehouse.store.rows<{ days: string }>(`select uniqExact(day) as days from ${table}`);
  expect(Number(row?.days)).toBeGreaterThanOrEqual(16);
  const expected = await answers();
  for (const parts of [2, 7]) {
    await rearrange(parts);
    const answered = await answers();
    expect(paths.filter((path) => answered.get(path) !== expected.get(path))).toEqual([]);
  }
});
