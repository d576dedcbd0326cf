/** One row per validator and epoch, as columns. About a million rows on mainnet, so nothing here makes objects. */
import { bulkTable } from "../frame/columns.ts";
import type { TableColumns } from "../frame/tables.ts";
import type { ComputedEpoch } from "./epochRows.ts";
import type { AttestationRewards } from "./rewards/attestation.ts";
import type { SyncDuty } from "./rewards/block.ts";
import type { EpochFacts } from "./rewards/facts.ts";
import type { Inclusions } from "./rewards/inclusions.ts";
import { constant } from "./rewards/rules.ts";

/** Who gets a row: duty holders, sync seats, and slashed validators that can still be penalised. */
function rowOwners(
  inclusions: Inclusions,
  rewards: AttestationRewards,
  sync: ReadonlyMap<number, SyncDuty>,
): Uint32Array {
  const { votes } = inclusions;
  const owners = new Uint32Array(votes.length + sync.size);
  let n = 0;
  for (let v = 0; v < votes.length; v++) {
    if (rewards.isEligible[v] === 1 || sync.has(v)) owners[n++] = v;
  }
  return owners.subarray(0, n);
}

function pick<T extends { length: number; [i: number]: number }>(owners: Uint32Array, from: T, into: T): T {
  for (let i = 0; i < owners.length; i++) into[i] = from[owners[i] as number] as number;
  return into;
}

/** Position of a value that is in an ascending array. */
function indexOfSorted(sorted: Uint32Array, value: number): number {
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function syncColumns(owners: Uint32Array, sync: ReadonlyMap<number, SyncDuty>) {
  const rows = owners.length;
  const signed = new Uint16Array(rows);
  const missed = new Uint16Array(rows);
  const net = new Int32Array(rows);
  const penalty = new Int32Array(rows);
  const first = new Int32Array(rows);
  for (const [validator, duty] of sync) {
    const i = indexOfSorted(owners, validator);
    signed[i] = duty.signed;
    missed[i] = duty.missed;
    net[i] = duty.rewardGwei + duty.penaltyGwei;
    penalty[i] = duty.penaltyGwei;
    first[i] = duty.firstSlotGwei;
  }
  return {
    sync_signature_count: signed,
    sync_missed_count: missed,
    sync_reward_gwei: net,
    sync_penalty_gwei: penalty,
    sync_first_slot_reward_gwei: first,
  };
}

/** Increments times EFFECTIVE_BALANCE_INCREMENT, written as two halves: a BigInt a row would cost more than the sum. */
function balancesGwei(owners: Uint32Array, { registry, spec }: EpochFacts): BigUint64Array {
  const incrementGwei = constant(spec, "EFFECTIVE_BALANCE_INCREMENT");
  const balances = new BigUint64Array(owners.length);
  const halves = new Uint32Array(balances.buffer);
  for (let i = 0; i < owners.length; i++) {
    const gwei = (registry.increments[owners[i] as number] ?? 0) * incrementGwei;
    halves[2 * i] = gwei >>> 0;
    halves[2 * i + 1] = Math.floor(gwei / 2 ** 32);
  }
  return balances;
}

/** The rows of fct_eth_validator_duty_epoch. */
export function dutyRows({
  network,
  facts,
  next,
  inclusions,
  rewards,
  sync,
  version,
}: ComputedEpoch): TableColumns {
  const owners = rowOwners(inclusions, rewards, sync.duties);
  const rows = owners.length;
  const inactivity = new BigInt64Array(rows);
  for (let i = 0; i < rows; i++) {
    const v = owners[i] as number;
    if (rewards.inactivityGwei[v] !== 0) inactivity[i] = BigInt(rewards.inactivityGwei[v] as number);
  }
  const gwei = (values: Int32Array) => pick(owners, values, new Int32Array(rows));
  return bulkTable("fct_eth_validator_duty_epoch", rows, {
    network,
    epoch: facts.epoch,
    validator_index: owners,
    vote_flags: pick(owners, inclusions.votes, new Uint8Array(rows)),
    inclusion_delay: pick(owners, inclusions.delay, new Uint8Array(rows)),
    inclusion_count: pick(owners, inclusions.count, new Uint16Array(rows)),
    effective_balance_gwei: balancesGwei(owners, next),
    source_reward_gwei: gwei(rewards.sourceGwei),
    target_reward_gwei: gwei(rewards.targetGwei),
    head_reward_gwei: gwei(rewards.headGwei),
    inclusion_delay_reward_gwei: gwei(rewards.inclusionDelayGwei),
    inactivity_penalty_gwei: inactivity,
    missed_reward_gwei: gwei(rewards.missedGwei),
    ...syncColumns(owners, sync.duties),
    version,
  });
}
