/** Calls to the nodes of one Avalanche network: the P-chain's blocks, stakes and supply, and the network's upgrades. */
import { z } from "zod";
import { toCb58 } from "../../../lib/cb58.ts";
import { SourceError } from "../../../lib/errors.ts";
import { readBlock } from "../codec/block.ts";
import { rewardUtxo } from "../codec/parts.ts";
import { fromHex, Reader, unreadable } from "../codec/reader.ts";
import { readSignedTx } from "../codec/transactions.ts";
import type { Block, Tx } from "../codec/types.ts";
import { heightOf, integer, optional, parsed } from "./answers.ts";
import { type AvalancheClientOptions, createSameNetworkNodes } from "./nodes.ts";
import { paths, rpcCall } from "./rpc.ts";
import { readStakes } from "./stakes.ts";

export type AvalancheClient = ReturnType<typeof createAvalancheClient>;

/** The assumed network of a node that doesn't offer the service which reports it. */
const mainnetId = 1;

/** Helicon's activation in seconds; null: never; undefined if the answer lacks it. @throws SourceError */
function readHeliconTime({ heliconTime }: Record<string, unknown>): number | null | undefined {
  if (heliconTime === undefined) return undefined;
  const milliseconds = Date.parse(String(heliconTime));
  if (Number.isNaN(milliseconds)) throw unreadable(`heliconTime ${String(heliconTime)}`);
  // An upgrade without a date has one in the far future.
  return milliseconds > 32_503_680_000_000 ? null : Math.floor(milliseconds / 1000);
}

export function createAvalancheClient(options: AvalancheClientOptions) {
  const { nodes, networkId } = createSameNetworkNodes(options);

  /** One call of the P-chain's service. */
  async function request<Value>(
    method: string,
    params: Record<string, unknown>,
    read: (result: Record<string, unknown>) => Value,
    { signal, isUrgent = true }: { signal?: AbortSignal | undefined; isUrgent?: boolean } = {},
  ): Promise<Value> {
    return await nodes.call(rpcCall(paths.chain, `platform.${method}`, params, { read, signal, isUrgent }));
  }

  const height = async (signal?: AbortSignal) =>
    await request("getHeight", {}, (result) => heightOf("height", result.height), { signal });

  return {
    nodes,
    height,

    /** Requests it from the first node if it is not known yet. */
    networkId: async (signal?: AbortSignal): Promise<number> => {
      await height(signal);
      return networkId() ?? mainnetId;
    },

    /** @throws SourceError `skipped` if the node doesn't have it */
    block: async (at: number, signal?: AbortSignal): Promise<Block> =>
      await request(
        "getBlockByHeight",
        { height: at, encoding: "hex" },
        (result) => {
          const { bytes, hash } = fromHex(result.block);
          return readBlock(bytes, hash, at);
        },
        { signal, isUrgent: false },
      ),

    /** The primary network's supply in nAVAX, and the block after which it is valid; undefined if the call is not offered. */
    supply: async (
      signal?: AbortSignal,
    ): Promise<{ supply: string; height: number | undefined } | undefined> =>
      await optional(
        request(
          "getCurrentSupply",
          {},
          (result) => ({
            supply: parsed("supply", integer, result.supply),
            height: result.height === undefined ? undefined : heightOf("height", result.height),
          }),
          { signal },
        ),
      ),

    /** Stakes of the primary network; delegations of a node only if that node alone is requested. */
    stakes: async (nodeIds: readonly string[], signal?: AbortSignal) =>
      await request(
        "getCurrentValidators",
        nodeIds.length === 0 ? {} : { nodeIDs: nodeIds },
        (result) => readStakes(result, nodeIds),
        { signal, isUrgent: false },
      ),

    /** A transaction; undefined if the node doesn't have it. */
    tx: async (txId: string, signal?: AbortSignal): Promise<Tx | undefined> =>
      await optional(
        request(
          "getTx",
          { txID: toCb58(Buffer.from(txId, "hex")), encoding: "hex" },
          (result) => {
            const tx = readSignedTx(fromHex(result.tx).bytes);
            if ("unknownType" in tx) return { kind: "other", typeId: tx.unknownType };
            if (tx.kind === "stake" && tx.txId !== txId)
              throw new SourceError(`requested ${txId}, received ${tx.txId}`, { code: "lying" });
            return tx;
          },
          { signal },
        ),
      ),

    /** UTXOs of a stake's rewards: their index and amount; undefined if the node keeps none. */
    rewardUtxos: async (txId: string, signal?: AbortSignal) =>
      await optional(
        request(
          "getRewardUTXOs",
          { txID: toCb58(Buffer.from(txId, "hex")), encoding: "hex" },
          (result) => {
            const texts = parsed("utxos", z.array(z.string()).nullish(), result.utxos) ?? [];
            return texts.map((text) => {
              const reader = new Reader(fromHex(text).bytes);
              return rewardUtxo(reader);
            });
          },
          { signal },
        ),
      ),

    /** Helicon's activation in seconds; null: never; undefined if the node doesn't report it. */
    heliconTime: async (signal?: AbortSignal): Promise<number | null | undefined> =>
      await optional(
        nodes.call(
          rpcCall(
            paths.info,
            "info.upgrades",
            {},
            {
              read: readHeliconTime,
              signal,
            },
          ),
        ),
      ),
  };
}
