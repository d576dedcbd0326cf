/** Blocks with their receipts: facts compared with the model's, and which errors belong to which node. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type EthFixture, generateChain } from "../../../fixtures/eth/generate.ts";
import { executionOf } from "../../../fixtures/eth/scenario/execution.ts";
import { executionTruth } from "../../../fixtures/eth/scenario/executionTruth.ts";
import { accountOf } from "../../../fixtures/eth/scenario/transactions.ts";
import { createExecutionFaults } from "../../../fixtures/eth/stub/rpcFaults.ts";
import { serveRpc } from "../../../fixtures/eth/stub/rpcHttp.ts";
import { type StubExecutionNode, startStubExecutionNode } from "../../../fixtures/eth/stubExecutionNode.ts";
import { elementAt } from "../../../lib/elementAt.ts";
import { createLogger } from "../../../lib/logger.ts";
import type { ExecutionBlockFact } from "../../../schemas/eth/facts.ts";
import { describeRecordings, recordingsIn } from "../../../test/support/sharedData.ts";
import { createExecutionClient } from "../../execution/client.ts";
import type { Payload } from "../epochSource.ts";
import { readReceipts } from "./blockFacts.ts";
import { createEpochBlocks } from "./epochBlocks.ts";
import { createBlockReader } from "./readBlocks.ts";

const log = createLogger("silent");
const signal = new AbortController().signal;

const clientOf = (chainId: bigint, ...urls: string[]) =>
  createExecutionClient({
    ...{ urls, requestsPerSecond: 1_000, chainId, log },
    nodeOptions: { rounds: 1, restBaseMs: 1, restMaxMs: 2 },
  });

type Truth = ReturnType<typeof executionTruth>[number];

/** The model's totals of a payload's transactions. */
function factOf({ slot, block, tipsByType, burnt, blobFees, sanctioned }: Truth): ExecutionBlockFact {
  const last = block?.transactions.at(-1);
  const gifts = (block?.transactions ?? []).filter(
    ({ isFailed, to }) => !isFailed && to === block?.feeRecipient,
  );
  return {
    ...{ slot, block_number: block?.number ?? 0, block_hash: block?.hash ?? "" },
    tips_wei: tipsByType.map(String),
    base_fees_burnt_wei: String(burnt - blobFees),
    blob_fees_burnt_wei: String(blobFees),
    fee_recipient_transfers_wei: String(gifts.reduce((sum, { value }) => sum + value, 0n)),
    last:
      last === undefined
        ? null
        : {
            ...{ sender: last.from, recipient: last.to, value_wei: String(last.value) },
            is_successful: last.isFailed ? 0 : 1,
          },
    sanctioned_count: sanctioned,
  };
}

function payloadOf({ slot, block }: Truth): Payload {
  if (block === null) throw new Error("no payload");
  const { number, hash, feeRecipient, transactions, gasUsed, baseFee } = block;
  return {
    ...{ slot, number, hash, feeRecipient, transactionCount: transactions.length },
    ...{ gasUsed: BigInt(gasUsed), baseFeePerGas: baseFee },
  };
}

const isGasSum = () => true;

