/**
 * A CometBFT chain's facts are removed when their days are over; later facts don't damage the records that outlive them.
 * Fast counterpart: test/cardanoRetention.test.ts
 */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createCosmosHistory } from "../fixtures/cosmos/model.ts";
import { startCosmosStub } from "../fixtures/cosmos/stubNode.ts";
import { backfillChain } from "../ingest/listener/backfill.ts";
import { createMemoryCursorStore } from "../ingest/listener/cursor.ts";
import type { Bus, BusMessage } from "../lib/bus/bus.ts";
import { cosmosChains } from "../schemas/cosmos/chains.ts";
import { type CosmosMessage, cosmosMessage } from "../schemas/cosmos/events.ts";
import { cosmosRetentionRules } from "../transform/cosmos/retention.ts";
import { createCosmosTransform } from "../transform/cosmos/transform.ts";
import { createRetention } from "../transform/frame/retention/retention.ts";
import { cosmosOptions, log, openCosmos } from "./support/cosmos.ts";
import { expectExplained, readExplanation } from "./support/explain.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { type ReplayWarehouse, replayIn } from "./support/replay.ts";
import { serveStore } from "./support/serve.ts";
import { openShortWarehouse, storeFailingAtDrop } from "./support/shortPartitions.ts";
import type { TestWarehouse } from "./support/warehouse.ts";

const chain = cosmosChains.find(({ id }) => id === "babylon");
if (chain === undefined) throw new Error("no chain with delegations");

/** Some 17 blocks a day, ten a partition. */
const last = 100;
let messages: CosmosMessage[];
let expected: Record<string, string>;
let warehouse: TestWarehouse & ReplayWarehouse;
let template: TestWarehouse & ReplayWarehouse;

async function listen(): Promise<CosmosMessage[]> {
  const history = createCosmosHistory({
    chain: chain!,
    seed: 3,
    chainId: chain!.mainNetwork,
    blocks: last + 1,
    validators: 4,
    secondsPerBlock: 5_000,
  });
  const stub = await startCosmosStub(history);
  const published: BusMessage[] = [];
  const bus = { publish: async (batch: readonly BusMessage[]) => void published.push(...batch) };
  const session = await openCosmos(chain!, cosmosOptions([stub.url], { restUrls: [stub.url] }));
  await backfillChain(
    chain!,
    session,
    { bus: bus as unknown as Bus, cursors: createMemoryCursorStore(), log },
    { from: 1, to: last, signal: new AbortController().signal },
  );
  await stub.close();
  return published.map(({ value }) => cosmosMessage.parse(JSON.parse(value.toString("utf8"))));
}

async function feed(batch: readonly CosmosMessage[]): Promise<void> {
  const transform = createCosmosTransform(chain!, { store: warehouse.store, log });
  await transform.recover();
  for (const message of batch) {
    await transform.write([message]);
    await transform.compute([message]);
  }
  await transform.settle("all");
}

const drop = (store = warehouse.store) =>
  createRetention({
    store,
    rules: cosmosRetentionRules(store, chain!.id),
    keep: { raw: 2, day: 0 },
    quiet: { done: 0, cut: 0 },
    log,
  }).drop();

const dropped = ["raw_cosmos_block", "raw_cosmos_event", "raw_cosmos_delegation"];

async function lasting(): Promise<Record<string, string>> {
  const tables = await fingerprint(warehouse.store);
  return Object.fromEntries(Object.entries(tables).filter(([table]) => !dropped.includes(table)));
}

async function oldestBlock(): Promise<number> {
  const [row] = await warehouse.store.rows<{ height: number }>(
    "select min(height) as height from raw_cosmos_block",
  );
  return row?.height ?? 0;
}

beforeAll(async () => {
  messages = await listen();
  template = await openShortWarehouse();
  warehouse = template;
  await feed(messages);
  expected = await fingerprint(warehouse.store);
  await template.store.close();
});
afterAll(() => template.close());

const fill = async () => {
  warehouse = await openShortWarehouse(template.path);
};
afterEach(() => warehouse.close());

const lastingOf = (prints: Record<string, string>) =>
  Object.fromEntries(Object.entries(prints).filter(([table]) => !dropped.includes(table)));

