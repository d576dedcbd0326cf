/** When a backfill ends, even if workers defer messages. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../../chains/config.ts";
import { eth } from "../../chains/eth.ts";
import { generateChain } from "../../fixtures/eth/generate.ts";
import { type StubBeaconNode, startStubBeaconNode } from "../../fixtures/eth/stubNode.ts";
import { createKafkaBus } from "../../lib/bus/kafka/kafka.ts";
import { openPipeline, openWarehouse } from "../../test/support/ethPipeline.ts";
import { type KafkaBroker, startKafka } from "../../test/support/kafka.ts";
import { log } from "../../test/support/warehouse.ts";
import { runBackfill } from "./backfill.ts";

/** Days of nine epochs; the UTC day begins within one. */
const chain = generateChain({
  seed: 5,
  epochs: 17,
  startEpoch: 0,
  validators: 64,
  preset: "minimal",
  spec: { SECONDS_PER_SLOT: "1200" },
});

describe("a backfill through kafka", () => {
  let broker: KafkaBroker;
  let node: StubBeaconNode;
  beforeAll(async () => {
    [broker, node] = await Promise.all([startKafka(), startStubBeaconNode(chain)]);
  });
  afterAll(async () => {
    await node.close();
    await broker.close();
  });

  it.each([
    { workers: "in its process", isOwn: true },
    { workers: "elsewhere", isOwn: false },
  ])(
    "ends when every day of both kinds covers all of its epochs, with workers $workers",
    async ({ isOwn }) => {
      const warehouse = await openWarehouse();
      const { store } = warehouse;
      const bus = createKafkaBus({ brokers: [broker.address], clientId: "backfill", log });
      const pipeline = await openPipeline(store, bus, `backfill-${isOwn}`);
      try {
        const config = loadConfig({ ETH_BEACON_URLS: node.url, KAFKA_BROKERS: broker.address });
        const { signal } = new AbortController();
        const deps = { config, log, store, bus, emit: () => undefined, signal };
        const workers = isOwn ? pipeline.worker : undefined;
        await runBackfill({ network: "eth", from: "0", to: "13" }, { ...deps, workers });
        const range = { from: 0, to: 13 };
        expect(await eth.records.readable(store, "generated", range)).toEqual({ done: 14, isReadable: true });
        const days = await store.rows(
          `select toString(day_type) as day_type, toUInt32(sum(last_epoch - first_epoch + 1)) as epochs, max(last_epoch) as last
        from (
          select day_type, day, min(start_epoch) as first_epoch, max(end_epoch) as last_epoch
          from fct_eth_validator_performance_daily final
          group by day_type, day
        )
        group by day_type order by day_type`,
        );
        expect(days).toEqual(["chain", "utc"].map((day_type) => ({ day_type, epochs: 14, last: 13 })));
      } finally {
        await pipeline.stop();
        await warehouse.close();
      }
    },
  );
});
