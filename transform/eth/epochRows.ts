/** Rows of one computed epoch except its duties, of which there are many (dutyRows.ts). */
import { createRows } from "../frame/columns.ts";
import type { TableColumns } from "../frame/tables.ts";
import type { AttestationRewards } from "./rewards/attestation.ts";
import { type SyncResult, slashings } from "./rewards/block.ts";
import { churnOf } from "./rewards/churn.ts";
import { correlations } from "./rewards/correlation.ts";
import type { EpochFacts } from "./rewards/facts.ts";
import type { Inclusions } from "./rewards/inclusions.ts";
import { constant } from "./rewards/rules.ts";
import { modelRevision, versionOfSlashing } from "./version.ts";

/** Facts of one epoch, of the next one, in which its votes are still included and paid, and the derived values. */
export type ComputedEpoch = {
  network: string;
  facts: EpochFacts;
  next: EpochFacts;
  inclusions: Inclusions;
  rewards: AttestationRewards;
  sync: SyncResult;
  /** Sum of the inactivity scores carried over from the previous epoch. */
  carriedScore: number;
  version: bigint;
};

/** Proposer rewards for attestations of the epoch, the only result of a support epoch. */
export function inclusionRows({
  network,
  facts,
  inclusions,
  includerRewards,
}: Pick<ComputedEpoch, "network" | "facts" | "inclusions"> & {
  includerRewards: ReadonlyMap<number, number>;
}): TableColumns {
  const rows = createRows("int_eth_attestation_inclusion_slot");
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
  return rows.toTable();
}

export function syncSlotRows({ network, facts, sync }: ComputedEpoch): TableColumns {
  const rows = createRows("int_eth_sync_slot");
  for (const { slot, participantRewardGwei, proposerRewardGwei, signatureCount, rewardsGwei } of sync.slots) {
    const members = [...rewardsGwei].sort(([left], [right]) => left - right);
    rows.push({
      network,
      slot,
      epoch: facts.epoch,
      participant_reward_gwei: participantRewardGwei,
      proposer_reward_gwei: proposerRewardGwei,
      signature_count: signatureCount,
      validator_indices: members.map(([validator]) => validator),
      member_reward_gwei: members.map(([, gwei]) => gwei),
      version: modelRevision,
    });
  }
  return rows.toTable();
}

export function slashingRows({ network, facts }: ComputedEpoch): TableColumns {
  const rows = createRows("fct_eth_slashing");
  for (const fact of slashings(facts)) {
    rows.push({
      network,
      validator_index: fact.validatorIndex,
      slot: fact.slot,
      epoch: facts.epoch,
      kind: fact.kind,
      proposer_index: fact.proposerIndex,
      effective_balance_gwei: fact.effectiveBalanceGwei,
      penalty_gwei: fact.penaltyGwei,
      reward_gwei: fact.rewardGwei,
      version: versionOfSlashing(fact.slot),
    });
  }
  return rows.toTable();
}

/** The inputs of correlation penalties at the end of the epoch. */
export function correlationRows({ network, facts }: ComputedEpoch): TableColumns {
  const rows = createRows("int_eth_slashing_correlation");
  for (const fact of correlations(facts)) {
    rows.push({
      network,
      epoch: facts.epoch,
      validator_index: fact.validatorIndex,
      effective_balance_gwei: fact.effectiveBalanceGwei,
      total_active_balance_gwei: fact.totalActiveBalanceGwei,
      increment_gwei: fact.incrementGwei,
      multiplier: fact.multiplier,
      is_per_increment: fact.isPerIncrement ? 1 : 0,
      version: modelRevision,
    });
  }
  return rows.toTable();
}

/** Churn limits of the epoch. */
export function churnRow({ network, facts }: ComputedEpoch): TableColumns {
  const { totalActiveBalanceGwei, consolidationLimitGwei } = churnOf(facts);
  const rows = createRows("int_eth_churn_epoch");
  rows.push({
    network,
    epoch: facts.epoch,
    total_active_balance_gwei: totalActiveBalanceGwei,
    consolidation_limit_gwei: consolidationLimitGwei,
    version: modelRevision,
  });
  return rows.toTable();
}

export function scoreRows({ network, facts, rewards, version }: ComputedEpoch): TableColumns {
  const rows = createRows("int_eth_inactivity_score");
  for (const [validatorIndex, score] of rewards.scores)
    rows.push({ network, epoch: facts.epoch, validator_index: validatorIndex, score, version });
  return rows.toTable();
}

function countAttested({ delay }: Inclusions): number {
  let attested = 0;
  for (let v = 0; v < delay.length; v++) if (delay[v] !== 0) attested += 1;
  return attested;
}

/** The epoch's totals. */
export function totalsRow(computed: ComputedEpoch, dutyChecksum: bigint): TableColumns {
  const { network, facts, next, inclusions, rewards, carriedScore, version } = computed;
  const { totals } = rewards;
  const incrementGwei = BigInt(constant(next.spec, "EFFECTIVE_BALANCE_INCREMENT"));
  const gwei = (increments: number) => BigInt(increments) * incrementGwei;
  const rows = createRows("int_eth_epoch");
  rows.push({
    network,
    epoch: facts.epoch,
    fork: next.fork,
    duty_count: inclusions.dutyCount,
    attested_count: countAttested(inclusions),
    total_active_balance_gwei: gwei(totals.activeIncrements),
    source_balance_gwei: gwei(totals.participating.source),
    target_balance_gwei: gwei(totals.participating.target),
    head_balance_gwei: gwei(totals.participating.head),
    base_reward_per_increment_gwei: totals.baseRewardPerIncrementGwei,
    finality_delay: totals.finalityDelay,
    is_leak: totals.isLeak ? 1 : 0,
    carried_score: carriedScore,
    duty_checksum: dutyChecksum,
    version,
  });
  return rows.toTable();
}
