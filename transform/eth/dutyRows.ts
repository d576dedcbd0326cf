/** One row per validator and epoch, as columns. About a million rows on mainnet, so nothing here makes objects. */
import { halves } from "../../lib/halves.ts";
import { bulkTable } from "../frame/columns.ts";
import type { TableColumns } from "../frame/tables.ts";
import type { ComputedEpoch } from "./epochRows.ts";
import { type AttestationRewards, payVotes } from "./rewards/attestation.ts";
import type { SyncDuty } from "./rewards/block.ts";
import type { EpochFacts } from "./rewards/facts.ts";
import type { Inclusions } from "./rewards/inclusions.ts";
import { constant } from "./rewards/rules.ts";

/** Validators with a row: those with a duty or a sync committee seat, and slashed ones that can still be penalised. */
function rowOwners({ isEligible }: AttestationRewards, sync: ReadonlyMap<number, SyncDuty>): Uint32Array {
  const isOwner = isEligible.slice();
  for (const validator of sync.keys()) isOwner[validator] = 1;
  const owners = new Uint32Array(isOwner.length);
  let rows = 0;
  for (let v = 0; v < isOwner.length; v++) {
    owners[rows] = v;
    rows += isOwner[v] as number;
  }
  return owners.subarray(0, rows);
}

/**
 * One loop, with each array in its own variable: the JavaScript engine is twice as fast if it knows the kind of array.
 */
function inclusionColumns(owners: Uint32Array, { votes, delay, count }: Inclusions) {
  const flags = new Uint8Array(owners.length);
  const delays = new Uint8Array(owners.length);
  const counts = new Uint16Array(owners.length);
  for (let i = 0; i < owners.length; i++) {
    const v = owners[i] as number;
    flags[i] = votes[v] as number;
    delays[i] = delay[v] as number;
    counts[i] = count[v] as number;
  }
  return { vote_flags: flags, inclusion_delay: delays, inclusion_count: counts };
}

function pick(owners: Uint32Array, values: Int32Array): Int32Array {
  const picked = new Int32Array(owners.length);
  for (let i = 0; i < owners.length; i++) picked[i] = values[owners[i] as number] as number;
  return picked;
}

/** Position of an existing value in an ascending array. */
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

/**
 * Increments times EFFECTIVE_BALANCE_INCREMENT, written as two halves: a BigInt per row would cost more than the sum.
 */
function balancesGwei(owners: Uint32Array, { registry, spec }: EpochFacts): BigUint64Array {
  const incrementGwei = constant(spec, "EFFECTIVE_BALANCE_INCREMENT");
  const balances = new BigUint64Array(owners.length);
  const words = halves(balances);
  for (let i = 0; i < owners.length; i++) {
    const gwei = (registry.increments[owners[i] as number] ?? 0) * incrementGwei;
    words[2 * i] = gwei >>> 0;
    words[2 * i + 1] = gwei * 2 ** -32;
  }
  return balances;
}

function penaltiesGwei(owners: Uint32Array, inactivityGwei: Float64Array): BigInt64Array {
  const penalties = new BigInt64Array(owners.length);
  for (let i = 0; i < owners.length; i++) {
    const gwei = inactivityGwei[owners[i] as number] as number;
    if (gwei !== 0) penalties[i] = BigInt(gwei);
  }
  return penalties;
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
  const owners = rowOwners(rewards, sync.duties);
  const rows = owners.length;
  const pay = payVotes(owners, inclusions.votes, next.registry, rewards);
  const { inclusionDelayGwei, inactivityGwei } = rewards;
  return bulkTable("fct_eth_validator_duty_epoch", rows, {
    network,
    epoch: facts.epoch,
    validator_index: owners,
    ...inclusionColumns(owners, inclusions),
    effective_balance_gwei: balancesGwei(owners, next),
    source_reward_gwei: pay.sourceGwei,
    target_reward_gwei: pay.targetGwei,
    head_reward_gwei: pay.headGwei,
    inclusion_delay_reward_gwei: inclusionDelayGwei === undefined ? 0 : pick(owners, inclusionDelayGwei),
    inactivity_penalty_gwei: inactivityGwei === undefined ? 0n : penaltiesGwei(owners, inactivityGwei),
    missed_reward_gwei: pay.missedGwei,
    ...syncColumns(owners, sync.duties),
    version,
  });
}
