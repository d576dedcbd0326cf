/** One epoch: facts in, rows of the computed tables out. Pure. */
import { blockChecksum } from "../frame/checksum.ts";
import type { TableColumns } from "../frame/tables.ts";
import { dutyRows } from "./dutyRows.ts";
import {
  type ComputedEpoch,
  churnRow,
  correlationRows,
  inclusionRows,
  scoreRows,
  slashingRows,
  syncSlotRows,
  totalsRow,
} from "./epochRows.ts";
import { type AttestationRewards, attestationRewards } from "./rewards/attestation.ts";
import { syncRewards } from "./rewards/block.ts";
import type { EpochFacts } from "./rewards/facts.ts";
import { accountInclusions, type Inclusions } from "./rewards/inclusions.ts";
import { forkRules } from "./rewards/rules.ts";
import { versionOfEpoch } from "./version.ts";

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
  /** Of the duty rows. */
  dutyChecksum: bigint;
};

/** The rows of a support epoch: rewards for its attestations to proposers of the next epoch. */
export function supportTables(network: string, facts: EpochFacts, next: EpochFacts): TableColumns[] {
  const inclusions = accountInclusions(facts, next);
  const isComponents = forkRules[next.fork].accounting === "components";
  const includerRewards = isComponents
    ? attestationRewards(facts, next, inclusions, new Map()).includerRewards
    : new Map<number, number>();
  return [inclusionRows({ network, facts, inclusions, includerRewards })];
}

/** All rows of one epoch. */
export function epochTables(
  network: string,
  facts: EpochFacts,
  next: EpochFacts,
  scores: Scores,
): EpochResult {
  const inclusions = accountInclusions(facts, next);
  const rewards = attestationRewards(facts, next, inclusions, scores);
  const carriedScore = sumOfScores(scores);
  const computed: ComputedEpoch = {
    network,
    facts,
    next,
    inclusions,
    rewards,
    sync: syncRewards(facts, next),
    carriedScore,
    version: versionOfEpoch(carriedScore),
  };
  const duties = dutyRows(computed);
  const dutyChecksum = blockChecksum(duties);
  const tables = [
    inclusionRows({ ...computed, includerRewards: rewards.includerRewards }),
    duties,
    syncSlotRows(computed),
    slashingRows(computed),
    correlationRows(computed),
    churnRow(computed),
    scoreRows(computed),
    totalsRow(computed, dutyChecksum),
  ];
  return { inclusions, rewards, tables, dutyChecksum };
}
