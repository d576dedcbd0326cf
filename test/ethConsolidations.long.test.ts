/**
 * Consolidations of a generated chain, from its node to JSON: every field of four answers equals the chain's truth.
 * Fast counterpart: test/ethTruth.test.ts, ingest/eth/endToEnd.test.ts
 */
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../chains/config.ts";
import { runEntities } from "../cli/verbs/entities.ts";
import { type EthFixture, generateChain } from "../fixtures/eth/generate.ts";
import { createKey } from "../serve/access/keys.ts";
import { createApp } from "../serve/http/app.ts";
import { createEthTransform } from "../transform/eth/transform.ts";
import { temporaryFolder } from "./support/cli.ts";
import { csvOf } from "./support/ethEntityRows.ts";
import { modelConsolidations } from "./support/ethModelConsolidations.ts";
import type { ModelKey } from "./support/ethModelEntities.ts";
import { openFilledWarehouse } from "./support/ethPipeline.ts";
import { log, type TestWarehouse } from "./support/warehouse.ts";

type Json = Record<string, unknown>;
type List = { next: string | null; pages: number; results: Json[] };

const folder = temporaryFolder();
const requested: [epoch: number, source: number, target: number][] = [
  // 36 passes on what it receives, in the same transition.
  [1, 45, 36],
  [1, 36, 37],
  [2, 46, 3],
  [2, 47, 3],
  [2, 48, 37],
  [3, 49, 22],
  [3, 50, 22],
  [3, 51, 15],
  [5, 52, 7],
  [5, 53, 3],
  [6, 54, 37],
  [7, 55, 15],
  [8, 56, 37],
  [9, 57, 37],
  [9, 58, 15],
  // Ignored: it is exiting, was never there, has credentials of the right kind already.
  [7, 45, 15],
  [8, 70, 15],
  [8, 3, 3],
];

/** Epochs of six hours, consolidations some nine epochs after their requests. */
const generate = () =>
  generateChain({
    validators: 64,
    preset: "minimal",
    seed: 90,
    startEpoch: 40,
    epochs: 17,
    spec: {
      SECONDS_PER_SLOT: "2700",
      MIN_VALIDATOR_WITHDRAWABILITY_DELAY: "4",
      SHARD_COMMITTEE_PERIOD: "8",
      EPOCHS_PER_SLASHINGS_VECTOR: "16",
      // 200 ETH an epoch, so that several leave the queue at once.
      MIN_PER_EPOCH_CHURN_LIMIT_ELECTRA: "224000000000",
    },
    consolidations: requested.map(([epoch, source, target]) => ({ epoch, source, target })),
  });

const indexKey = (
  index: number,
  idType: string,
  entity: string,
  dates: Partial<ModelKey> = {},
): ModelKey => ({
  key: String(index),
  kind: "index",
  idType,
  entity,
  ...dates,
});

