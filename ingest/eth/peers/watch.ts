/**
 * Whom each beacon node is connected to, every some minutes. Nothing depends on it: a look that fails is left out, and the
 * next one tells all.
 */
import { errorMessage } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import { sleep } from "../../../lib/retry.ts";
import type { PeerMessage } from "../../../schemas/eth/besideEvents.ts";
import type { WatchOptions } from "../../listener/session.ts";
import type { Node } from "../../node/nodes.ts";
import type { ApiPeer } from "../api/api.ts";
import type { BeaconClient } from "../api/beacon.ts";
import { toBusMessage } from "../busMessage.ts";

export type PeerWatchOptions = {
  everyMs: number;
  /** Then nobody needs what nodes say. */
  isImported?: ((network: string) => Promise<boolean>) | undefined;
};

type Deps = PeerWatchOptions & {
  client: Pick<BeaconClient, "nodes" | "peers">;
  network: string;
  log: Logger;
};

/** Some 150 bytes each, and a message has at most 1 MB. Nodes have 50 to 200 peers. */
const peersMax = 4_000;

/** Peers with the places of their addresses, in the order of their identities. */
async function located(peers: readonly ApiPeer[]): Promise<PeerMessage["peers"]> {
  // Only a listener that has peers to place loads what is needed for it.
  const [{ addressOf }, { openPlaces }] = await Promise.all([import("./address.ts"), import("./places.ts")]);
  const places = await openPlaces();
  try {
    const found: PeerMessage["peers"] = [];
    for (const peer of [...peers].sort((a, b) => (a.peer_id < b.peer_id ? -1 : 1)).slice(0, peersMax)) {
      const ip = await addressOf(peer);
      found.push({ peer_id: peer.peer_id, ip, ...(await places.of(ip)) });
    }
    return found;
  } finally {
    await places.close();
  }
}

/** Asks each node by itself until the signal is aborted. */
export function createPeerWatch(deps: Deps): (options: Omit<WatchOptions, "onFinal">) => Promise<void> {
  const { client, network, log } = deps;

  async function look(node: Node, signal: AbortSignal): Promise<PeerMessage | undefined> {
    try {
      if ((await deps.isImported?.(network)) === true) return undefined;
      const peers = await client.peers(node, signal);
      const connected = peers?.filter(({ state }) => state === "connected") ?? [];
      // A node without peers is offline rather than evidence.
      if (connected.length === 0) return undefined;
      const observedAt = Date.now();
      return {
        type: "peer",
        network,
        node: node.name,
        observed_at: observedAt,
        peers: await located(connected),
      };
    } catch (error) {
      if (!signal.aborted)
        log.debug({ network, node: node.name, reason: errorMessage(error) }, "no peers were returned");
      return undefined;
    }
  }

  return async ({ publish, signal }) => {
    await Promise.all(
      client.nodes.map(async (node) => {
        while (!signal.aborted) {
          const message = await look(node, signal);
          signal.throwIfAborted();
          if (message !== undefined) await publish([toBusMessage(message)]);
          await sleep(deps.everyMs, signal).catch(() => undefined);
        }
      }),
    );
  };
}
