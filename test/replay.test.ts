/** Ranges rebuilt beside the live tables: the same rows as before the damage, whatever happens meanwhile. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planReplay, type ReplayArgs } from "../cli/replayArgs.ts";
import { type ReplayResult, runReplay } from "../cli/replayRun.ts";
import { generateChain } from "../fixtures/eth/generate.ts";
import { startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import type { Bus, BusMessage } from "../lib/bus.ts";
import { createMemoryBus } from "../lib/busMemory.ts";
import { loadConfig } from "../lib/config.ts";
import type { Store } from "../lib/store.ts";
import { createEmbeddedStore } from "../lib/storeEmbedded.ts";
import { ingest, log, openPipeline, openWarehouse, type TestWarehouse } from "./support/ethPipeline.ts";
import { fingerprint } from "./support/fingerprint.ts";

/** Four epochs a day, so that days begin and end within a short chain. */
const chain = generateChain({
  seed: 23,
  validators: 96,
  preset: "minimal",
  startEpoch: 6,
  epochs: 14,
  spec: { SECONDS_PER_SLOT: "2700" },
});
const history = {
  from: chain.options.startEpoch + 1,
  to: Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2),
};
/** Begins and ends within a day. */
const damaged = { from: history.from + 2, to: history.from + 4 };

const shadows = (store: Store) =>
  store.rows<{ name: string }>("select name from system.databases where name like '%_replay_%'");

async function replayed(
  warehouse: TestWarehouse,
  args: Partial<ReplayArgs> = {},
  bus: Bus = createMemoryBus({ log }),
): Promise<ReplayResult> {
  const { store, path } = warehouse;
  const result = await runReplay(
    planReplay({ network: "eth", from: String(damaged.from), to: String(damaged.to), ...args }),
    {
      config: loadConfig({}),
      log,
      store,
      openDatabase: (database) => createEmbeddedStore({ path, database, poolSize: 2, log }),
      bus,
      emit: () => undefined,
      signal: new AbortController().signal,
    },
  );
  expect(await shadows(store)).toEqual([]);
  return result;
}

let warehouse: TestWarehouse;
let messages: BusMessage[];
let expected: Record<string, string>;

beforeAll(async () => {
  const node = await startStubBeaconNode(chain);
  warehouse = await openWarehouse();
  messages = [];
  const inner = createMemoryBus({ log });
  const keeping: Bus = {
    ...inner,
    publish: async (batch) => {
      messages.push(...batch);
      await inner.publish(batch);
    },
  };
  const pipeline = await openPipeline(warehouse.store, keeping);
  await ingest(node.url, warehouse.store, pipeline, history);
  expected = await fingerprint(warehouse.store);
  await pipeline.stop();
  await node.close();
});
afterAll(async () => {
  await warehouse.close();
});

/** Wrong rows that stand above the right ones, rows too many, rows too few. */
async function damageDuties(store: Store): Promise<void> {
  await store.command(
    `insert into fct_eth_validator_duty_epoch select * replace (version + 1000000 as version, 1 as source_reward_gwei)
    from fct_eth_validator_duty_epoch final where epoch = {epoch:UInt32}`,
    { epoch: damaged.from },
  );
  await store.command(
    `insert into fct_eth_validator_duty_epoch select * replace (validator_index + 5000 as validator_index)
    from fct_eth_validator_duty_epoch final where epoch = {epoch:UInt32}`,
    { epoch: damaged.from + 1 },
  );
  await store.command("delete from fct_eth_validator_duty_epoch where epoch = {epoch:UInt32}", {
    epoch: damaged.to,
  });
  await store.command("delete from int_eth_epoch where epoch = {epoch:UInt32}", { epoch: damaged.to });
}

describe("from the warehouse", () => {
  it("swaps nothing when no row differs", async () => {
    expect((await replayed(warehouse)).tables).toEqual([]);
    expect(await fingerprint(warehouse.store)).toEqual(expected);
  });

  it("rebuilds damaged records", async () => {
    await damageDuties(warehouse.store);
    const before = await fingerprint(warehouse.store);
    expect(before).not.toEqual(expected);
    const dry = await replayed(warehouse, { isDryRun: true });
    expect(dry.tables.map(({ name }) => name)).toEqual(["int_eth_epoch", "fct_eth_validator_duty_epoch"]);
    expect(await fingerprint(warehouse.store)).toEqual(before);
    expect((await replayed(warehouse)).tables).toEqual(dry.tables);
    expect(await fingerprint(warehouse.store)).toEqual(expected);
  });
});
