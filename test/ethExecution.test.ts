/** What execution nodes tell of payloads, in the tables: as the model has it, to the wei, whenever it comes. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EthFixture, generateChain } from "../fixtures/eth/generate.ts";
import { type ExecutionSlot, executionTruth } from "../fixtures/eth/scenario/executionTruth.ts";
import { accountOf } from "../fixtures/eth/scenario/transactions.ts";
import { type StubExecutionNode, startStubExecutionNode } from "../fixtures/eth/stubExecutionNode.ts";
import { type StubBeaconNode, startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import type { ExecutionOptions } from "../ingest/eth/sources.ts";
import {
  ingest,
  openPipeline,
  openWarehouse,
  type Pipeline,
  type TestWarehouse,
} from "./support/ethPipeline.ts";

/** A row of raw_eth_execution_block as the model has it. */
function rowOf({ slot, epoch, block, tipsByType, burnt, blobFees, sanctioned }: ExecutionSlot) {
  if (block === null) throw new Error(`slot ${slot} has no payload`);
  const last = block.transactions.at(-1);
  const gifts = block.transactions.filter(({ isFailed, to }) => !isFailed && to === block.feeRecipient);
  return {
    ...{ network: "generated", slot, epoch, block_number: block.number, block_hash: block.hash },
    ...Object.fromEntries(tipsByType.map((tips, type) => [`type_${type}_tips_wei`, String(tips)])),
    base_fees_burnt_wei: String(burnt - blobFees),
    blob_fees_burnt_wei: String(blobFees),
    fee_recipient_transfers_wei: String(gifts.reduce((sum, { value }) => sum + value, 0n)),
    last_sender: last?.from ?? null,
    last_recipient: last?.to ?? null,
    last_value_wei: last === undefined ? null : String(last.value),
    is_last_successful: last === undefined ? null : last.isFailed ? 0 : 1,
    sanctioned_count: sanctioned,
  };
}

const payloadOf = ({ slot, block }: ExecutionSlot) => ({
  slot,
  gas_used: String(block?.gasUsed),
  base_fee_per_gas_wei: String(block?.baseFee),
  blob_gas_used: block?.blobGasPrice === null ? null : String(block?.payload?.blob_gas_used),
  transaction_type_counts: [0, 1, 2, 3, 4].map(
    (type) => block?.transactions.filter((one) => one.type === type).length,
  ),
});

const rowsIn = (store: TestWarehouse["store"]) =>
  store.rows(
    "select * except (version, block_hash), toString(block_hash) as block_hash from raw_eth_execution_block final order by slot",
  );

describe("execution blocks of a chain", () => {
  let chain: EthFixture;
  let range: { from: number; to: number };
  let beacon: StubBeaconNode;
  let execution: StubExecutionNode;
  let warehouse: TestWarehouse;
  let pipeline: Pipeline;
  let truth: ExecutionSlot[];
  const sanctioned = () => [0, 1, 2, 3, 4].map((number) => accountOf(chain.options.seed, number));

  beforeAll(async () => {
    chain = generateChain({ validators: 64, preset: "minimal", seed: 43, startEpoch: 40, epochs: 8 });
    range = { from: chain.options.startEpoch + 1, to: chain.truth.finalizedEpoch - 2 };
    truth = executionTruth(chain, { sanctioned: sanctioned() }).filter(
      ({ epoch, block }) => block !== null && epoch >= range.from - 1 && epoch <= range.to + 1,
    );
    beacon = await startStubBeaconNode(chain);
    execution = await startStubExecutionNode(chain);
    warehouse = await openWarehouse();
    pipeline = await openPipeline(warehouse.store);
  });
  afterAll(async () => {
    await pipeline.stop();
    await warehouse.close();
    await beacon.close();
    await execution.close();
  });

  const fill = (own = range, more: Partial<ExecutionOptions> = {}) =>
    ingest(beacon.url, warehouse.store, pipeline, own, {
      execution: { urls: [execution.url], restMs: 0, listed: new Set(sanctioned()), ...more },
    });

  it("are in the tables", async () => {
    await fill();
    expect(truth.length).toBeGreaterThan(20);
    expect(await rowsIn(warehouse.store)).toEqual(truth.map(rowOf));
    expect(
      await warehouse.store.rows(
        `select slot, gas_used, base_fee_per_gas_wei, blob_gas_used, transaction_type_counts
        from raw_eth_block final where transaction_count is not null and is_final = 1 order by slot`,
      ),
    ).toEqual(truth.map(payloadOf));
  });
});
