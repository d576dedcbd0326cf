/** One epoch: facts in, rows of the computed tables out. Pure but for `computeEpoch`, which loads and writes. */
import { createRows } from "../frame/columns.ts";
import type { TableColumns } from "../frame/tables.ts";
import { dutyRows } from "./dutyRows.ts";
import { type AttestationRewards, attestationRewards } from "./rewards/attestation.ts";
import { type SyncResult, slashings, syncRewards } from "./rewards/block.ts";
import type { EpochFacts } from "./rewards/facts.ts";
import { accountInclusions, type Inclusions } from "./rewards/inclusions.ts";
import { constant, forkRules } from "./rewards/rules.ts";

/** Raised when the maths changes, so that a replay's rows stand above older ones. */
export const modelRevision = 1n;

/** Inactivity scores above zero, by validator. */
export type Scores = ReadonlyMap<number, number>;

export function sumOfScores(scores: Scores): number {
  let sum = 0;
  for (const score of scores.values()) sum += score;
  return sum;
}

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
  carriedScore: number,
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
    carried_score: "UInt64",
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
    carried_score: carriedScore,
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
  scores: Scores,
): EpochResult {
  const inclusions = accountInclusions(facts, next);
  const rewards = attestationRewards(facts, next, inclusions, scores);
  const sync = syncRewards(facts);
  const carriedScore = sumOfScores(scores);
  // A longer history can only raise scores, so the row that knows more has the higher version.
  const version = modelRevision * 2n ** 48n + BigInt(carriedScore);
  const tables = [
    inclusionRows(network, facts, inclusions, rewards.includerRewards),
    dutyRows(network, facts, next, inclusions, rewards, sync.duties, version),
    syncSlotRows(network, facts, sync.slots),
    slashingRows(network, facts),
    scoreRows(network, facts.epoch, rewards.scores, version),
    totalsRow(network, facts, next, inclusions, rewards, carriedScore, version),
  ];
  return { inclusions, rewards, tables: tables.filter((table) => table.rows > 0) };
}
