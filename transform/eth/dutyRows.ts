/** One row per validator and epoch, as columns. About a million rows on mainnet, so nothing here makes objects. */
import type { Column } from "../../lib/store/store.ts";
import { constantText } from "../frame/columns.ts";
import type { TableColumns } from "../frame/tables.ts";
import type { AttestationRewards } from "./rewards/attestation.ts";
import type { SyncDuty, SyncResult } from "./rewards/block.ts";
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

function syncColumns(owners: Uint32Array, sync: ReadonlyMap<number, SyncDuty>): Column[] {
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
  return [
    { name: "sync_signature_count", type: "UInt16", values: signed },
    { name: "sync_missed_count", type: "UInt16", values: missed },
    { name: "sync_reward_gwei", type: "Int32", values: net },
    { name: "sync_penalty_gwei", type: "Int32", values: penalty },
    { name: "sync_first_slot_reward_gwei", type: "Int32", values: first },
  ];
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
export function dutyRows(
  network: string,
  facts: EpochFacts,
  next: EpochFacts,
  inclusions: Inclusions,
  rewards: AttestationRewards,
  sync: SyncResult["duties"],
  version: bigint,
): TableColumns {
  const owners = rowOwners(inclusions, rewards, sync);
  const rows = owners.length;
  const inactivity = new BigInt64Array(rows);
  for (let i = 0; i < rows; i++) {
    const v = owners[i] as number;
    if (rewards.inactivityGwei[v] !== 0) inactivity[i] = BigInt(rewards.inactivityGwei[v] as number);
  }
  const int32 = (name: string, values: Int32Array): Column => ({
    name,
    type: "Int32",
    values: pick(owners, values, new Int32Array(rows)),
  });
  const columns: Column[] = [
    constantText("network", network, rows),
    { name: "epoch", type: "UInt32", values: new Uint32Array(rows).fill(facts.epoch) },
    { name: "validator_index", type: "UInt32", values: owners },
    { name: "vote_flags", type: "UInt8", values: pick(owners, inclusions.votes, new Uint8Array(rows)) },
    { name: "inclusion_delay", type: "UInt8", values: pick(owners, inclusions.delay, new Uint8Array(rows)) },
    {
      name: "inclusion_count",
      type: "UInt16",
      values: pick(owners, inclusions.count, new Uint16Array(rows)),
    },
    { name: "effective_balance_gwei", type: "UInt64", values: balancesGwei(owners, next) },
    int32("source_reward_gwei", rewards.sourceGwei),
    int32("target_reward_gwei", rewards.targetGwei),
    int32("head_reward_gwei", rewards.headGwei),
    int32("inclusion_delay_reward_gwei", rewards.inclusionDelayGwei),
    { name: "inactivity_penalty_gwei", type: "Int64", values: inactivity },
    int32("missed_reward_gwei", rewards.missedGwei),
    ...syncColumns(owners, sync),
    { name: "version", type: "UInt64", values: new BigUint64Array(rows).fill(version) },
  ];
  return { table: "fct_eth_validator_duty_epoch", rows, columns };
}
