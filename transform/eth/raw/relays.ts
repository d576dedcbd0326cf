/** Relays' deliveries → rows: the payloads, and the epochs that were read. */
import type { RelayPayloadsMessage } from "../../../schemas/eth/auxiliaryEvents.ts";
import type { RowsOf } from "../../frame/columns.ts";
import { versionOfState } from "./version.ts";

export function addRelayPayloads(rows: RowsOf, message: RelayPayloadsMessage): void {
  const { network, epoch, relay, payloads, requested_relays = [] } = message;
  const version = versionOfState;
  for (const payload of payloads)
    rows("raw_eth_relay_payload").push({ network, relay, epoch, ...payload, version });
  const payload_count = payloads.length;
  rows("raw_eth_relay_epoch").push({ network, epoch, relay, payload_count, requested_relays, version });
}