describe("blocks of execution nodes", () => {
  let chain: EthFixture;
  let bad: StubExecutionNode;
  let good: StubExecutionNode;
  let chainId: bigint;
  let listed: Set<string>;
  let truth: Truth[];
  let payloads: Payload[];
  let facts: ExecutionBlockFact[];
  beforeAll(async () => {
    const forks = {
      phase0: 0,
      altair: 0,
      bellatrix: 0,
      capella: 0,
      deneb: 0,
      electra: 0,
      fulu: 0,
      gloas: 43,
    };
    const input = { validators: 64, preset: "minimal", seed: 47, startEpoch: 40, epochs: 5, forks } as const;
    chain = generateChain(input);
    chainId = executionOf(chain).chainId;
    listed = new Set([3, 4, 5].map((number) => accountOf(chain.options.seed, number)));
    truth = executionTruth(chain, { sanctioned: [...listed] }).filter(({ block }) => block !== null);
    payloads = truth.map(payloadOf);
    facts = truth.map(factOf);
    [bad, good] = await Promise.all([startStubExecutionNode(chain), startStubExecutionNode(chain)]);
  });
  afterAll(() => Promise.all([bad.close(), good.close()]));
  afterEach(() => {
    Object.assign(bad.faults, createExecutionFaults());
    for (const node of [bad, good]) node.requests.length = 0;
  });

  const read = (nodes: StubExecutionNode[], wanted = payloads) =>
    createBlockReader(clientOf(chainId, ...nodes.map(({ url }) => url)), listed, isGasSum).read(
      wanted,
      signal,
    );
  /** A block with several transactions, and its place. */
  function several(): { place: number; number: number } {
    const place = payloads.findLastIndex(({ transactionCount }) => transactionCount > 2);
    return { place, number: payloads[place]!.number };
  }

  it("come to what the model says, one request each, into Gloas", async () => {
    expect(new Set(truth.map(({ block }) => block?.fork))).toEqual(new Set(["fulu", "gloas"]));
    expect(await read([good])).toEqual({ blocks: facts, error: undefined, isOver: false });
    const requests = good.requests.filter(([call]) => call?.method !== "eth_chainId");
    expect(requests).toHaveLength(payloads.length);
    expect(payloads.some(({ transactionCount }) => transactionCount === 0)).toBe(true);
    expect(facts.some(({ sanctioned_count }) => (sanctioned_count ?? 0) > 0)).toBe(true);
  });

  it("are recognized without the fields that older listeners did not publish", async () => {
    const older = payloads.map((payload) => ({ ...payload, gasUsed: null, baseFeePerGas: null }));
    expect((await read([good], older)).blocks).toEqual(facts);
  });

  it.each<[string, () => unknown, string]>([
    ["is of another chain", () => Object.assign(bad.faults, { isOtherChain: true }), "is on another chain"],
    ["lags", () => Object.assign(bad.faults, { lagSlots: 1_000 }), "it has no block"],
    ["has another block", () => bad.faults.wrongHashes.add(several().number), "but the beacon chain's is"],
    ["lacks a receipt", () => bad.faults.shortReceipts.add(several().number), "receipts of"],
    [
      "lacks receipts",
      () => bad.faults.lostReceipts.add(several().number),
      "it no longer has the receipts of block",
    ],
    ["adds gas up to more", () => bad.faults.wrongGas.add(several().number), "its receipts add up to"],
    [
      "has no old blocks",
      () => Object.assign(bad.faults, { historyFromBlock: 1e9 }),
      "pruned history unavailable",
    ],
    [
      "has nothing of old blocks",
      () => bad.faults.rules.push({ kind: "null", method: /getBlockByNumber/ }),
      "it no longer has block",
    ],
    [
      "answers no JSON",
      () => bad.faults.rules.push({ kind: "malformed", method: /getBlockByNumber/ }),
      "not JSON",
    ],
  ])("of a node that %s are errors of it, and another one is requested", async (_, fault, problem) => {
    const one = [elementAt(payloads, several().place)];
    fault();
    const { blocks, error } = await read([bad], one);
    expect(blocks).toEqual([]);
    expect(String(error)).toContain(problem);
    expect(await read([bad, good], one)).toEqual({
      blocks: [facts[several().place]],
      error: undefined,
      isOver: false,
    });
  });

  it("that one node can't answer leave the others known", async () => {
    const { place, number } = several();
    bad.faults.wrongGas.add(number);
    const { blocks, error, isOver } = await read([bad]);
    expect(blocks).toEqual(facts.toSpliced(place, 1));
    expect([String(error), isOver]).toEqual([
      expect.stringContaining(`block ${number}: its receipts`),
      false,
    ]);
    Object.assign(bad.faults, { lagSlots: 8 });
    expect((await read([bad])).isOver).toBe(true);
  });

  it("are not made of receipts of another block", () => {
    const { place } = several();
    const { block } = elementAt(truth, place);
    const hashes = (block?.transactions ?? []).map(({ hash }) => hash);
    const receipts = hashes.map((transactionHash) => ({ transactionHash, blockHash: block?.hash }));
    const read = (answer: unknown) => readReceipts(answer, elementAt(payloads, place), hashes);
    expect(read(receipts)).toEqual(receipts);
    expect(() => read(receipts.toReversed())).toThrow("receipt 0 is of");
    const others = receipts.map((receipt) => ({ ...receipt, blockHash: block?.parentHash }));
    expect(() => read(others)).toThrow(`in block ${block?.parentHash}`);
  });

  it.each([
    ["has no eth_getBlockReceipts", { hasBlockReceipts: false }],
    ["has it not, and takes few calls at once", { hasBlockReceipts: false, batchLimit: 2 }],
    ["takes one call at once", { batchLimit: 1 }],
  ])("of a node that %s are read in pieces", async (_, changes) => {
    Object.assign(bad.faults, changes);
    expect(await read([bad])).toEqual({ blocks: facts, error: undefined, isOver: false });
    // A refused way is tried with the first blocks only.
    const refused = bad.requests.filter(
      (calls) => calls.length > 1 && calls.some(({ method }) => method === "eth_getBlockReceipts"),
    );
    expect(refused.length).toBeLessThanOrEqual(4);
  });

  it("in pieces are compared with one another, and another node's are used", async () => {
    const { place, number } = several();
    Object.assign(bad.faults, { hasBlockReceipts: false });
    bad.faults.wrongGas.add(number);
    good.faults.hasBlockReceipts = false;
    const one = [elementAt(payloads, place)];
    expect(String((await read([bad], one)).error)).toContain("its receipts add up to");
    expect((await read([bad, good], one)).blocks).toEqual([facts[place]]);
    good.faults.hasBlockReceipts = true;
  });

  it("stay unknown if nodes fail, which then back off for a while", async () => {
    bad.faults.rules.push({ kind: "status", status: 503, method: /./ });
    const reader = createBlockReader(clientOf(chainId, bad.url), undefined, isGasSum);
    const source = createEpochBlocks({ reader, network: "generated", log, restMs: 60_000 });
    expect(await source.fetch({ epoch: 40, payloads }, signal)).toEqual([]);
    const requestCount = bad.requests.length;
    expect(requestCount).toBeLessThan(payloads.length);
    expect(await source.fetch({ epoch: 41, payloads }, signal)).toEqual([]);
    expect(bad.requests).toHaveLength(requestCount);
  });
});

