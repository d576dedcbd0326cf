/** Calls about a node itself, which no other node can answer for it. */
import { isErrorOfKind } from "../../../lib/errors.ts";
import type { Node, NodeSet } from "../../node/nodes.ts";
import { optionalRounds } from "../../node/optional.ts";
import { json } from "./answers.ts";
import * as api from "./api.ts";
import type { BeaconClient } from "./beacon.ts";

/** Statuses of nodes that don't report their peers; they say nothing about a node's health. */
const unreportedStatuses = [400, 403, 404, 405, 406, 415, 500, 501, 503];

export function createNodeCalls({ set }: { set: NodeSet }): Pick<BeaconClient, "peers" | "version"> {
  const others = (node: Node) => ({ except: set.nodes.filter(({ url }) => url !== node.url) });
  return {
    version: (node, signal) =>
      set.call(
        {
          path: "/eth/v1/node/version",
          signal,
          rounds: optionalRounds,
          read: async (response) => (await json(api.versionAnswer, response)).data.version,
        },
        others(node),
      ),
    peers: (node, signal) =>
      set.call(
        {
          path: "/eth/v1/node/peers?state=connected",
          signal,
          statuses: unreportedStatuses,
          read: async (response) => {
            if (response.status >= 400) {
              response.discard();
              return null;
            }
            try {
              return (await json(api.peersAnswer, response)).data;
            } catch (error) {
              // Unreadable peers do not affect the node's other answers.
              if (isErrorOfKind(error, "source") && error.code === "malformed") return null;
              throw error;
            }
          },
        },
        others(node),
      ),
  };
}
