/** One epoch: facts in, rows of the computed tables out. Pure but for `computeEpoch`, which loads and writes. */
import type { Column, Store } from "../../lib/store.ts";
import { constantText, createRows } from "../columns.ts";
import { type SyncDuty, type SyncResult, slashings, syncRewards } from "./blockRewards.ts";
import type { EpochFacts } from "./facts.ts";
import { accountInclusions, type Inclusions } from "./inclusions.ts";
import type { TableColumns } from "./raw.ts";
import { type AttestationRewards, attestationRewards } from "./rewards.ts";
import { constant, forkRules } from "./rules.ts";

/** Raised when the maths changes, so that a replay's rows stand above older ones. */
export const modelRevision = 1n;

/** What carries over from the epoch before. */
export type ScoreState = { startEpoch: number; scores: ReadonlyMap<number, number> };

export type EpochResult = {
  inclusions: Inclusions;
  rewards: AttestationRewards;
  tables: TableColumns[];
};

/** Proposer rewards for attestations of `facts.epoch`; all that a support epoch yields. */
function inclusionRows(
  network: string,
  facts: EpochFacts,
  inclusions: Inclusions,
  includerRewards: ReadonlyMap<number, number>,
): TableColumns {
  const rows = createRows({
    network: "String",
    slot: "UInt32",
    target_epoch: "UInt32",
    proposer_reward_gwei: "UInt64",
    attestation_count: "UInt32",
    version: "UInt64",
  } as const);
  for (const { slot, rewardGwei, attestationCount } of inclusions.proposerRewards) {
    rows.push({
      network,
      slot,
      target_epoch: facts.epoch,
      proposer_reward_gwei: rewardGwei + (includerRewards.get(slot) ?? 0),
      attestation_count: attestationCount,
      version: modelRevision,
    });
  }
  return { table: "int_eth_attestation_inclusion_slot", rows: rows.length, columns: rows.columns() };
}

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

function syncColumns(owners: Uint32Array, sync: ReadonlyMap<number, SyncDuty>): Column[] {
  const rows = owners.length;
  const signed = new Uint16Array(rows);
  const missed = new Uint16Array(rows);
  const net = new Int32Array(rows);
  const penalty = new Int32Array(rows);
  const first = new Int32Array(rows);
  if (sync.size > 0) {
    for (let i = 0; i < rows; i++) {
      const duty = sync.get(owners[i] as number);
      if (duty === undefined) continue;
      signed[i] = duty.signed;
      missed[i] = duty.missed;
      net[i] = duty.rewardGwei + duty.penaltyGwei;
      penalty[i] = duty.penaltyGwei;
      first[i] = duty.firstSlotGwei;
    }
  }
  return [
    { name: "sync_signature_count", type: "UInt16", values: signed },
    { name: "sync_missed_count", type: "UInt16", values: missed },
    { name: "sync_reward_gwei", type: "Int32", values: net },
    { name: "sync_penalty_gwei", type: "Int32", values: penalty },
    { name: "sync_first_slot_reward_gwei", type: "Int32", values: first },
  ];
}