it("a pass drops whole partitions of old blocks, and nothing else", async () => {
  await fill();
  expect(Object.keys(await drop()).sort()).toEqual([...dropped].sort());
  const [kept] = await warehouse.store.rows<{ height: number }>(
    `select min(from_block) as height from int_cosmos_day final
    where day >= (select max(day) from int_cosmos_day final where is_complete = 1) - 1`,
  );
  expect(kept?.height).toBeGreaterThan(30);
  expect(await oldestBlock()).toBe(Math.floor((kept?.height ?? 0) / 10) * 10);
  expect(await lasting()).toEqual(lastingOf(expected));
  expect(await drop()).toEqual({});
});

it("a day without its facts is explained by the rest, with how to restore them", async () => {
  await fill();
  const served = await serveStore(warehouse.store);
  const [day] = await warehouse.store.rows<{ day: string; validator: string; blocks: number }>(
    `select toString(first.day) as day, record.validator as validator, toUInt32(to_block - from_block + 1) as blocks
    from int_cosmos_day as first final
    inner join fct_cosmos_validator_reward_daily as record final on record.day = first.day
    where first.is_complete = 1 order by first.day, validator limit 1`,
  );
  const path = `/v1/${chain.id}/validators/${day?.validator}/explain?date=${day?.day}&limit=1000`;
  const before = await expectExplained(served, path);
  await drop();
  const after = await readExplanation(served, path);
  await served.close();
  expect(after.isComplete).toBe(false);
  // Unknown as before: nothing is known before the first block.
  const unknown = before.reason ?? "";
  expect(unknown).toContain("rewardsResidual");
  expect(after.reason).toBe(
    `0 of ${day?.blocks} blocks are stored (retention: BABYLON_KEEP_RAW_DAYS). ` +
      `\`validator-analytics backfill babylon/${chain.mainNetwork} --from ${day?.day} --to ${day?.day}\` reads them again, from a node that has them. ${unknown}`,
  );
  // Records computed from them stay, and say that their rows don't add up to them any more.
  expect(after.numbers.map(({ name, value }) => [name, value])).toEqual(
    before.numbers.map(({ name, value }) => [name, value]),
  );
  expect(after.numbers.some(({ isComplete }) => !isComplete)).toBe(true);
  expect(after.rows.filter(({ table }) => table === "raw_cosmos_event")).toEqual([]);
  expect(before.rows.filter(({ table }) => table === "raw_cosmos_event")).not.toEqual([]);
});

it("one old message, or a new worker, changes no record; all messages again restore everything", async () => {
  await fill();
  await drop();
  for (const message of messages) {
    await feed([message]);
    expect(await lasting(), message.type).toEqual(lastingOf(expected));
  }
  expect(await fingerprint(warehouse.store)).toEqual(expected);
});

it.each([1, 4, 8])("a pass killed at its drop %i is completed by the next one", async (failAt) => {
  await fill();
  await expect(drop(storeFailingAtDrop(warehouse.store, failAt))).rejects.toThrow("killed");
  await feed(messages.slice(0, 4));
  expect(await lasting()).toEqual(lastingOf(expected));
  await drop();
  expect(await oldestBlock()).toBeGreaterThan(30);
  expect(await lasting()).toEqual(lastingOf(expected));
});

it("a replay says which blocks it can still rebuild, and leaves days alone whose blocks are gone", async () => {
  await fill();
  await drop();
  const left = await fingerprint(warehouse.store);
  const oldest = await oldestBlock();
  const range = (from: number, to: number) => ({ network: "babylon", from: String(from), to: String(to) });
  await expect(replayIn(warehouse, range(oldest - 5, oldest + 4))).rejects.toThrow(
    `5 of 10 blocks from ${oldest - 5} to ${oldest + 4} could be rebuilt: the warehouse still holds all facts of blocks ${oldest} to ${last}`,
  );
  await expect(replayIn(warehouse, range(oldest, oldest + 1))).rejects.toThrow(
    /The day 20\d\d-\d\d-\d\d is computed from 1\d blocks, of which only \d+ are left.*Replay whole days/,
  );
  expect((await replayIn(warehouse, range(last - 10, last))).tables).toEqual([]);
  expect(await fingerprint(warehouse.store)).toEqual(left);
});
