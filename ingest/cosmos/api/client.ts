/** Calls to the nodes of one CometBFT network: status, headers, block results, state queries at a height. */
import { QueryClient } from "@cosmjs/stargate";
import { Comet38Client } from "@cosmjs/tendermint-rpc";
import { z } from "zod";
import { isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { CosmosChain } from "../../../schemas/cosmos/chains.ts";
import { checkHeadAge } from "../../node/headAge.ts";
import { isOptionalRefused } from "../../node/jsonRpc.ts";
import { createNodeSet, type NodeSetOptions } from "../../node/nodes.ts";
import { createOptionalCalls } from "../../node/optional.ts";
import { isTooMuch } from "../../node/portions.ts";
import { checkChainId, checkHeaders } from "../check.ts";
import { type BlockRewards, decodeBlockResults, needsTransactions, type RawBlockResults } from "../decode.ts";
import { type BlockHeader, headersAnswer, toHeader } from "../header.ts";
import { scanBlockResults } from "../scan.ts";
import { transactionHash } from "../transactions.ts";
import { createRpcClient, decoded, type NodeRpcClient, readResult, rpcCall } from "./rpc.ts";

export type CometClientOptions = {
  urls: readonly string[];
  /** Chain id that the nodes must have; default: any of the chain's. */
  chainId?: string | undefined;
  /** An older head is an error while following; 0 = off. */
  maxHeadAgeS: number;
  requestsPerSecond: number;
  log: Logger;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
};

export type NodeStatus = {
  chainId: string;
  head: number /** Unix seconds. */;
  headTime: number;
  earliest: number;
};

export type CometClient = ReturnType<typeof createCometClient>;

/** How long an unanswered call is skipped. */
const byBlockMs = 600_000;
/** More headers than CometBFT returns in one `blockchain` call. */
const headersMax = 20;

const heightText = z.union([z.string().regex(/^\d{1,15}$/), z.int().min(0)]).transform(Number);
/** The used fields of `status`. The library decodes all of them, and rejects unknown types of the node's own key. */
const statusAnswer = z.object({
  node_info: z.object({ network: z.string() }),
  sync_info: z.object({
    latest_block_height: heightText,
    latest_block_time: z.iso.datetime({ offset: true }),
    earliest_block_height: heightText.optional(),
    catching_up: z.boolean(),
  }),
});

type Status = NodeStatus & { isCatchingUp: boolean };

/** @throws SourceError `bad_answer` */
async function readStatus(rpc: Pick<NodeRpcClient, "execute">): Promise<Status> {
  const { result } = await rpc.execute({ jsonrpc: "2.0", id: 1, method: "status", params: {} });
  const { success, data, error } = statusAnswer.safeParse(result);
  if (!success)
    throw new SourceError(`status: unknown answer, ${z.prettifyError(error)}`, { code: "bad_answer" });
  const { node_info: node, sync_info: sync } = data;
  return {
    chainId: node.network,
    head: sync.latest_block_height,
    headTime: Date.parse(sync.latest_block_time) / 1000,
    earliest: sync.earliest_block_height ?? 1,
    isCatchingUp: sync.catching_up,
  };
}

export function createCometClient(chain: CosmosChain, options: CometClientOptions) {
  /** The chain id of all nodes: the configured one, or the first node's. */
  let chainId = options.chainId;
  const nodes = createNodeSet({
    urls: options.urls,
    requestsPerSecond: options.requestsPerSecond,
    log: options.log,
    ...options.nodeOptions,
    check: async (request, node) => {
      const answer = await readStatus({ execute: (rpc) => request(rpcCall(rpc)) });
      checkChainId(chain, node.name, answer.chainId, chainId);
      chainId ??= answer.chainId;
    },
  });

  /** One typed call. A node whose answer can't be read or is refused by `run` backs off, and the next one is requested. */
  async function requestNode<Value>(
    what: string,
    signal: AbortSignal | undefined,
    run: (client: Comet38Client, rpc: NodeRpcClient) => Promise<Value>,
  ): Promise<Value> {
    for (let left = nodes.nodes.length; ; left -= 1) {
      const rpc = createRpcClient(nodes, signal);
      try {
        return await decoded(what, () => run(Comet38Client.create(rpc), rpc));
      } catch (error) {
        signal?.throwIfAborted();
        // Errors that name their node come from the node set, which has handled them.
        const isOfAnswer = isErrorOfKind(error, "source") && error.meta.node === undefined && rpc.answeredBy;
        if (!isOfAnswer) throw error;
        nodes.report(isOfAnswer, error);
        if (left <= 1) throw error;
      }
    }
  }

  async function status(signal?: AbortSignal, { isFollowing = false } = {}): Promise<NodeStatus> {
    return await requestNode("status", signal, async (_, rpc) => {
      const answer = await readStatus(rpc);
      if (answer.isCatchingUp)
        throw new SourceError(`the node is catching up, it has reached height ${answer.head}`, {
          code: "syncing",
        });
      if (isFollowing)
        checkHeadAge({ name: `block ${answer.head}`, time: answer.headTime }, options.maxHeadAgeS);
      return answer;
    });
  }

  /** Until then, headers are read from whole blocks: the nodes don't offer `blockchain`, or never answer it. */
  let byBlockUntil = 0;

  async function headersByBlock(from: number, to: number, signal?: AbortSignal): Promise<BlockHeader[]> {
    const heights = Array.from({ length: to - from + 1 }, (_, i) => from + i);
    return await Promise.all(
      heights.map((height) =>
        requestNode(`block ${height}`, signal, async (client) => {
          const { blockId, block } = await client.block(height);
          return { ...toHeader(blockId.hash, block.header), transactionCount: block.txs.length };
        }),
      ),
    );
  }

  async function headerPage(from: number, to: number, signal?: AbortSignal): Promise<BlockHeader[]> {
    if (performance.now() < byBlockUntil) return await headersByBlock(from, to, signal);
    try {
      return await requestNode(`blockchain ${from} to ${to}`, signal, async (_, rpc) => {
        const params = { minHeight: String(from), maxHeight: String(to) };
        const { result } = await rpc.execute({ jsonrpc: "2.0", id: from, method: "blockchain", params });
        const page = headersAnswer
          .parse(result)
          .filter(({ height }) => height >= from && height <= to)
          .sort((a, b) => a.height - b.height);
        // Checked here, so that another node is requested for headers that this one lacks.
        checkHeaders(page, { from, to, chainId });
        return page;
      });
    } catch (error) {
      signal?.throwIfAborted();
      if (!isOptionalRefused(error) && !isTooMuch(error)) throw error;
      const blockHeaders = await headersByBlock(from, to, signal).catch((other: unknown) => {
        signal?.throwIfAborted();
        throw isErrorOfKind(other, "source") && !other.retryable ? other : error;
      });
      byBlockUntil = performance.now() + byBlockMs;
      return blockHeaders;
    }
  }

  /**
   * Headers of consecutive heights, cross-checked.
   * @throws SourceError `pruned` if no node keeps them, `inconsistent` if they contradict each other
   */
  async function headers(from: number, to: number, signal?: AbortSignal): Promise<BlockHeader[]> {
    const pages: Promise<BlockHeader[]>[] = [];
    for (let first = from; first <= to; first += headersMax)
      pages.push(headerPage(first, Math.min(to, first + headersMax - 1), signal));
    const headerList = (await Promise.all(pages)).flat();
    checkHeaders(headerList, { from, to, chainId });
    return headerList;
  }

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
      options.log.warn(
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

  /**
   * State at a height, by the path of a gRPC query.
   * @param isSome whether an empty answer can't be right, though it decodes to an empty list
   * @throws SourceError `pruned` if the node has dropped it
   */
  async function query(
    path: string,
    request: Uint8Array,
    height: number,
    signal?: AbortSignal,
    isSome = false,
  ): Promise<Uint8Array> {
    return await requestNode(`${path} at ${height}`, signal, async (client) => {
      const answer = await new QueryClient(client).queryAbci(path, request, height);
      if (answer.height !== height)
        throw new SourceError(`requested the state at ${height}, received that at ${answer.height}`, {
          code: "lying",
        });
      if (isSome && answer.value.length === 0)
        throw new SourceError(`${path} at ${height}: the answer is empty`, { code: "bad_answer" });
      return answer.value;
    });
  }

  /** A call that the listener does not need, read by a schema. @throws SourceError `bad_answer` for another form */
  async function call<Schema extends z.ZodType>(
    method: string,
    params: Record<string, string>,
    schema: Schema,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>> {
    return await requestNode(method, signal, async (_, rpc) => {
      const { result } = await rpc.execute({ jsonrpc: "2.0", id: 1, method, params });
      const { success, data, error } = schema.safeParse(result);
      if (success) return data;
      throw new SourceError(`${method}: unknown answer, ${z.prettifyError(error)}`, { code: "bad_answer" });
    });
  }

  return { status, headers, rewardEvents, query, call };
}
