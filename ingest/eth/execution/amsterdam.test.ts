/** Blocks of Amsterdam: receipts hold the paid gas, the block counts the used gas. */
import { describe, expect, it } from "vitest";
import { createExecutionFaults } from "../../../fixtures/eth/stub/rpcFaults.ts";
import { serveRpc } from "../../../fixtures/eth/stub/rpcHttp.ts";
import { createLogger } from "../../../lib/logger.ts";
import { createExecutionClient } from "../../execution/client.ts";
import type { Payload } from "../epochSource.ts";
import { gasSums } from "./chain.ts";
import { createBlockReader } from "./readBlocks.ts";

const { signal } = new AbortController();
const log = createLogger("silent");
const clientOf = (chainId: bigint, url: string) =>
  createExecutionClient({ urls: [url], requestsPerSecond: 10_000, chainId, log, nodeOptions: { rounds: 1 } });

describe("a block of Amsterdam", () => {
  const quantityOf = (value: number | bigint) => `0x${value.toString(16)}`;
  const [hash, transactionHash] = [`0x${"11".repeat(32)}`, `0x${"22".repeat(32)}`];
  const [from, to] = [`0x${"aa".repeat(20)}`, `0x${"bb".repeat(20)}`];
  // From a node of a network with Amsterdam: gas refunded to senders is counted in the block, and in no receipt.
  const [blockGas, paidGas, baseFee, price] = [262_050, 195_840, 7n, 1_000_000_007n];
  const transaction = { hash: transactionHash, type: "0x2", from, to, value: "0x5" };
  const block = {
    ...{ number: "0x10", hash, baseFeePerGas: quantityOf(baseFee), gasUsed: quantityOf(blockGas) },
    transactions: [transaction],
  };
  const receipt = { transactionHash, blockHash: hash, status: "0x1", gasUsed: quantityOf(paidGas) };
  const answers: Record<string, unknown> = {
    ...{ eth_chainId: "0x1", eth_blockNumber: "0x20", eth_getBlockByNumber: block },
    eth_getBlockReceipts: [{ ...receipt, effectiveGasPrice: quantityOf(price) }],
    eth_getTransactionReceipt: { ...receipt, effectiveGasPrice: quantityOf(price) },
  };
  const payload: Payload = {
    ...{ slot: 64, number: 16, hash, feeRecipient: to, transactionCount: 1 },
    ...{ gasUsed: BigInt(blockGas), baseFeePerGas: baseFee },
  };
  const chain = {
    slotsPerEpoch: 32,
    forkSchedule: [
      { fork: "fulu", epoch: 0 },
      { fork: "gloas", epoch: 2 },
    ],
  } as const;

  it.each([
    ["is read, with what was paid", 64, paidGas],
    ["is one that lies before the fork", 63, undefined],
  ])("%s", async (_, slot, gas) => {
    const faults = createExecutionFaults();
    const node = await serveRpc(({ method }) => answers[method], { port: 0, faults, seed: 1 });
    try {
      const reader = createBlockReader(clientOf(1n, node.url), undefined, gasSums(chain));
      const { blocks, error } = await reader.read([{ ...payload, slot }], signal);
      if (gas === undefined) {
        expect(String(error)).toContain("its receipts add up to 195840 gas, but the payload used 262050");
        return;
      }
      expect(error).toBeUndefined();
      expect(blocks[0]).toMatchObject({
        base_fees_burnt_wei: String(BigInt(gas) * baseFee),
        tips_wei: ["0", "0", String(BigInt(gas) * (price - baseFee)), "0", "0"],
      });
    } finally {
      await node.close();
    }
  });
});
