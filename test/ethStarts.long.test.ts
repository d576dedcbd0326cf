/**
 * Where a history begins: in the middle of a day with full queues, after a leak, with snapshots of the registry in each
 * epoch and with changes between them. Its answers equal those of a longer history of the same chain, or are null.
 * Fast counterpart: test/ethTruth.test.ts, test/ethApi.test.ts
 */
import { beforeAll, describe, expect, it } from "vitest";
import { type EthFixture, generateChain } from "../fixtures/eth/generate.ts";
import type { EthOptions } from "../ingest/eth/index.ts";
import { openFilledWarehouse } from "./support/ethPipeline.ts";
import type { TestWarehouse } from "./support/warehouse.ts";

type Row = Record<string, unknown>;

/** Rows of whole days, and of the newest epoch: with their keys, and where unknown inputs are named. */
const tables = [
  {
    table: "fct_eth_validator_performance_daily",
    keys: ["day_type", "validator_index", "day"],
    where: "is_complete = 1",
  },
  {
    table: "fct_eth_validator_reconciliation_daily",
    keys: ["day_type", "validator_index", "day", "start_epoch", "end_epoch"],
    where: "1",
  },
  { table: "fct_eth_network_queue", keys: ["network"], where: "1" },
] as const;

const generate = () =>
  generateChain({
    validators: 96,
    preset: "minimal",
    seed: 93,
    startEpoch: 40,
    epochs: 38,
    tailEpochs: 5,
    spec: {
      // Epochs of two hours: days begin with every twelfth.
      SECONDS_PER_SLOT: "900",
      SHARD_COMMITTEE_PERIOD: "8",
      MIN_VALIDATOR_WITHDRAWABILITY_DELAY: "16",
    },
    consolidations: [1, 2, 3].map((epoch) => ({ epoch, source: 44 + epoch, target: 36 })),
    deposits: [
      { epoch: 8, newcomer: 2_000, eth: 32, isValid: false },
      { epoch: 9, newcomer: 2_000, eth: 32, isValid: true },
      { epoch: 10, newcomer: 2_001, eth: 32, isValid: true },
      { epoch: 11, newcomer: 2_001, eth: 5, isValid: false },
    ],
    knobs: { leak: { fromEpoch: 3, epochs: 5, offlineShare: 0.4 } },
  });

async function rowsOf(
  { store }: TestWarehouse,
  { table, keys, where }: (typeof tables)[number],
): Promise<Map<string, Row>> {
  const rows = await store.rows<Row>(`select * except (version) from ${table} final where ${where}`);
  return new Map(rows.map((row) => [keys.map((key) => String(row[key])).join("/"), row]));
}

/** Rows of each table that result from a history of a range. One warehouse is open at a time. */
async function historyOf(
  chain: EthFixture,
  range: { from: number; to: number },
  options: Partial<EthOptions>,
) {
  const warehouse = await openFilledWarehouse(chain, range, { options });
  const rowsByTable = new Map<string, Map<string, Row>>();
  for (const one of tables) rowsByTable.set(one.table, await rowsOf(warehouse, one));
  await warehouse.close();
  return rowsByTable;
}

/** Columns of a row that are known, and are something else in a longer history. */
const wrongIn = (row: Row, longer: Row) =>
  Object.entries(row)
    .filter(
      ([name, value]) =>
        value !== null && name !== "missing_inputs" && JSON.stringify(value) !== JSON.stringify(longer[name]),
    )
    .map(([name, value]) => [name, value, longer[name]]);

describe.each([
  ["snapshots in each epoch", {}],
  ["changes between snapshots", { smallRegistry: 0 }],
] as const)("%s", (_name, options) => {
  let chain: EthFixture;
  let whole: Map<string, Map<string, Row>>;
  let to: number;
  beforeAll(async () => {
    chain = generate();
    to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);
    whole = await historyOf(chain, { from: chain.options.startEpoch + 1, to }, options);
  });

  it.each([
    ["in the middle of a day, after a leak", 11],
    ["in the middle of a day, with queues", 16],
    ["with a day", 20],
  ])("a start %s answers the same", async (_start, offset) => {
    const later = await historyOf(chain, { from: chain.options.startEpoch + offset, to }, options);
    for (const [table, rows] of later) {
      expect([table, rows.size > 0]).toEqual([table, true]);
      const longerRows = whole.get(table);
      for (const [key, row] of rows) {
        const longer = longerRows?.get(key);
        // A day whose first snapshot is the start has other ends.
        if (longer !== undefined) expect([table, key, wrongIn(row, longer)]).toEqual([table, key, []]);
      }
    }
  });
});
