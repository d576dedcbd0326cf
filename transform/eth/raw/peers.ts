/** Peers of a beacon node → rows. */
import type { PeerMessage } from "../../../schemas/eth/auxiliaryEvents.ts";
import type { RowsOf } from "../../frame/columns.ts";

export function addPeers(rows: RowsOf, { network, node, observed_at, peers }: PeerMessage): void {
  const moment = new Date(observed_at).toISOString();
  rows("raw_eth_node_peer_daily").push({
    network,
    node,
    day: moment.slice(0, 10),
    observed_at: moment.slice(0, -1).replace("T", " "),
    peer_ids: peers.map(({ peer_id }) => peer_id),
    ips: peers.map(({ ip }) => ip),
    country_codes: peers.map(({ country_code }) => country_code),
    hosting_providers: peers.map(({ hosting_provider }) => hosting_provider),
    // The source position is the time of the observation, regardless of the writer and the time of writing.
    version: BigInt(observed_at),
  });
}
