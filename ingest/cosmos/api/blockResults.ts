/** The reward events of a block, from its results. */
import { SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { CosmosChain } from "../../../schemas/cosmos/chains.ts";
import type { NodeSet } from "../../node/nodes.ts";
import { createOptionalCalls } from "../../node/optional.ts";
import { type BlockRewards, decodeBlockResults, needsTransactions, type RawBlockResults } from "../decode.ts";
import { scanBlockResults } from "../scan.ts";
import { transactionHash } from "../transactions.ts";
import { type RequestNode, readResult, rpcCall } from "./rpc.ts";

export function createRewardEventReader(
  chain: CosmosChain,
  { nodes, requestNode, log }: { nodes: Pick<NodeSet, "call">; requestNode: RequestNode; log: Logger },
) {
  /** A block's transactions, as many as it has results. */
  async function transactionsOf(height: number, count: number, signal?: AbortSignal) {
    return await requestNode(`block ${height}`, signal, async (client) => {
      const { block } = await client.block(height);
      if (block.header.height !== height || block.txs.length !== count)
        throw new SourceError(
          `block ${block.header.height} has ${block.txs.length} transactions, block ${height} has results of ${count}`,
          { code: "inconsistent" },
        );
      return block.txs;
    });
  }

  const optional = createOptionalCalls({
    isRefused: ({ retryable, code }) => !retryable || code === "too_large" || code === "inconsistent",
    warn: (call, { meta, message }) =>
      log.warn(
        { node: meta.node, call, reason: message },
        "nodes do not serve full blocks; transaction hashes are unknown",
      ),
  });

  /**
   * A block's reward events. Its results may be large, so only these leave the call.
   * @param transactionCount the block's, if known: a different number of results can't be its own
   */
  async function rewardEvents(
    height: number,
    signal?: AbortSignal,
    transactionCount = 0,
  ): Promise<BlockRewards> {
    const method = "block_results";
    const { results, events, count } = await nodes.call({
      ...rpcCall({ jsonrpc: "2.0", id: height, method, params: { height: String(height) } }, signal),
      read: async (response) => {
        const bytes = await response.bytes();
        const blockResults: RawBlockResults =
          scanBlockResults(bytes) ?? readResult(method, response.status, bytes);
        if (String(blockResults.height) !== String(height))
          throw new SourceError(
            `requested the results of ${height}, received those of ${blockResults.height}`,
            {
              code: "lying",
            },
          );
        if (transactionCount > 0 && (blockResults.txs_results ?? []).length === 0)
          throw new SourceError(
            `block ${height} has ${transactionCount} transactions, but the node returns results of none`,
            { code: "inconsistent" },
          );
        const isWanted = needsTransactions(blockResults);
        return {
          count: blockResults.txs_results?.length ?? 0,
          results: isWanted ? blockResults : undefined,
          events: isWanted ? [] : decodeBlockResults(chain, blockResults),
        };
      },
    });
    if (results !== undefined) {
      const transactions = await transactionsOf(height, count, signal);
      const decodedEvents = decodeBlockResults(chain, results, transactions);
      return { events: decodedEvents, transactionHashes: transactions.map(transactionHash) };
    }
    // Results identify transactions only by their places.
    if (events.every(({ section }) => section === "finalize")) return { events };
    const transactions = await optional("block", () => transactionsOf(height, count, signal));
    return { events, transactionHashes: transactions?.map(transactionHash) };
  }

  return rewardEvents;
}
