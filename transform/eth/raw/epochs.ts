/** Messages about an epoch → rows: its announcement, its duties, its committees. */
import { unpack, unpackAll } from "../../../lib/packed.ts";
import type { CommitteeMessage, EpochMessage } from "../../../schemas/eth/events.ts";
import { createRows, type RowsOf } from "../../frame/columns.ts";
import type { TableColumns } from "../../frame/tables.ts";
import { versionOfState, versionOfStatement } from "./version.ts";

export function addEpoch(rows: RowsOf, message: EpochMessage): void {
  const { network, epoch } = message;
  const version = versionOfStatement(message.role, message.observed_slot);
  for (const duty of message.proposer_duties)
    rows("raw_eth_proposer_duty").push({ network, epoch, version, ...duty });
  for (const fact of message.consolidations ?? [])
    rows("raw_eth_consolidation").push({ network, epoch, version, ...fact });
  for (const fact of message.consolidation_balances ?? [])
    rows("raw_eth_consolidation_balance").push({ network, epoch, version, ...fact });
  for (const fact of message.pending_consolidations ?? [])
    rows("raw_eth_pending_consolidation").push({ network, epoch, version, ...fact });
  for (const fact of message.sync_balances ?? [])
    rows("raw_eth_sync_balance").push({ network, epoch, version, ...fact });
  for (const fact of message.slashed_balances ?? [])
    rows("raw_eth_slashed_balance").push({ network, epoch, version, ...fact });
  if (message.day_balance !== undefined)
    rows("raw_eth_day_balance").push({ network, epoch, version, ...message.day_balance });
  rows("raw_eth_epoch").push({
    network,
    epoch,
    role: message.role,
    fork: message.fork,
    genesis_time: message.genesis_time,
    genesis_validators_root: message.genesis_validators_root,
    spec: JSON.stringify(message.spec),
    sync_committee:
      message.sync_committee === null ? [] : Array.from(unpack(Uint32Array, message.sync_committee)),
    finalized_epoch_after: message.finalized_epoch_after,
    parent_block_root: message.parent_block_root,
    registry_epoch: message.registry_epoch,
    registry_rows: message.registry_rows,
    pending_deposit_rows: message.pending_deposit_rows,
    inactivity_score_rows: message.inactivity_score_rows ?? null,
    is_consolidation_known: message.consolidations === null ? 0 : 1,
    version,
  });
}

/** Committees of several slots as one block: members stay typed arrays from the message to the insert. */
export function committeeTable(messages: readonly CommitteeMessage[]): TableColumns {
  const rows = createRows("raw_eth_committee");
  const offsets = new BigUint64Array(messages.length);
  let bytes = 0;
  for (const [i, { network, slot, epoch, sizes, validators }] of messages.entries()) {
    rows.push({ network, slot, epoch, sizes });
    bytes += Buffer.byteLength(validators, "base64");
    offsets[i] = BigInt(bytes / Uint32Array.BYTES_PER_ELEMENT);
  }
  const values = unpackAll(
    Uint32Array,
    messages.map(({ validators }) => validators),
  );
  return rows.toTable({ validator_indices: { kind: "array", offsets, values }, version: versionOfState });
}
