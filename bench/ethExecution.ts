/**
 * A day of mainnet's execution blocks over loopback: node → listener → bus → rows, compared with the JSON parser's own
 * time for the same bytes. The node runs in its own process.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unknownExecution } from "../chains/ethUnknown.ts";
import { createBlockSession } from "../ingest/eth/execution/blockSession.ts";
import { createBlockReader } from "../ingest/eth/execution/readBlocks.ts";
import { createExecutionClient } from "../ingest/execution/client.ts";
import { backfillChain } from "../ingest/listener/backfill.ts";
import { createCursorStore } from "../ingest/listener/cursor.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import type { Store } from "../lib/store/store.ts";
import { ethTopics } from "../schemas/eth/events.ts";
import { createEthTransform } from "../transform/eth/transform.ts";
import { startWorker } from "../transform/frame/worker.ts";
import {
  baseFeeOf,
  blockHashOf,
  feeRecipient,
  firstNumber,
  template,
  transactionsPerBlock,
} from "./ethExecutionBlocks.ts";
import { startExecutionNode } from "./nodeProcess.ts";
import type { Bench, Figure } from "./report.ts";

const log = createLogger(process.env.BENCH_LOG ?? "error");
/** A day of mainnet. */
const blocks = Number(process.env.BENCH_BLOCKS ?? 7_200);
const slotsPerEpoch = 32;
const sampleBlocks = 50;
const network = "bench";

/** The blocks as the beacon chain has them: all slots of the range have one. */
async function writePayloads(store: Store): Promise<void> {
  await store.command(
    `insert into raw_eth_block
      (network, slot, epoch, status, is_final, fork, fee_recipient, execution_block_number, execution_block_hash,
      transaction_count, gas_used, base_fee_per_gas_wei, version)
    select {network:String}, number, intDiv(number, {slotsPerEpoch:UInt32}), 'canonical', 1, 'electra',
      {feeRecipient:String}, number + {first:UInt32},
      concat('0x', leftPad(lower(hex(toUInt32(number + {first:UInt32}))), 64, 'b')),
      {transactions:UInt32}, {gas:UInt64}, {least:UInt64} + bitAnd((number + {first:UInt32}) * 2654435761, 0xfffffff), 1
    from numbers({blocks:UInt32})`,
    {
      ...{ network, slotsPerEpoch, feeRecipient, first: firstNumber, blocks },
      ...{ transactions: transactionsPerBlock, gas: template.gasUsed, least: baseFeeOf(0) },
    },
  );
}

async function readAll(store: Store, url: string): Promise<void> {
  const bus = createMemoryBus({ log });
  await bus.ensureTopics(Object.values(ethTopics));
  const worker = await startWorker({
    bus,
    transform: createEthTransform({ store, log }),
    group: "bench",
    log,
  });
  const range = { from: 0, to: Math.ceil(blocks / slotsPerEpoch) - 1 };
  const client = createExecutionClient({ urls: [url], requestsPerSecond: 100_000, chainId: 1n, log });
  const session = createBlockSession({
    chain: { network, genesisValidatorsRoot: `0x${"00".repeat(32)}`, slotsPerEpoch, secondsPerSlot: 12 },
    ...{ reader: createBlockReader(client, new Set([feeRecipient]), () => true), log, range, onMissing },
    findUnknown: (own) => unknownExecution(store, network, own, { isListed: true, epochs: 64 }),
  });
  function onMissing(epoch: number): never {
    throw new Error(`the node's answers of epoch ${epoch} are refused`);
  }
  const signal = new AbortController().signal;
  await backfillChain(
    { id: "eth" },
    session,
    { bus, cursors: createCursorStore(store), log },
    { ...range, signal },
  );
  await worker.settle();
  await worker.stop();
  await bus.close();
}

