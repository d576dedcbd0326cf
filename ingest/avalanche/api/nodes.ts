/** The nodes of one Avalanche network. A node on another network is not used. */
import { SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import { createNodeSet, type NodeSet, type NodeSetOptions } from "../../node/nodes.ts";
import { heightOf, optional } from "./answers.ts";
import { paths, rpcCall } from "./rpc.ts";

export type AvalancheClientOptions = {
  urls: readonly string[];
  requestsPerSecond: number;
  log: Logger;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
};

/** Concurrent requests to a node. */
const concurrency = 64;

export type SameNetworkNodes = {
  nodes: NodeSet;
  /** The network that all nodes must have: the first node's. undefined before the first call, and if no node reports it. */
  networkId(): number | undefined;
};

export function createSameNetworkNodes(options: AvalancheClientOptions): SameNetworkNodes {
  let networkId: number | undefined;
  const nodes = createNodeSet({
    urls: options.urls,
    requestsPerSecond: options.requestsPerSecond,
    log: options.log,
    concurrency,
    ...options.nodeOptions,
    check: async (request, node) => {
      const reportedId = await optional(
        request(
          rpcCall(
            paths.info,
            "info.getNetworkID",
            {},
            {
              read: (result) => heightOf("networkID", result.networkID),
              isUrgent: true,
            },
          ),
        ),
      );
      if (reportedId === undefined) return;
      if (networkId !== undefined && reportedId !== networkId)
        throw new SourceError(`${node.name} is on network ${reportedId}, not on ${networkId}`, {
          code: "other_chain",
          retryable: false,
          meta: { node: node.name },
        });
      networkId = reportedId;
    },
  });
  return { nodes, networkId: () => networkId };
}
