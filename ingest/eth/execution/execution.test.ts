/** Execution nodes with faults: which errors belong to which node, and what is read nevertheless. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type EthFixture, generateChain } from "../../../fixtures/eth/generate.ts";
import { executionOf } from "../../../fixtures/eth/scenario/execution.ts";
import { type StubExecutionNode, startStubExecutionNode } from "../../../fixtures/eth/stubExecutionNode.ts";
import { createLogger } from "../../../lib/logger.ts";
import { createExecutionClient } from "../../execution/client.ts";
import { toSourceError } from "../../execution/errors.ts";
import { createRunLength } from "../../execution/runLength.ts";
import { depositMessages } from "./depositMessages.ts";
import { firstContractBlock } from "./depositSession.ts";
import { createEpochDeposits } from "./epochDeposits.ts";
import { checkIndices, type DepositsOfRun, readDeposits } from "./readDeposits.ts";

const log = createLogger("silent");
const signal = new AbortController().signal;

describe("execution nodes", () => {
  let chain: EthFixture;
  let bad: StubExecutionNode;
  let good: StubExecutionNode;
  let contract: string;
  let chainId: bigint;
  beforeAll(async () => {
    chain = generateChain({ validators: 64, preset: "minimal", seed: 41, startEpoch: 40, epochs: 6 });
    contract = chain.spec.DEPOSIT_CONTRACT_ADDRESS ?? "";
    chainId = executionOf(chain).chainId;
    [bad, good] = await Promise.all([startStubExecutionNode(chain), startStubExecutionNode(chain)]);
  });
  afterAll(() => Promise.all([bad.close(), good.close()]));
  afterEach(() => {
    Object.assign(bad.faults, { isOtherChain: false, lagSlots: 0, logBlockLimit: 10_000, batchLimit: 100 });
    bad.faults.rules.length = 0;
    bad.faults.wrongHashes.clear();
    for (const node of [bad, good]) node.requests.length = 0;
  });

  const clientOf = (...nodes: StubExecutionNode[]) =>
    createExecutionClient({
      urls: nodes.map(({ url }) => url),
      requestsPerSecond: 1_000,
      chainId,
      log,
      // Twice, since a reused connection may have been closed meanwhile.
      nodeOptions: { rounds: 2, restBaseMs: 1, restMaxMs: 2 },
    });
  async function read(
    nodes: StubExecutionNode[],
    run: { from: number; to: number },
    hashes = new Map<number, string>(),
  ) {
    const pieces: DepositsOfRun[] = [];
    for await (const piece of readDeposits({ client: clientOf(...nodes), contract }, run, { hashes, signal }))
      pieces.push(piece);
    return pieces;
  }
  const history = { from: 0, to: 1_000 };
  const logsOf = (pieces: DepositsOfRun[]) => pieces.flatMap(({ logs }) => logs);

  it("of another chain are errors that name both ids, and never requested again", async () => {
    bad.faults.isOtherChain = true;
    await expect(clientOf(bad).block("latest")).rejects.toThrow(
      `is on another chain: its eth_chainId is ${chainId + 1n}, the beacon chain's DEPOSIT_CHAIN_ID ${chainId}`,
    );
    const client = clientOf(bad, good);
    await client.block("latest");
    await client.block("latest");
    expect(bad.requests.flat().map(({ method }) => method)).toEqual(["eth_chainId", "eth_chainId"]);
  });

  it.each([
    ["lags", () => Object.assign(bad.faults, { lagSlots: 1_000 }), "it has no block"],
    [
      "has another block",
      () => bad.faults.wrongHashes.add(Math.max(...blockNumbers())),
      "but the beacon chain's is",
    ],
    [
      "doesn't know the method",
      () =>
        bad.faults.rules.push({ kind: "rpcError", code: -32_601, message: "not found", method: /getLogs/ }),
      "eth_getLogs: not found (-32601)",
    ],
    [
      "doesn't have transactions",
      () => bad.faults.rules.push({ kind: "null", method: /getTransactionByHash/ }),
      "it doesn't keep transaction",
    ],
    ["answers no JSON", () => bad.faults.rules.push({ kind: "malformed", method: /getLogs/ }), "not JSON"],
  ])("one that %s is an error, and another one is requested", async (_, fault, problem) => {
    const [last] = blockNumbers().slice(-1);
    const run = { from: problem.includes("transaction") ? 0 : (last ?? 0) - 7, to: last ?? 0 };
    const hashes = new Map([...executionOf(chain).byHash.values()].map(({ number, hash }) => [number, hash]));
    fault();
    await expect(read([bad], run, hashes)).rejects.toThrow(problem);
    expect(await read([bad, good], run, hashes)).toEqual(await read([good], run, hashes));
  });

  const blockNumbers = () =>
    [...executionOf(chain).byHash.values()].map(({ number }) => number).sort((a, b) => a - b);

  it("that refuse ranges and batches get smaller requests", async () => {
    const whole = await read([good], history);
    expect(logsOf(whole).length).toBeGreaterThan(10);
    Object.assign(bad.faults, { logBlockLimit: 100, batchLimit: 3 });
    const pieces = await read([bad], history);
    expect(pieces.length).toBeGreaterThan(10);
    expect(logsOf(pieces)).toEqual(logsOf(whole));
    expect(pieces.map(({ from }) => from)).toEqual([0, ...pieces.slice(0, -1).map(({ to }) => to + 1)]);
  });

  it("that fail leave an epoch's deposits unknown, and are left alone for a while", async () => {
    bad.faults.rules.push({ kind: "status", status: 503, method: /getLogs/ });
    const options = { client: clientOf(bad), contract, network: "generated", log, restMs: 60_000 };
    const deposits = createEpochDeposits(options);
    const hash = executionOf(chain).before(10)?.hash ?? "";
    const payload = { slot: 8, feeRecipient: "", transactionCount: 0, gasUsed: null, baseFeePerGas: null };
    const payloads = { epoch: 1, payloads: [{ ...payload, number: 10, hash }] };
    expect(await deposits.fetch(payloads, signal)).toEqual([]);
    const requestCount = bad.requests.length;
    expect(requestCount).toBeGreaterThan(0);
    expect(await deposits.fetch(payloads, signal)).toEqual([]);
    expect(bad.requests).toHaveLength(requestCount);
  });

  it("that leave out deposits are found out by the contract's index", () => {
    const deposit = (index: number) => ({ index: String(index), block_number: 10 * index });
    expect(() => checkIndices([3, 4, 5].map(deposit))).not.toThrow();
    expect(() => checkIndices([3, 5].map(deposit))).toThrow(/deposit 4 is missing.*pruned/);
    // Nothing was deposited before the contract's first block, or a run's first one.
    expect(() => checkIndices([0, 1].map(deposit), 0n)).not.toThrow();
    expect(() => checkIndices([7, 8].map(deposit), 0n)).toThrow(/deposit 0 is missing/);
    expect(() => checkIndices([], 0n)).not.toThrow();
  });

  it("find the contract's first block, where they keep old states", async () => {
    const { block } = clientOf(good);
    const last = (await block("latest"))?.number ?? 0;
    const contractSince = (first: number, oldest: number) =>
      firstContractBlock(
        {
          execution: {
            ...clientOf(good),
            request: async ([call], read) => {
              const at = Number(call?.params[1]);
              if (at < oldest)
                throw toSourceError("eth_getCode", { code: -32_000, message: "missing trie node" });
              return read([at >= first ? "0x60" : "0x"], { url: "", name: "" });
            },
          },
          contract,
          chain: { network: "generated" } as never,
          client: undefined as never,
        },
        last,
        signal,
      );
    expect(await contractSince(123, 0)).toBe(123);
    expect(await contractSince(123, 200)).toBe(0);
    await expect(contractSince(last + 1, 0)).rejects.toThrow("There is no deposit contract");
  });
});

describe("a run of blocks", () => {
  it("gets shorter with each refusal, and longer again", () => {
    const length = createRunLength();
    expect(length.get()).toBe(1_000);
    for (let i = 0; i < 5; i += 1) length.answered(0);
    expect(length.get()).toBe(10_000);
    length.refused(10_000);
    length.refused(5_000);
    expect(length.get()).toBe(2_500);
    for (let i = 0; i < 5; i += 1) length.answered(0);
    expect(length.get()).toBe(4_999);
    length.answered(100_000);
    expect(length.get()).toBe(2_499);
  });

  it("with many deposits is several messages, each of whole blocks", () => {
    const logs = Array.from({ length: 1_700 }, (_, i) => ({ block_number: 10 + Math.floor(i / 3) }) as never);
    const messages = depositMessages("n", null, { from: 5, to: 900, logs });
    expect(messages.map(({ from_block, to_block }) => [from_block, to_block])).toEqual([
      [5, 176],
      [177, 343],
      [344, 510],
      [511, 900],
    ]);
    expect(messages.flatMap((message) => message.logs)).toEqual(logs);
    for (const { from_block, to_block, logs: own } of messages)
      for (const { block_number } of own)
        expect(block_number >= from_block && block_number <= to_block).toBe(true);
  });
});

describe("an error of a node", () => {
  it.each([
    [-32_005, "query returned more than 10000 results", { isRange: true }],
    [-32_602, "block range is too large, max: 1024", { isRange: true }],
    [-32_000, "exceed maximum block range: 5000", { isRange: true }],
    [-32_005, "daily request count exceeded, request rate limited", { isRange: false }],
    [-32_600, "batch too large", { isRange: false, isBatch: true }],
    [-32_601, "the method eth_getLogs does not exist", { isRange: false, isBatch: false }],
  ])("%i %s", (code, message, meta) => {
    expect(toSourceError("eth_getLogs", { code, message }).meta).toMatchObject(meta);
  });
});
