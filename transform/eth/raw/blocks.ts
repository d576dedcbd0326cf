/** A slot → rows: the block, and its contents. */
import type { BlockMessage } from "../../../schemas/eth/events.ts";
import type { RowsOf } from "../../frame/columns.ts";
import { versionOfStatement } from "./version.ts";

type Key = { network: string; slot: number; block_root: string; version: bigint };

function addAttestations(rows: RowsOf, key: Key, attestations: BlockMessage["attestations"]): void {
  for (const fact of attestations) {
    rows("raw_eth_attestation").push({
      ...key,
      attestation_index: fact.attestation_index,
      attested_slot: fact.slot,
      target_epoch: fact.target.epoch,
      committee_indices: fact.committee_indices,
      aggregation_bits: fact.aggregation_bits,
      beacon_block_root: fact.beacon_block_root,
      source_epoch: fact.source.epoch,
      source_root: fact.source.root,
      target_root: fact.target.root,
      payload_index: fact.payload_index,
    });
  }
}

function addOperations(rows: RowsOf, key: Key, message: BlockMessage): void {
  for (const fact of message.slashings) rows("raw_eth_slashing").push({ ...key, ...fact });
  for (const { validator_index, epoch } of message.voluntary_exits)
    rows("raw_eth_voluntary_exit").push({ ...key, validator_index, exit_message_epoch: epoch });
  for (const { index, ...fact } of message.deposits)
    rows("raw_eth_deposit").push({ ...key, ...fact, deposit_index: index });
  for (const { index, ...fact } of message.withdrawals)
    rows("raw_eth_withdrawal").push({ ...key, ...fact, withdrawal_index: index });
  for (const { validator_pubkey, ...fact } of message.withdrawal_requests)
    rows("raw_eth_withdrawal_request").push({ ...key, ...fact, pubkey: validator_pubkey });
  for (const fact of message.consolidation_requests)
    rows("raw_eth_consolidation_request").push({ ...key, ...fact });
  for (const fact of message.credential_changes ?? [])
    rows("raw_eth_credential_change").push({ ...key, ...fact });
}

export function addBlock(rows: RowsOf, message: BlockMessage): void {
  const { network, slot, block_root, execution } = message;
  const key = {
    network,
    slot,
    block_root,
    version: versionOfStatement(message.finality, message.observed_slot),
  };
  addAttestations(rows, key, message.attestations);
  addOperations(rows, key, message);
  rows("raw_eth_block").push({
    ...key,
    epoch: message.epoch,
    parent_root: message.parent_root,
    status: message.status,
    is_final: message.finality === "final" ? 1 : 0,
    fork: message.fork,
    proposer_index: message.proposer_index,
    graffiti: message.graffiti ?? "",
    execution_block_number: execution?.block_number ?? null,
    execution_block_hash: execution?.block_hash ?? null,
    fee_recipient: execution?.fee_recipient ?? null,
    transaction_count: execution?.transaction_count ?? null,
    blob_count: execution?.blob_count ?? null,
    gas_used: execution?.gas_used ?? null,
    base_fee_per_gas_wei: execution?.base_fee_per_gas ?? null,
    blob_gas_used: execution?.blob_gas_used ?? null,
    transaction_type_counts: execution?.transaction_type_counts ?? [],
    sync_committee_bits: message.sync_aggregate?.bits ?? "",
  });
}
