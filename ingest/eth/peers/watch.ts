/**
 * Each beacon node's peers, polled every some minutes. Nothing depends on them: a failed round is skipped, and the next
 * one reads all of them.
 */
import { errorMessage } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import { sleep } from "../../../lib/retry.ts";
import type { PeerMessage } from "../../../schemas/eth/auxiliaryEvents.ts";
import type { WatchOptions } from "../../listener/session.ts";
import type { Node } from "../../node/nodes.ts";
import type { ApiPeer } from "../api/api.ts";
import type { BeaconClient } from "../api/beacon.ts";
import { toBusMessage } from "../busMessage.ts";

export type PeerWatchOptions = {
  everyMs: number;
  /** Peers from a crawler import: then the nodes' own are not needed. */
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
  // Loaded only by a listener that has peers to place.
  const [{ addressOf }, { openPlaces }] = await Promise.all([import("./address.ts"), import("./places.ts")]);
  const places = await openPlaces();
  try {
    const peersWithPlaces: PeerMessage["peers"] = [];
    for (const peer of [...peers].sort((a, b) => (a.peer_id < b.peer_id ? -1 : 1)).slice(0, peersMax)) {
      const ip = await addressOf(peer);
      peersWithPlaces.push({ peer_id: peer.peer_id, ip, ...(await places.of(ip)) });
    }
    return peersWithPlaces;
  } finally {
    await places.close();
  }
}

/** Polls each node separately until the signal is aborted. */
export function createPeerWatch(deps: Deps): (options: Omit<WatchOptions, "onFinal">) => Promise<void> {
  const { client, network, log } = deps;

  async function look(node: Node, signal: AbortSignal): Promise<PeerMessage | undefined> {
    try {
      if ((await deps.isImported?.(network)) === true) return undefined;
      const peers = await client.peers(node, signal);
      const connected = peers?.filter(({ state }) => state === "connected") ?? [];
      // A node without peers is offline, which is no evidence.
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