/** @throws Error if the rows differ from the node's data */
async function checkRows(store: Store): Promise<void> {
  const [row] = await store.rows<Record<string, string>>(
    `select count() as blocks, sum(type_0_tips_wei) as type0, sum(type_2_tips_wei) as type2, sum(type_4_tips_wei) as type4,
      sum(base_fees_burnt_wei) as burnt, sum(blob_fees_burnt_wei) as blobs, sum(sanctioned_count) as sanctioned
    from raw_eth_execution_block final`,
  );
  const all = Array.from({ length: blocks }, (_, place) => baseFeeOf(firstNumber + place));
  const sumOf = (figure: (baseFee: bigint) => bigint) =>
    all.reduce((sum, baseFee) => sum + figure(baseFee), 0n);
  const expected = [
    ...[sumOf(() => 1n), ...[0, 2, 4].map((type) => sumOf((baseFee) => template.tipsOf(type, baseFee)))],
    ...[sumOf((baseFee) => baseFee * template.gasUsed), sumOf(() => template.blobFees), sumOf(() => 4n)],
  ];
  const actual = Object.values(row ?? {}).map(BigInt);
  if (actual.join() !== expected.join()) throw new Error(`rows say ${actual.join()}, not ${expected.join()}`);
}

async function diskBytes(store: Store): Promise<number> {
  await store.command("optimize table raw_eth_execution_block final");
  const [row] = await store.rows<{ bytes: string }>(
    `select sum(bytes_on_disk) as bytes from system.parts
    where active and database = currentDatabase() and table = 'raw_eth_execution_block'`,
  );
  return Number(row?.bytes ?? 0);
}

/** Seconds that JSON.parse alone takes for the same answers, and the bytes of one. */
async function parseOnly(url: string): Promise<{ blockBytes: number; parsing: number }> {
  let [bytes, parsing] = [0, 0];
  for (let place = 0; place < sampleBlocks; place += 1) {
    const number = `0x${(firstNumber + place).toString(16)}`;
    const calls = [1, 2, 3].map((id) => ({ id, method: "", params: [number] }));
    const response = await fetch(url, { method: "POST", body: JSON.stringify(calls) });
    const body = Buffer.from(await response.arrayBuffer());
    const started = performance.now();
    const answers = JSON.parse(body.toString("utf8")) as [{ result: { hash: string } }];
    parsing += (performance.now() - started) / 1000;
    if (answers[0].result.hash !== blockHashOf(firstNumber + place)) throw new Error("another block");
    bytes += body.length;
  }
  return { blockBytes: bytes / sampleBlocks, parsing: (parsing * blocks) / sampleBlocks };
}

async function run(): Promise<Figure[]> {
  const path = mkdtempSync(join(tmpdir(), "bench-execution-"));
  const node = await startExecutionNode(blocks);
  const store = createEmbeddedStore({ path, log });
  try {
    await migrate(store, { log });
    await writePayloads(store);
    const [started, cpu] = [performance.now(), process.cpuUsage()];
    await readAll(store, node.url);
    const seconds = (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    const peakBytes = process.resourceUsage().maxRSS * 1024;
    await checkRows(store);
    const { blockBytes, parsing } = await parseOnly(node.url);
    const input = `${blocks} blocks of ${transactionsPerBlock} transactions, ${Math.round(blockBytes / 1000)} KB with receipts`;
    return [
      { metric: "blocks_per_second", value: blocks / seconds, unit: "1/s", input },
      { metric: "seconds", value: seconds, unit: "s", input },
      { metric: "cpu_seconds", value: (user + system) / 1e6, unit: "s", input },
      { metric: "parse_ratio", value: seconds / parsing, unit: "x", input },
      { metric: "bytes_per_block", value: (await diskBytes(store)) / blocks, unit: "B", input },
      { metric: "peak_rss_bytes", value: peakBytes, unit: "B", input },
    ];
  } finally {
    await store.close();
    await node.stop();
    rmSync(path, { recursive: true, force: true });
  }
}

export const ethExecution: Bench = { name: "eth-execution", run };
