/**
 * The alert on flat tables, evaluated on the metrics of a real run.
 * Fast counterpart: test/ops.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import { type StubBeaconNode, startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import { listSql } from "../lib/sql/file.ts";
import { readDisks } from "../lib/store/disks.ts";
import type { Store } from "../lib/store/store.ts";
import { expressionOf, scrape } from "./support/alerts.ts";
import { ingest, openPipeline, openWarehouse } from "./support/ethPipeline.ts";
import { evaluate, type Scrape, selectorsOf } from "./support/promql.ts";
import { log, type TestWarehouse } from "./support/warehouse.ts";

/** Four epochs a day, so that days begin and end within a short chain. */
const chain = generateChain({
  seed: 5,
  validators: 64,
  preset: "minimal",
  startEpoch: 6,
  epochs: 12,
  spec: { SECONDS_PER_SLOT: "2700" },
});
const from = chain.options.startEpoch + 1;

describe("the alert on flat tables, on the metrics of a real run", () => {
  const flat = expressionOf("TableFlat");
  let node: StubBeaconNode;
  let warehouse: TestWarehouse;
  let network: string;
  let snapshots: Scrape[];

  /** Ingests ranges one after the other, with a scrape after each. */
  async function run(store: Store): Promise<Scrape[]> {
    const pipeline = await openPipeline(store, createMemoryBus({ log }));
    const scrapes: Scrape[] = [];
    for (const epoch of [from, from + 2]) {
      network = await ingest(node.url, store, pipeline, { from: epoch, to: epoch + 1 });
      scrapes.push(await scrape());
    }
    await pipeline.stop();
    return scrapes;
  }
  const pairs = (scrapes: readonly Scrape[]) =>
    scrapes.slice(1).map((after, i) => [scrapes[i] as Scrape, after] as const);

  beforeAll(async () => {
    node = await startStubBeaconNode(chain);
    warehouse = await openWarehouse();
    snapshots = await run(warehouse.store);
  });
  afterAll(async () => {
    await warehouse.close();
    await node.close();
  });

  it("selects existing series in every part of its expression", () => {
    const last = snapshots.at(-1);
    for (const { metric } of selectorsOf(flat)) {
      const samples = (last?.get(metric) ?? []).filter(({ labels }) => labels.network === network);
      expect(samples.length, metric).toBeGreaterThan(0);
    }
    const tables = (last?.get("validator_analytics_transform_table_expected") ?? []).map(
      ({ labels }) => labels.table,
    );
    expect(tables.sort()).toEqual([
      "fct_eth_validator_duty_epoch",
      "int_eth_epoch",
      "raw_eth_block",
      "raw_eth_committee",
      "raw_eth_epoch",
      "raw_eth_proposer_duty",
    ]);
  });

  it("is silent while each of those tables gets rows in every step", () => {
    for (const [before, after] of pairs(snapshots)) {
      expect(evaluate(flat, before, after)).toEqual([]);
      // Not because nothing was consumed.
      const consumed = evaluate(
        "sum by (chain, network, topic) (increase(validator_analytics_transform_network_messages_total[15m])) > 0",
        before,
        after,
      );
      expect(consumed.map(({ labels }) => labels.topic)).toEqual(
        expect.arrayContaining(["eth.block", "eth.committee", "eth.epoch"]),
      );
    }
  });

  it("names the tables that get no rows, and no others", async () => {
    const lost = { "eth.committee": "raw_eth_committee", "eth.epoch": "int_eth_epoch" };
    const store: Store = {
      ...warehouse.store,
      insert: async (name, columns, chain) => {
        if (!Object.values(lost).includes(name)) await warehouse.store.insert(name, columns, chain);
      },
    };
    for (const [before, after] of pairs(await run(store))) {
      const alerts = evaluate(flat, before, after).map(({ labels }) => labels);
      expect(alerts).toHaveLength(2);
      for (const [topic, table] of Object.entries(lost))
        expect(alerts).toContainEqual({ chain: "eth", network, topic, table });
    }
  });

  it("is silent when nothing is consumed", async () => {
    const now = await scrape();
    expect(evaluate(flat, now, now)).toEqual([]);
  });

  it("has rows and bytes for own tables only, by chain and network", () => {
    const ownTables = listSql("tables").map((path) => path.split("/").at(-1)?.replace(".sql", ""));
    for (const metric of ["written_rows_total", "written_bytes_total"]) {
      for (const { labels } of snapshots.at(-1)?.get(`validator_analytics_store_${metric}`) ?? []) {
        expect([...ownTables, "other"]).toContain(labels.table);
        expect([`eth/${network}`, "/"]).toContain(`${labels.chain}/${labels.network}`);
      }
    }
  });

  it("exports the newest computed height, and its time on the chain", async () => {
    const [row] = await warehouse.store.rows<{ epoch: number }>(
      "select max(epoch) as epoch from int_eth_epoch final",
    );
    const last = (name: string) =>
      snapshots
        .at(-1)
        ?.get(`validator_analytics_transform_computed_${name}`)
        ?.find(({ labels }) => labels.chain === "eth" && labels.network === network)?.value;
    const [info] = await warehouse.store.rows<{ end: string }>(
      `select genesis_time + {epoch:UInt64} * slots_per_epoch * seconds_per_slot as end from dim_eth_network final`,
      { epoch: (row?.epoch ?? 0) + 1 },
    );
    expect(last("height")).toBe(row?.epoch);
    expect(last("timestamp_seconds")).toBe(Number(info?.end));
  });

  it("exports how full the warehouse's disks are", async () => {
    await readDisks(warehouse.store);
    const now = await scrape();
    const free = now.get("validator_analytics_store_disk_free_bytes")?.[0]?.value ?? 0;
    const total = now.get("validator_analytics_store_disk_total_bytes")?.[0]?.value ?? 0;
    expect(free).toBeGreaterThan(0);
    expect(total).toBeGreaterThan(free);
  });
});