const folder = recordingsIn("ethereum/mainnet-el-blocks");

describeRecordings("recorded mainnet blocks, returned by a node", [folder], () => {
  const numbers = readdirSync(folder).flatMap((name) => /^(\d+)_block\.json$/.exec(name)?.[1] ?? []);
  type Json = { result?: unknown } & Record<string, string> & { transactions: Record<string, string>[] };
  const recorded = (number: string, part: string) => {
    const content = JSON.parse(readFileSync(join(folder, `${number}_${part}.json`), "utf8")) as Json;
    return (content.result ?? content) as Json;
  };

  it.each(numbers)("%s: all that was paid is tips, or burnt, to the wei", async (number) => {
    const block = recorded(number, "block");
    const receipts = recorded(number, "receipts") as unknown as Record<string, string>[];
    const answers: Record<string, unknown> = {
      ...{ eth_chainId: "0x1", eth_blockNumber: "0x7fffffff" },
      ...{ eth_getBlockByNumber: block, eth_getBlockReceipts: receipts },
    };
    const faults = createExecutionFaults();
    const node = await serveRpc(({ method }) => answers[method], { port: 0, faults, seed: 1 });
    const payload: Payload = {
      ...{ slot: 1, number: Number(number), hash: block.hash ?? "", feeRecipient: block.miner ?? "" },
      ...{ transactionCount: block.transactions.length, gasUsed: BigInt(block.gasUsed ?? "") },
      baseFeePerGas: BigInt(block.baseFeePerGas ?? ""),
    };
    const last = block.transactions.at(-1);
    const listed = new Set(last?.from === undefined ? [] : [last.from]);
    try {
      const { blocks, error } = await createBlockReader(clientOf(1n, node.url), listed, isGasSum).read(
        [payload],
        signal,
      );
      expect(error).toBeUndefined();
      const [fact] = blocks;
      const tips = (fact?.tips_wei ?? []).reduce((sum, own) => sum + BigInt(own), 0n);
      const paid = receipts.reduce(
        (sum, { gasUsed = "", effectiveGasPrice = "" }) => sum + BigInt(gasUsed) * BigInt(effectiveGasPrice),
        0n,
      );
      expect(tips + BigInt(fact?.base_fees_burnt_wei ?? "")).toBe(paid);
      expect(fact?.last?.value_wei).toBe(last === undefined ? undefined : String(BigInt(last.value ?? "")));
      expect(fact?.sanctioned_count).toBe(
        block.transactions.filter(({ from, to }) => listed.has(from ?? "") || listed.has(to ?? "")).length,
      );
      if (number !== "18000000") return;
      expect([tips, fact?.base_fees_burnt_wei]).toEqual([30_697_207_500_857_250n, "352907159041663251"]);
      expect(fact?.last?.value_wei).toBe(String(0x6b6f00606b1d9bn));
    } finally {
      await node.close();
    }
  });
});
