/**
 * Payloads as execution nodes report them, in the tables: equal to the model, to the wei, at any time of arrival.
 * Fast counterpart: test/ethBlocks.test.ts, ingest/eth/execution/readBlocks.test.ts
 */
import { writeFileSync } from "node:fs";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../chains/config.ts";
import { eth } from "../chains/eth.ts";
import { openExecutionPart } from "../chains/ethBlocksPart.ts";
import { findWithoutDeposits, findWithoutExecution } from "../chains/ethUnknown.ts";
import { runBackfill } from "../cli/verbs/backfill.ts";
import { type EthFixture, generateChain } from "../fixtures/eth/generate.ts";
import { type ExecutionSlot, executionTruth } from "../fixtures/eth/scenario/executionTruth.ts";
import { electraFromGenesis } from "../fixtures/eth/scenario/options.ts";
import { accountOf } from "../fixtures/eth/scenario/transactions.ts";
import { type StubExecutionNode, startStubExecutionNode } from "../fixtures/eth/stubExecutionNode.ts";
import { type StubBeaconNode, startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import type { ExecutionOptions } from "../ingest/eth/sources.ts";
import type { BusMessage } from "../lib/bus/bus.ts";
import { temporaryFolder } from "./support/cli.ts";
import { ingest, openPipeline, openWarehouse, type Pipeline } from "./support/ethPipeline.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { log, type TestWarehouse } from "./support/warehouse.ts";

const never = new AbortController().signal;
const folder = temporaryFolder();
const file = `${folder.path}.addresses`;

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
    // Payloads come in blocks, and since Gloas in envelopes of their own.
    const forks = { ...electraFromGenesis, fulu: 0, gloas: 45 };
    const input = { validators: 64, preset: "minimal", seed: 43, startEpoch: 40, epochs: 8, forks } as const;
    chain = generateChain(input);
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
    folder.remove();
  });

  const nodeOptions = { rounds: 1, restBaseMs: 1, restMaxMs: 2 };
  const fill = (own = range, more: Partial<ExecutionOptions> = {}) =>
    ingest(beacon.url, warehouse.store, pipeline, own, {
      execution: { urls: [execution.url], restMs: 0, nodeOptions, ...more },
    });
  const settings = (more: Record<string, string> = {}) => ({
    ...{ ETH_BEACON_URLS: beacon.url, ETH_EXECUTION_URLS: execution.url, ETH_MAX_HEAD_AGE_S: "0" },
    ...more,
  });
  const backfill = (args: { from?: string; to?: string }, environment = settings(), logger = log) =>
    runBackfill(
      { network: "eth", part: "execution", ...args },
      {
        ...{ config: loadConfig(environment), log: logger, store: warehouse.store, bus: pipeline.bus },
        ...{ workers: pipeline.worker, emit: () => undefined, signal: never },
      },
    );
  /** The model's rows, with the list of addresses or without. */
  const expected = (isWanted: (slot: ExecutionSlot) => boolean, isListed = false) =>
    truth.filter(isWanted).map((slot) => rowOf(isListed ? slot : { ...slot, sanctioned: null }));
  const requestedBlocks = () =>
    execution.requests
      .flat()
      .flatMap(({ method, params: [number, isFull] }) =>
        method === "eth_getBlockByNumber" && isFull === true ? [Number(number)] : [],
      );

  it("are not read for an empty warehouse", async () => {
    await expect(backfill({})).rejects.toThrow(
      "No final block of generated is in the warehouse. Ingest it first",
    );
  });

  it("stay unknown with a node that lags, and all else is there", async () => {
    const [first, second] = truth;
    execution.faults.staleAtSlot = second!.slot;
    await fill();
    execution.faults.staleAtSlot = null;
    expect(await rowsIn(warehouse.store)).toEqual(expected(({ slot }) => slot <= second!.slot));
    expect(first!.epoch).toBe(range.from - 1);
    expect(truth.length).toBeGreaterThan(20);
    expect(
      await warehouse.store.rows(
        `select slot, gas_used, base_fee_per_gas_wei, blob_gas_used, transaction_type_counts
        from raw_eth_block final where transaction_count is not null and is_final = 1 order by slot`,
      ),
    ).toEqual(truth.map(payloadOf));
  });

  it("are read by a backfill of their own, except those that the node has lost or reports wrongly", async () => {
    const from = range.from;
    const [lost, wrong] = truth.filter(
      ({ epoch, transactionCount }) => epoch === from && transactionCount > 0,
    );
    execution.faults.lostReceipts.add(lost!.block!.number);
    execution.faults.wrongGas.add(wrong!.block!.number);
    const consensusRows = "raw|fct_eth_validator_duty|fct_eth_proposal|int_eth_epoch";
    const before = await fingerprint(warehouse.store, consensusRows);
    const requestsBefore = beacon.requests.length;
    const warnings: unknown[] = [];
    const logger = pino({ level: "warn" }, { write: (line) => warnings.push(JSON.parse(line)) });
    await backfill({ from: String(from), to: String(from) }, settings(), logger);
    const knownSlots = new Set(truth.slice(0, 2).map(({ slot }) => slot));
    const missing = new Set([lost!.slot, wrong!.slot]);
    expect(await rowsIn(warehouse.store)).toEqual(
      expected(({ epoch, slot }) => (epoch === from && !missing.has(slot)) || knownSlots.has(slot)),
    );
    expect(warnings).toContainEqual(
      expect.objectContaining({ epoch: from, blocks: 2, msg: "blocks are unknown" }),
    );
    expect(JSON.stringify(warnings)).toMatch(/it no longer has the receipts of block|its receipts add up to/);
    const consensus = /beacon\/blocks|committees|validators/;
    expect(beacon.requests.slice(requestsBefore).filter(({ path }) => consensus.test(path))).toEqual([]);
    const { raw_eth_execution_block: _, ...after } = await fingerprint(warehouse.store, consensusRows);
    expect(before).toMatchObject(after);

    // Only blocks that were missing are requested.
    execution.faults.lostReceipts.clear();
    execution.faults.wrongGas.clear();
    execution.requests.length = 0;
    await backfill({ from: String(from), to: String(from) });
    expect(requestedBlocks().sort()).toEqual([lost!.block!.number, wrong!.block!.number].sort());
    expect(await rowsIn(warehouse.store)).toEqual(
      expected(({ epoch, slot }) => epoch === from || knownSlots.has(slot)),
    );
  });

  it("come with a later epoch, also after a restart", async () => {
    const { store } = warehouse;
    const findUnknown = { deposits: findWithoutDeposits(store), blocks: findWithoutExecution(store) };
    await fill({ from: range.to, to: range.to }, { findUnknown });
    expect(await rowsIn(store)).toEqual(expected(() => true));
    expect(await findUnknown.blocks("generated", 1_000)).toEqual([]);
    execution.requests.length = 0;
    await backfill({});
    expect(requestedBlocks()).toEqual([]);
  });

  it("count sanctioned transactions once there is a list of addresses, and keep the counts", async () => {
    const [first, ...others] = sanctioned();
    writeFileSync(
      file,
      `# listed\n${first!.toUpperCase().replace("0X", "0x")} # by whom\r\n\n${others.join("\n")}\n`,
    );
    await backfill({}, settings({ ETH_SANCTIONED_ADDRESSES_FILE: file }));
    expect(await rowsIn(warehouse.store)).toEqual(expected(() => true, true));
    expect(truth.reduce((sum, { sanctioned: count }) => sum + (count ?? 0), 0)).toBeGreaterThan(5);
    // A plain backfill reads all of its epochs again.
    execution.requests.length = 0;
    await fill({ from: range.from, to: range.from });
    expect(requestedBlocks().length).toBeGreaterThan(10);
    expect(await rowsIn(warehouse.store)).toEqual(expected(() => true, true));
  });

  it("are not read without execution nodes, for missing epochs, or with an invalid list", async () => {
    const bare = settings();
    await expect(backfill({}, { ...bare, ETH_EXECUTION_URLS: "" })).rejects.toThrow("set ETH_EXECUTION_URLS");
    await expect(backfill({ from: "1", to: "3" })).rejects.toThrow(
      `No block of epochs 1 to 3 of generated is in the warehouse: it has those of ${range.from - 1} to ${range.to + 1}`,
    );
    writeFileSync(file, `${"0x".padEnd(42, "a")}\n# fine\n0x123\n`);
    await expect(backfill({}, settings({ ETH_SANCTIONED_ADDRESSES_FILE: file }))).rejects.toThrow(
      `ETH_SANCTIONED_ADDRESSES_FILE: ${file}, line 3: "0x123" is no address`,
    );
    await expect(backfill({}, settings({ ETH_SANCTIONED_ADDRESSES_FILE: `${file}.none` }))).rejects.toThrow(
      "ETH_SANCTIONED_ADDRESSES_FILE: ENOENT",
    );
  });

  it("are waited for by a backfill next to other processes' workers, unless no node reports them", async () => {
    const { store } = warehouse;
    await store.command(
      `alter table raw_eth_execution_block delete where slot >= {slot:UInt32} settings mutations_sync = 1`,
      { slot: truth.at(-2)!.slot },
    );
    execution.faults.lostReceipts.add(truth.at(-1)!.block!.number);
    const config = loadConfig(settings());
    const node = config.nodes[0]!;
    const opened = { chain: eth, ...(await eth.listener.open(config, node, store, { log, signal: never })) };
    const part = await openExecutionPart(opened, node, {
      ...{ config, store, log, signal: never },
      range: {},
    });
    const epochs = range.to - range.from + 3;
    expect(await part.readable()).toEqual({ done: epochs - 1, isReadable: false });
    const last = part.range.to;
    const unit = await part.session
      .openRun({ ...part.range, kind: "backfill" }, undefined)
      .prepare(last, never);
    const messages: BusMessage[] = [];
    await unit.publish(async (batch) => void messages.push(...batch), never);
    expect(await part.readable()).toEqual({ done: epochs, isReadable: true });
    expect(await part.firstUnwritten("generated", part.range)).toBe(last + 1);
    await pipeline.bus.publish(messages);
    await pipeline.worker.settle();
    expect(await rowsIn(store)).toHaveLength(truth.length - 1);
    execution.faults.lostReceipts.clear();
  });

  it("are what doctor checks on execution nodes", async () => {
    const check = (environment = settings()) => {
      const config = loadConfig(environment);
      return eth.listener.checks.execution?.(config, config.nodes[0]!, execution.url, { log, signal: never });
    };
    expect(await check()).toMatch(/^generated, final block \d+ with \d+ receipts$/);
    execution.faults.hasBlockReceipts = false;
    expect(await check()).toContain("a call for each receipt");
    execution.faults.rules.push({
      kind: "rpcError",
      code: -32000,
      message: "finalized block not found",
      method: /eth_getBlockByNumber/,
      count: 1,
    });
    expect(await check()).toMatch(/^generated, block \d+, none is final yet$/);
    execution.faults.rules = [];
    execution.faults.isOtherChain = true;
    await expect(check()).rejects.toThrow("is on another chain");
    Object.assign(execution.faults, { hasBlockReceipts: true, isOtherChain: false });
  });
});
