/** From states to messages of committees, registry and deposit queue (schemas/eth/events.ts). Pure. */
import { bytesOf, pack } from "../../lib/packed.ts";
import type {
  CommitteeMessage,
  InactivityScoreMessage,
  PendingDepositMessage,
  RegistryMessage,
} from "../../schemas/eth/events.ts";
import { credentialsBytes, pubkeyBytes, type RegistryColumns } from "./registryColumns.ts";
import type { Committees } from "./scan/committees.ts";
import type { InactivityScores } from "./scan/inactivityScores.ts";

/**
 * One message for each slot of the epoch, committees in index order, in any order of the answer.
 * Expects a checked structure (check.ts).
 */
export function decodeCommittees(
  network: string,
  epoch: number,
  firstSlot: number,
  slotsPerEpoch: number,
  committees: Committees,
): CommitteeMessage[] {
  const entries: number[][] = Array.from({ length: slotsPerEpoch }, () => []);
  committees.slots.forEach((slot, entry) => {
    entries[slot - firstSlot]?.push(entry);
  });
  return entries.map((ofSlot, offset) => {
    ofSlot.sort((left, right) => (committees.indices[left] ?? 0) - (committees.indices[right] ?? 0));
    const parts = ofSlot.map((entry) =>
      committees.validators.subarray(committees.starts[entry], committees.starts[entry + 1]),
    );
    const validators = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
    let filled = 0;
    for (const part of parts) {
      validators.set(part, filled);
      filled += part.length;
    }
    return {
      type: "committee",
      network,
      epoch,
      slot: firstSlot + offset,
      sizes: parts.map((part) => part.length),
      validators: pack(validators),
    };
  });
}

export function decodeRegistry(
  network: string,
  epoch: number,
  kind: RegistryMessage["kind"],
  columns: RegistryColumns,
): RegistryMessage {
  const { count } = columns;
  return {
    type: "registry",
    network,
    epoch,
    kind,
    count,
    validator_index: bytesOf(columns.validatorIndex.subarray(0, count)),
    balance_gwei: bytesOf(columns.balanceGwei.subarray(0, count)),
    effective_balance_gwei: bytesOf(columns.effectiveBalanceGwei.subarray(0, count)),
    is_slashed: bytesOf(columns.isSlashed.subarray(0, count)),
    activation_eligibility_epoch: bytesOf(columns.activationEligibilityEpoch.subarray(0, count)),
    activation_epoch: bytesOf(columns.activationEpoch.subarray(0, count)),
    exit_epoch: bytesOf(columns.exitEpoch.subarray(0, count)),
    withdrawable_epoch: bytesOf(columns.withdrawableEpoch.subarray(0, count)),
    pubkey: bytesOf(columns.pubkey.subarray(0, count * pubkeyBytes)),
    withdrawal_credentials: bytesOf(columns.withdrawalCredentials.subarray(0, count * credentialsBytes)),
  };
}

/** A message with this many scores stays below 1 MB. */
export const scoreRowsMax = 32_768;

/** Scores in messages of at most `rowsMax`. */
export function decodeInactivityScores(
  network: string,
  epoch: number,
  { validatorIndex, score }: InactivityScores,
  rowsMax: number,
): InactivityScoreMessage[] {
  const messages: InactivityScoreMessage[] = [];
  for (let first = 0; first < validatorIndex.length; first += rowsMax) {
    const part = validatorIndex.subarray(first, first + rowsMax);
    messages.push({
      type: "inactivity_score",
      network,
      epoch,
      count: part.length,
      validator_index: pack(part),
      score: pack(score.subarray(first, first + rowsMax)),
    });
  }
  return messages;
}

/** The deposit queue summed by public key, in messages of at most `rowsMax` keys. */
export function decodePendingDeposits(
  network: string,
  epoch: number,
  deposits: readonly { pubkey: string; amount: string }[],
  rowsMax: number,
): PendingDepositMessage[] {
  const sums = new Map<string, bigint>();
  for (const { pubkey, amount } of deposits) sums.set(pubkey, (sums.get(pubkey) ?? 0n) + BigInt(amount));
  const keys = [...sums.keys()].sort();
  const messages: PendingDepositMessage[] = [];
  for (let first = 0; first < keys.length; first += rowsMax) {
    const part = keys.slice(first, first + rowsMax);
    messages.push({
      type: "pending_deposit",
      network,
      epoch,
      count: part.length,
      pubkey: Buffer.concat(part.map((key) => Buffer.from(key.slice(2), "hex"))).toString("base64"),
      amount_gwei: pack(BigUint64Array.from(part, (key) => sums.get(key) ?? 0n)),
    });
  }
  return messages;
}
