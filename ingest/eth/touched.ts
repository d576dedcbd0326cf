import type { CanonicalBlock } from "./blocks.ts";

const validatorIndexMax = 4_294_967_295;

/**
 * Validators whose status fields a block's operations may change: indices, or public keys if the block names those.
 * `withBalances`: also those whose balance it moves by more than rewards do.
 */
export function touchedBy(
  blocks: readonly CanonicalBlock[],
  { withBalances }: { withBalances: boolean },
): string[] {
  const ids = new Set<string>();
  for (const { block, envelope } of blocks) {
    const { body } = block;
    if (withBalances) ids.add(String(block.proposer_index));
    for (const slashing of body.proposer_slashings)
      ids.add(String(slashing.signed_header_1.message.proposer_index));
    for (const slashing of body.attester_slashings) {
      const second = new Set(slashing.attestation_2.attesting_indices);
      for (const index of slashing.attestation_1.attesting_indices)
        if (second.has(index)) ids.add(String(index));
    }
    for (const exit of body.voluntary_exits) {
      if (Number(exit.message.validator_index) <= validatorIndexMax) ids.add(exit.message.validator_index);
    }
    for (const deposit of body.deposits) ids.add(deposit.data.pubkey);
    for (const change of body.bls_to_execution_changes ?? []) ids.add(String(change.message.validator_index));
    const payload = body.execution_payload ?? envelope?.payload;
    for (const withdrawal of payload?.withdrawals ?? []) {
      if (withBalances && withdrawal.validator_index <= validatorIndexMax)
        ids.add(String(withdrawal.validator_index));
    }
    for (const requests of [
      body.execution_requests,
      body.parent_execution_requests,
      envelope?.execution_requests,
    ]) {
      for (const request of requests?.withdrawals ?? []) ids.add(request.validator_pubkey);
      for (const request of requests?.consolidations ?? []) {
        ids.add(request.source_pubkey);
        ids.add(request.target_pubkey);
      }
    }
  }
  return [...ids];
}