function dutyRows(
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
  const incrementGwei = BigInt(constant(next.spec, "EFFECTIVE_BALANCE_INCREMENT"));
  const balances = new BigUint64Array(rows);
  const inactivity = new BigInt64Array(rows);
  // A table from increments to Gwei spares a BigInt multiplication a row.
  const gwei = Array.from(
    { length: 1 + next.registry.increments.reduce((max, i) => Math.max(max, i), 0) },
    (_, i) => BigInt(i) * incrementGwei,
  );
  for (let i = 0; i < rows; i++) {
    const v = owners[i] as number;
    balances[i] = gwei[next.registry.increments[v] ?? 0] ?? 0n;
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
    { name: "effective_balance_gwei", type: "UInt64", values: balances },
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

function syncSlotRows(network: string, facts: EpochFacts, slots: SyncResult["slots"]): TableColumns {
  const rows = createRows({
    network: "String",
    slot: "UInt32",
    epoch: "UInt32",
    participant_reward_gwei: "UInt64",
    proposer_reward_gwei: "UInt64",
    signature_count: "UInt16",
    version: "UInt64",
  } as const);
  for (const { slot, participantRewardGwei, proposerRewardGwei, signatureCount } of slots) {
    rows.push({
      network,
      slot,
      epoch: facts.epoch,
      participant_reward_gwei: participantRewardGwei,
      proposer_reward_gwei: proposerRewardGwei,
      signature_count: signatureCount,
      version: modelRevision,
    });
  }
  return { table: "int_eth_sync_slot", rows: rows.length, columns: rows.columns() };
}

function slashingRows(network: string, facts: EpochFacts): TableColumns {
  const rows = createRows({
    network: "String",
    validator_index: "UInt32",
    slot: "UInt32",
    epoch: "UInt32",
    kind: "String",
    proposer_index: "UInt32",
    penalty_gwei: "UInt64",
    reward_gwei: "UInt64",
    version: "UInt64",
  } as const);
  for (const fact of slashings(facts)) {
    rows.push({
      network,
      validator_index: fact.validatorIndex,
      slot: fact.slot,
      epoch: facts.epoch,
      kind: fact.kind,
      proposer_index: fact.proposerIndex,
      penalty_gwei: fact.penaltyGwei,
      reward_gwei: fact.rewardGwei,
      // Of two proofs against one validator the earlier one slashed it.
      version: modelRevision * 2n ** 40n - BigInt(fact.slot),
    });
  }
  return { table: "fct_eth_slashing", rows: rows.length, columns: rows.columns() };
}

function scoreRows(
  network: string,
  epoch: number,
  scores: ReadonlyMap<number, number>,
  version: bigint,
): TableColumns {
  const rows = createRows({
    network: "String",
    epoch: "UInt32",
    validator_index: "UInt32",
    score: "UInt64",
    version: "UInt64",
  } as const);
  for (const [validatorIndex, score] of scores)
    rows.push({ network, epoch, validator_index: validatorIndex, score, version });
  return { table: "int_eth_inactivity_score", rows: rows.length, columns: rows.columns() };
}

function totalsRow(
  network: string,
  facts: EpochFacts,
  next: EpochFacts,
  inclusions: Inclusions,
  rewards: AttestationRewards,
  startEpoch: number,
  version: bigint,
): TableColumns {
  const incrementGwei = BigInt(constant(next.spec, "EFFECTIVE_BALANCE_INCREMENT"));
  const gwei = (increments: number) => BigInt(increments) * incrementGwei;
  let attestedCount = 0;
  for (const delay of inclusions.delay) if (delay > 0) attestedCount += 1;
  const rows = createRows({
    network: "String",
    epoch: "UInt32",
    fork: "String",
    duty_count: "UInt32",
    attested_count: "UInt32",
    total_active_balance_gwei: "UInt64",
    source_balance_gwei: "UInt64",
    target_balance_gwei: "UInt64",
    head_balance_gwei: "UInt64",
    base_reward_per_increment_gwei: "UInt64",
    finality_delay: "UInt32",
    is_leak: "UInt8",
    score_start_epoch: "UInt32",
    version: "UInt64",
  } as const);
  const { totals } = rewards;
  rows.push({
    network,
    epoch: facts.epoch,
    fork: next.fork,
    duty_count: inclusions.dutyCount,
    attested_count: attestedCount,
    total_active_balance_gwei: gwei(totals.activeIncrements),
    source_balance_gwei: gwei(totals.participating.source),
    target_balance_gwei: gwei(totals.participating.target),
    head_balance_gwei: gwei(totals.participating.head),
    base_reward_per_increment_gwei: totals.baseRewardPerIncrementGwei,
    finality_delay: totals.finalityDelay,
    is_leak: totals.isLeak ? 1 : 0,
    score_start_epoch: startEpoch,
    version,
  });
  return { table: "int_eth_epoch", rows: 1, columns: rows.columns() };
}

/** The rows of a support epoch: what its attestations pay to proposers of the next epoch. */
export function supportTables(network: string, facts: EpochFacts, next: EpochFacts): TableColumns[] {
  const inclusions = accountInclusions(facts, next);
  const isComponents = forkRules[next.fork].accounting === "components";
  const includers = isComponents
    ? attestationRewards(facts, next, inclusions, new Map()).includerRewards
    : new Map<number, number>();
  return [inclusionRows(network, facts, inclusions, includers)].filter((table) => table.rows > 0);
}

/** All rows of one epoch, its totals last: they say that the others are there. */
export function epochTables(
  network: string,
  facts: EpochFacts,
  next: EpochFacts,
  state: ScoreState,
): EpochResult {
  const inclusions = accountInclusions(facts, next);
  const rewards = attestationRewards(facts, next, inclusions, state.scores);
  const sync = syncRewards(facts);
  const version = modelRevision * 2n ** 32n + BigInt(facts.epoch - state.startEpoch);
  const tables = [
    inclusionRows(network, facts, inclusions, rewards.includerRewards),
    dutyRows(network, facts, next, inclusions, rewards, sync.duties, version),
    syncSlotRows(network, facts, sync.slots),
    slashingRows(network, facts),
    scoreRows(network, facts.epoch, rewards.scores, version),
    totalsRow(network, facts, next, inclusions, rewards, state.startEpoch, version),
  ];
  return { inclusions, rewards, tables: tables.filter((table) => table.rows > 0) };
}

/** Writes tables in order. */
export async function writeTables(store: Store, tables: readonly TableColumns[]): Promise<void> {
  for (const { table, columns } of tables) await store.insert(table, columns);
}