describe("consolidations of a chain", () => {
  let chain: EthFixture;
  let warehouse: TestWarehouse & { network: string };
  let api: ReturnType<typeof createApp>;
  let key: string;
  let range: { from: number; to: number };
  let keys: ModelKey[] = [];

  beforeAll(async () => {
    chain = generate();
    const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);
    range = { from: chain.options.startEpoch + 1, to };
    warehouse = await openFilledWarehouse(chain, range);
    api = createApp({ store: warehouse.store, log, factsTtlMs: 0 });
    ({ key } = await createKey(warehouse.store, { name: "test" }));
  });
  afterAll(async () => {
    await api.close();
    await warehouse.close();
    folder.remove();
  });

  const model = () => modelConsolidations(chain, range, keys);

  async function get(path: string): Promise<List> {
    const response = await api.app.request(path, { headers: { authorization: `Bearer ${key}` } });
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as List;
  }

  async function all(path: string): Promise<Json[]> {
    const records: Json[] = [];
    let [next, pages]: [string | null, number] = [path, 0];
    while (next !== null) {
      const list: List = await get(next);
      records.push(...list.results);
      pages += 1;
      if (list.next === null && records.length > 0) expect(list.pages).toBe(pages);
      next = list.next;
    }
    return records;
  }

  async function expectAll(): Promise<void> {
    const { records, byEntity, capacities, entityCapacities } = model();
    expect(await all("/v1/eth/validators/consolidations?limit=4")).toEqual(records);
    expect(await all("/v1/eth/entityConsolidations?limit=3")).toEqual(byEntity);
    expect(await all("/v1/eth/consolidationCapacity?limit=2")).toEqual(capacities);
    expect(await all("/v1/eth/consolidationCapacity/entity?limit=5")).toEqual(entityCapacities);
  }

  it("the chain holds every case that the answers distinguish", () => {
    const { journal, truth, constants } = chain;
    const slots = constants.number("SLOTS_PER_EPOCH");
    const outcomes = new Set(truth.requests.map(({ outcome }) => outcome));
    for (const outcome of [
      "accepted",
      "switched to compounding",
      "ignored: target not compounding",
      "ignored: wrong source address",
      "ignored: wrong credentials",
      "ignored: not active",
      "ignored: unknown validator",
    ])
      expect([...outcomes]).toContain(outcome);
    const moved = truth.consolidations.filter(({ isSourceSlashed }) => !isSourceSlashed);
    expect(truth.consolidations.length).toBeGreaterThan(moved.length);
    // Changes of a target in the first block of an epoch are no part of its balance before it.
    const proposals = new Map(truth.proposals.map((proposal) => [proposal.slot, proposal]));
    const isProposed = ({ epoch }: { epoch: number }) => proposals.get(epoch * slots)?.status === "proposed";
    const blocks = moved.filter(isProposed);
    expect(moved.length).toBeGreaterThan(blocks.length);
    expect(blocks.some(({ epoch, target }) => proposals.get(epoch * slots)?.validator === target)).toBe(true);
    expect(blocks.some(({ epoch, target }) => journal.sync.get(epoch)?.has(target))).toBe(true);
    const paid = truth.flows.filter(({ kind }) => kind === "withdrawal");
    expect(
      blocks.some(({ epoch, target }) =>
        paid.some(({ slot, validator }) => slot === epoch * slots && validator === target),
      ),
    ).toBe(true);
    const on = moved.find(({ source }) => source === 36);
    expect(moved.some(({ target, epoch }) => target === 36 && epoch === on?.epoch)).toBe(true);
    expect(model().capacities[0]?.consolidatedValidators).toBeGreaterThan(0);
  });

  it("are those of withdrawal addresses without a file", expectAll);

  it("are those of the entities of their date", async () => {
    const dates = [...new Set(model().records.map(({ date }) => date))];
    expect(dates.length).toBeGreaterThan(2);
    keys = [
      ...[45, 46, 47, 51, 53].map((index) => indexKey(index, "pool", "Pool One")),
      ...[48, 49].map((index) => indexKey(index, "nodeOperator", "Operator B")),
      indexKey(48, "nodeOperator", "Operator A"),
      indexKey(36, "depositAddress", `0x${"d0".repeat(20)}`),
      indexKey(37, "pool", "Pool Two", { to: dates[1] as string }),
      indexKey(15, "pool", "Pool Two", { from: dates[2] as string }),
      indexKey(55, "pool", "Pool Two", { to: dates[0] as string }),
    ];
    const file = `${folder.path}.csv`;
    writeFileSync(file, csvOf(keys));
    await runEntities(
      { action: "import", network: warehouse.network, file, isRewrite: true },
      {
        ...{ store: warehouse.store, config: loadConfig({}), log },
        ...{ emit: () => undefined, signal: new AbortController().signal },
      },
    );
    const types = new Set(
      model().records.flatMap(({ sourceEntityType, targetEntityType }) => [
        sourceEntityType,
        targetEntityType,
      ]),
    );
    expect([...types].sort()).toEqual(["depositAddress", "nodeOperator", "pool", "withdrawalAddress"]);
    await expectAll();
  });

  it("of some dates, the latest first, and of one entity", async () => {
    const { records, byEntity } = model();
    const date = records[Math.floor(records.length / 2)]?.date ?? "";
    const older = records.filter((record) => record.date <= date);
    expect(await all(`/v1/eth/validators/consolidations?toDate=${date}&sortOrder=desc`)).toEqual(
      [...older].reverse(),
    );
    expect(await all(`/v1/eth/validators/consolidations?fromDate=${date}&toDate=${date}`)).toEqual(
      records.filter((record) => record.date === date),
    );
    const own = byEntity.filter(({ sourceEntity }) => sourceEntity === "Pool One");
    expect(await all("/v1/eth/entityConsolidations?entity=Pool%20One&sortOrder=desc")).toEqual(
      [...own].reverse(),
    );
    expect(await all(`/v1/eth/entityConsolidations?entity=0x${"D0".repeat(20)}`)).toHaveLength(1);
    expect(await all("/v1/eth/entityConsolidations?entity=pool%20one")).toEqual([]);
  });

  it("from an older listener have no balances of their targets", async () => {
    const { store, network } = warehouse;
    const epoch = 43;
    await store.command("truncate table raw_eth_consolidation_balance");
    await store.command("truncate table fct_eth_consolidation");
    const transform = createEthTransform({ store, log });
    await transform.recover?.();
    await transform.recompute(network, { from: epoch, to: epoch });
    const own = model().records.filter(({ consolidationEpoch }) => consolidationEpoch === epoch);
    expect(own.length).toBe(1);
    expect(await all("/v1/eth/validators/consolidations?limit=200")).toEqual(
      own.map((record) => ({
        ...record,
        targetBalanceBeforeConsolidationEpoch: null,
        targetBalanceAtConsolidationEpoch: null,
        targetEffectiveBalanceAtConsolidationEpoch: null,
      })),
    );
  });
});
