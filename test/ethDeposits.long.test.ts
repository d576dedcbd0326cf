/**
 * Depositors: read from an execution node with each epoch, and for all blocks; and the entities that follow from them.
 * Fast counterpart: test/ethEntities.test.ts, transform/eth/voidDeposits.test.ts
 */
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "../chains/config.ts";
import { findWithoutDeposits, findWithoutExecution } from "../chains/ethUnknown.ts";
import { runBackfill } from "../cli/verbs/backfill.ts";
import { runEntities } from "../cli/verbs/entities.ts";
import { type EthFixture, generateChain } from "../fixtures/eth/generate.ts";
import { type StubExecutionNode, startStubExecutionNode } from "../fixtures/eth/stubExecutionNode.ts";
import { type StubBeaconNode, startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import type { ExecutionOptions } from "../ingest/eth/sources.ts";
import { temporaryFolder } from "./support/cli.ts";
import { expectEntityWindows } from "./support/ethEntityAnswers.ts";
import { csvOf, expectEntityDays } from "./support/ethEntityRows.ts";
import { type ModelDay, modelDays } from "./support/ethModelDay.ts";
import { depositKeys, depositsOf, type ModelDeposit, registryKeys } from "./support/ethModelDeposits.ts";
import { type ModelKey, modelEntityDays } from "./support/ethModelEntities.ts";
import { modelWindows } from "./support/ethModelWindows.ts";
import { ingest, openPipeline, openWarehouse, type Pipeline } from "./support/ethPipeline.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { serveStore } from "./support/serve.ts";
import { log, type TestWarehouse } from "./support/warehouse.ts";

/** A failing node is retried at once: the test waits for no outage to end. */
const fastRest = { restBaseMs: 2, restMaxMs: 10 };
const never = new AbortController().signal;
const folder = temporaryFolder();
const file = `${folder.path}.csv`;

/** A row of raw_eth_deposit_log as the model has it. */
const rowOf = (deposit: ModelDeposit) => ({
  deposit_index: String(deposit.index),
  pubkey: deposit.pubkey,
  withdrawal_credentials: deposit.credentials,
  amount_gwei: String(deposit.amount),
  signature: deposit.signature,
  sender: deposit.sender,
  transaction_hash: deposit.transaction,
  block_number: deposit.block,
  block_hash: deposit.hash,
});

const bytes = (name: string) => `lower(concat('0x', hex(${name}))) as ${name}`;
const expectRows = async (store: TestWarehouse["store"], deposits: readonly ModelDeposit[]) =>
  expect(
    await store.rows(
      `select deposit_index, ${bytes("pubkey")}, ${bytes("withdrawal_credentials")}, amount_gwei, ${bytes("signature")}, sender,
        ${bytes("transaction_hash")}, block_number, ${bytes("block_hash")}
      from raw_eth_deposit_log final order by deposit_index`,
    ),
  ).toEqual(deposits.map(rowOf));

/** All rows, but for those of entities that have lost all they had, how blocks were cut, and where each run began. */
async function visible(store: TestWarehouse["store"]) {
  const hashes = await fingerprint(store);
  const cut = ["raw_eth_deposit_range", "raw_eth_epoch"];
  for (const name of [...cut, "fct_eth_entity_performance_daily", "fct_eth_entity_window"])
    delete hashes[name];
  const entities = await store.rows(
    `select 'days' as name, count() as rows, groupBitXor(cityHash64(tuple(*))) as hash
    from fct_eth_entity_performance_daily final where row_count > 0
    union all
    select 'windows' as name, count() as rows, groupBitXor(cityHash64(tuple(*))) as hash
    from fct_eth_entity_window final where day_count > 0
    order by name`,
  );
  return { hashes, entities };
}

describe("deposits of a chain", () => {
  let chain: EthFixture;
  let days: ModelDay[];
  let range: { from: number; to: number };
  let beacon: StubBeaconNode;
  let execution: StubExecutionNode;
  let all: ModelDeposit[];
  let ofEpochs: ModelDeposit[];

  beforeAll(async () => {
    chain = generateChain({
      validators: 64,
      preset: "minimal",
      spec: { SECONDS_PER_SLOT: "2700" },
      seed: 41,
      startEpoch: 40,
      epochs: 13,
    });
    range = {
      from: chain.options.startEpoch + 1,
      to: Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2),
    };
    days = (["chain", "utc"] as const).flatMap((dayType) => modelDays(chain, dayType, range));
    all = depositsOf(chain, chain.truth.finalizedEpoch * 8);
    ofEpochs = all.filter(({ epoch }) => epoch !== null && epoch >= range.from - 1 && epoch <= range.to + 1);
    beacon = await startStubBeaconNode(chain);
    execution = await startStubExecutionNode(chain);
  });
  afterAll(async () => {
    await beacon.close();
    await execution.close();
    folder.remove();
  });
  beforeEach(() => {
    execution.faults.rules.length = 0;
    execution.requests.length = 0;
    Object.assign(execution.faults, { lagSlots: 0, logBlockLimit: 10_000 });
  });

  /** An empty warehouse, and operations on it. */
  async function open() {
    const warehouse = await openWarehouse();
    const { store } = warehouse;
    const pipeline: Pipeline = await openPipeline(store);
    const config = loadConfig({
      ETH_BEACON_URLS: beacon.url,
      ETH_EXECUTION_URLS: execution.url,
      ETH_MAX_HEAD_AGE_S: "0",
    });
    const common = { config, log, store, emit: () => undefined };
    const options: ExecutionOptions = { urls: [execution.url], restMs: 0 };
    return {
      store,
      fill: (own = range, more: Partial<ExecutionOptions> = {}) =>
        ingest(beacon.url, store, pipeline, own, {
          execution: { ...options, ...more, nodeOptions: { ...fastRest, ...more.nodeOptions } },
        }),
      backfill: (
        signal = never,
        emit: (progress: unknown) => void = common.emit,
        args: Partial<Parameters<typeof runBackfill>[0]> = {},
        own = config,
      ) =>
        runBackfill(
          { network: "eth", part: "deposits", ...args },
          { ...common, config: own, bus: pipeline.bus, workers: pipeline.worker, emit, signal },
        ),
      entities: (
        args: Omit<Extract<Parameters<typeof runEntities>[0], { action: "import" }>, "action" | "network">,
      ) => runEntities({ action: "import", network: "generated", ...args }, { ...common, signal: never }),
      close: async () => {
        await pipeline.stop();
        await warehouse.close();
      },
    };
  }

  let complete: Awaited<ReturnType<typeof visible>>;

  describe("in a warehouse whose execution node fails at first", () => {
    let opened: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    const expectDays = (deposits: readonly ModelDeposit[], keys: readonly ModelKey[] = []) =>
      expectEntityDays(
        opened.store,
        modelEntityDays(chain, days, [...keys, ...depositKeys(chain, deposits, range.to + 1)]),
      );

    it("are unknown, and all else is there", async () => {
      execution.faults.rules.push({ kind: "rpcError", code: -32_601, message: "no", method: /eth_getLogs/ });
      await opened.fill(range, { nodeOptions: { rounds: 1 } });
      await expectRows(opened.store, []);
      await expectDays([]);
    });

    it("are caught up later, as far as they belong to its epochs", async () => {
      const deposits = findWithoutDeposits(opened.store);
      const findUnknown = { deposits, blocks: findWithoutExecution(opened.store) };
      expect(await deposits("generated", range.to + 9)).toHaveLength(range.to - range.from + 3);
      execution.faults.lagSlots = 1_000;
      await opened.fill({ from: range.to, to: range.to }, { findUnknown, nodeOptions: { rounds: 1 } });
      await expectRows(opened.store, []);
      execution.faults.lagSlots = 0;
      await opened.fill({ from: range.to, to: range.to }, { findUnknown });
      expect(ofEpochs.length).toBeGreaterThan(1);
      await expectRows(opened.store, ofEpochs);
      await expectDays(ofEpochs);
      expect(await deposits("generated", range.to + 9)).toEqual([]);
    });

    it("from before the history come by a backfill of their own, in small pieces, despite interruptions", async () => {
      // It doesn't have the last blocks yet, so that there is time to interrupt it.
      Object.assign(execution.faults, { logBlockLimit: 60, lagSlots: 1_000 });
      const stopper = new AbortController();
      const stopEarly = (progress: unknown) => {
        const { done, total } = progress as { done: number; total: number };
        if (done > total / 5) stopper.abort(new Error("stopped"));
      };
      await expect(opened.backfill(stopper.signal, stopEarly)).rejects.toThrow("stopped");
      const firstRequestedBlocks = () =>
        execution.requests
          .flat()
          .filter(({ method }) => method === "eth_getLogs")
          .map(({ params: [filter] }) => Number((filter as { fromBlock: string }).fromBlock));
      const before = firstRequestedBlocks();
      execution.requests.length = 0;
      execution.faults.lagSlots = 0;
      expect(await opened.backfill()).toMatchObject({ part: "deposits", unit: "block", from: 0 });
      expect(Math.min(...firstRequestedBlocks())).toBeGreaterThan(Math.min(...before));
      await expectRows(opened.store, all);
      await expectDays(all);
      complete = await visible(opened.store);
    });

    it("are not requested again", async () => {
      await opened.backfill();
      expect(execution.requests.flat().filter(({ method }) => method === "eth_getLogs")).toEqual([]);
    });

    it("are not read without execution nodes, of another part, or of a range", async () => {
      const bare = loadConfig({ ETH_BEACON_URLS: beacon.url, ETH_MAX_HEAD_AGE_S: "0" });
      const none = () => undefined;
      await expect(opened.backfill(never, none, {}, bare)).rejects.toThrow("set ETH_EXECUTION_URLS");
      await expect(opened.backfill(never, none, { part: "other" })).rejects.toThrow(
        '--part: "other" is no part of eth; its parts are: deposits, execution',
      );
      await expect(opened.backfill(never, none, { from: "1" })).rejects.toThrow("neither --from nor --to");
    });

    it("answer for operators of the type depositAddress", async () => {
      const keys = depositKeys(chain, all, range.to + 1);
      const served = await serveStore(opened.store);
      expect(await expectEntityWindows({ chain, days, keys, served }, "depositAddress")).toBeGreaterThan(10);
      const windows = [...modelWindows(chain, days, keys, 7)].filter(
        ([name, { validators }]) => name.startsWith("depositAddress/") && validators > 0,
      );
      const { data } = await served.fetchBody<{ data: { id: string; validatorCount: number }[] }>(
        "/v0/eth/operators?idType=depositAddress&window=7d&size=100",
      );
      expect(Object.fromEntries(data.map(({ id, validatorCount }) => [id, validatorCount]))).toEqual(
        Object.fromEntries(windows.map(([name, { validators }]) => [name.split("/")[1], validators])),
      );
      await served.close();
    });

    it("have less weight than a file, and lead to what it says of them", async () => {
      const keys = [
        { key: "3", kind: "index" as const, idType: "depositAddress", entity: `0x${"dd".repeat(20)}` },
        { key: all[1]?.sender ?? "", kind: "deposit_address" as const, idType: "pool", entity: "Stakers" },
      ];
      writeFileSync(file, csvOf(keys, "file"));
      await opened.entities({ file, isRewrite: false });
      await expectDays(all, keys);
      const { address } = execution.registry;
      const report = await opened.entities({ registry: "lido", address, isRewrite: false });
      const own = registryKeys(execution.registry.operatorsAt(1e9));
      expect(report).toContain(`lido-registry: ${own.length} rows in force`);
      await expectDays(all, [...keys, ...own]);
      expect(await opened.entities({ registry: "lido", address, isRewrite: false })).toContain(
        `lido-registry: ${own.length} rows in force`,
      );
    });

    it("of a registry at another address, or at a block that is too old, name what is wrong", async () => {
      const { address } = execution.registry;
      const args = { registry: "lido" as const, isRewrite: false };
      await expect(opened.entities(args)).rejects.toThrow("give its --address");
      await expect(opened.entities({ ...args, address: `0x${"12".repeat(20)}` })).rejects.toThrow(
        `There is no contract at 0x${"12".repeat(20)}`,
      );
      await expect(opened.entities({ ...args, address, block: 1 })).rejects.toThrow("missing trie node");
      await expect(opened.entities({ isRewrite: false })).rejects.toThrow("--file or --registry");
    });
  });

  it("lead to the same rows when earlier deposits come first", async () => {
    const opened = await open();
    try {
      await opened.backfill();
      execution.requests.length = 0;
      await opened.fill();
      // Logs and block in one request an epoch; senders only where there are logs.
      const methods = execution.requests.map((calls) => calls.map(({ method }) => method).join());
      const epochs = range.to - range.from + 3;
      expect(methods.filter((text) => text === "eth_getLogs,eth_getBlockByNumber")).toHaveLength(epochs);
      expect(methods.filter((text) => text.includes("getTransaction")).length).toBeLessThan(epochs);
      expect(await visible(opened.store)).toEqual(complete);
    } finally {
      await opened.close();
    }
  });
});
