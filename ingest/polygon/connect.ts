/** Clients of a network's nodes: Heimdall, the root chain and Bor. */
import type { Logger } from "../../lib/logger.ts";
import { createExecutionClient, readChainId } from "../execution/client.ts";
import type { NodeSetOptions } from "../node/nodes.ts";
import { loadContracts } from "./api/contracts.ts";
import { createHeimdallClient } from "./api/heimdall.ts";
import { createBorClient } from "./bor.ts";
import { networkOf } from "./network.ts";
import { openRootChain } from "./rootChain.ts";

export type NodeOptions = {
  /** Heimdall's REST gateways. */
  urls: readonly string[];
  executionUrls: readonly string[];
  /** Without any, who makes Bor blocks stays unknown. */
  borUrls: readonly string[];
  requestsPerSecond: number;
  networkName?: string | undefined;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
};

export type Connection = Awaited<ReturnType<typeof connect>>;

/** Connects to the nodes of a network and identifies them. @throws SourceError */
export async function connect(options: NodeOptions, log: Logger, signal?: AbortSignal) {
  const { requestsPerSecond, nodeOptions } = options;
  const common = { requestsPerSecond, log, nodeOptions };
  const heimdall = createHeimdallClient({ ...common, urls: options.urls });
  const params = await heimdall.params(signal);
  const constants = networkOf(params.bor_chain_id);
  const executionOptions = { ...common, urls: options.executionUrls };
  const chainId = constants.rootChainId ?? (await readChainId(executionOptions, signal));
  const saidBy = "the root chain's";
  const execution = createExecutionClient({ ...executionOptions, chainId, saidBy });
  const root = await openRootChain(execution, await loadContracts(), params, signal);
  const borChainId = BigInt(params.bor_chain_id);
  const countBlocks =
    options.borUrls.length === 0
      ? undefined
      : createBorClient({ ...common, urls: options.borUrls, borChainId });
  const network = options.networkName ?? constants.name;
  return { constants, heimdall, execution, root, countBlocks, network };
}
