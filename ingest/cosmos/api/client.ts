/** Calls to the nodes of one CometBFT network: status, headers, block results, state queries at a height. */
import { QueryClient } from "@cosmjs/stargate";
import { z } from "zod";
import { SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { CosmosChain } from "../../../schemas/cosmos/chains.ts";
import { checkHeadAge } from "../../node/headAge.ts";
import { createNodeSet, type NodeSetOptions } from "../../node/nodes.ts";
import { checkChainId } from "../check.ts";
import { createRewardEventReader } from "./blockResults.ts";
import { createHeaderReader } from "./headers.ts";
import { createNodeRequests, type NodeRpcClient, rpcCall } from "./rpc.ts";

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
  const requestNode = createNodeRequests(nodes);

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

  return {
    status,
    headers: createHeaderReader(requestNode, () => chainId),
    rewardEvents: createRewardEventReader(chain, { nodes, requestNode, log: options.log }),
    query,
    call,
  };
}
