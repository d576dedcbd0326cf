/** Records of the Ethereum endpoints. Field order is the order in the JSON and in the SQL. */
import { z } from "zod";
import {
  booleanColumn,
  dateColumn,
  integerColumn,
  numberColumn,
  textColumn,
  textListColumn,
  timestampColumn,
} from "../columns.ts";

const integerOrNull = integerColumn.nullable();
const numberOrNull = numberColumn.nullable();

const periodV0 = {
  day: integerOrNull.describe("Chain day; null for a record of several days"),
  hour: integerOrNull.describe("Always null: hourly records ended on 2024-07-24"),
  startDay: integerOrNull.describe(
    "Highest chain day of a record of several days; null for a record of one day",
  ),
  endDay: integerOrNull.describe(
    "Lowest chain day of a record of several days; null for a record of one day",
  ),
  startEpoch: integerColumn.describe("Highest epoch covered"),
  endEpoch: integerColumn.describe("Lowest epoch covered"),
};

/** v0's record of one or several validators in a period. Amounts are gwei. */
export const effectivenessV0 = {
  totalAttestations: integerColumn.describe(
    "Inclusions of its attestations, including duplicates in aggregates",
  ),
  totalUniqueAttestations: integerColumn.describe("Duties with an included attestation"),
  totalAttestationAssignments: integerColumn.describe("Attestation duties"),
  sumCorrectHead: integerColumn.describe("Votes for the correct head, at any delay"),
  sumCorrectTarget: integerColumn.describe("Votes for the correct target, at any delay"),
  sumCorrectSource: integerColumn.describe("Votes for the correct source"),
  sumInclusionDelay: integerColumn.describe("Sum of the inclusion delays in slots"),
  avgInclusionDelay: numberOrNull.describe(
    "sumInclusionDelay / totalUniqueAttestations; 1 is best; null without an included attestation",
  ),
  avgCorrectness: numberOrNull.describe(
    "Correct votes / votes, 0 to 1: source, target and head of each included attestation; with rating v1.0, target and head only; null without an included attestation",
  ),
  uptime: numberOrNull.describe(
    "totalUniqueAttestations / totalAttestationAssignments, 0 to 1; null without a duty",
  ),
  attesterEffectiveness: numberOrNull.describe(
    "100 · uptime · avgCorrectness / avgInclusionDelay; mean of the complete days, or of all days if none is complete; null without a duty",
  ),
  validatorEffectiveness: numberOrNull.describe(
    "The rating, 0 to 100, by the version in force in the first epoch of each day; mean of the complete days, or of all days if none is complete; null without a duty",
  ),
  proposerEffectiveness: numberOrNull.describe(
    "0 to 100, mean of the complete days with a duty, or of all such days if none is complete; null without a duty. " +
      "Orphaned blocks of old history that no node serves any longer count as missed",
  ),
  proposedCount: integerColumn.describe("Blocks proposed"),
  proposerDutiesCount: integerColumn.describe("Proposer duties"),
  executionProposedEmptyCount: integerColumn.describe("Blocks proposed without transactions"),
  slashesCollected: integerColumn.describe("Validators slashed by its blocks"),
  slashesReceived: integerColumn.describe("Times slashed"),
  syncSignatureCount: integerColumn.describe("Sync committee signatures made"),
  sumMissedSyncSignatures: integerOrNull.describe(
    "Sync committee signatures missed; null if not in the committee",
  ),
  earnings: integerOrNull.describe(
    "Consensus rewards minus penalties; null if a correlation penalty is unknown",
  ),
  estimatedRewards: integerColumn.describe("Consensus rewards, without penalties"),
  estimatedPenalties: integerColumn.describe("Sum of the penalties listed below, zero or less"),
  sumPriorityFees: integerOrNull.describe("Priority fees; null without an execution node"),
  sumBaselineMev: integerOrNull.describe("Baseline MEV; null without an execution node"),
  sumExternallySourcedExecutionRewards: integerOrNull.describe(
    "Execution rewards of blocks from relays; null without an execution node",
  ),
  sumConsensusBlockRewards: integerColumn.describe(
    "Proposer rewards for attestations, sync aggregates and slashing evidence",
  ),
  sumAttestationRewards: integerColumn.describe("Attestation rewards, without penalties"),
  sumMissedExecutionRewards: integerOrNull.describe(
    "Execution rewards of missed proposals; null without an execution node",
  ),
  sumMissedConsensusBlockRewards: integerColumn.describe("Consensus rewards of missed proposals"),
  sumMissedAttestationRewards: integerColumn.describe("Rewards that unrewarded votes would have earned"),
  sumMissedSyncCommitteeRewards: integerColumn.describe(
    "Rewards that missed sync signatures would have earned",
  ),
  sumLateSourceVotes: integerColumn.describe("Attestations included after more than 5 slots"),
  sumLateSourcePenalties: integerColumn.describe("Penalties for late sources, zero or less"),
  sumWrongTargetVotes: integerColumn.describe("Included attestations with a wrong target"),
  sumWrongTargetPenalties: integerColumn.describe("Penalties for wrong targets, zero or less"),
  sumLateTargetVotes: integerColumn.describe("Attestations included after more than 32 slots, before Deneb"),
  sumLateTargetPenalties: integerColumn.describe("Penalties for late targets, zero or less"),
  sumWrongHeadVotes: integerColumn.describe("Included attestations with a wrong head"),
  sumWrongHeadPenalties: integerColumn.describe("Penalties for wrong heads, zero or less; 0 since Altair"),
  sumMissedAttestations: integerColumn.describe("Duties without an included attestation"),
  sumMissedAttestationPenalties: integerColumn.describe("Penalties for missed attestations, zero or less"),
  sumSyncCommitteePenalties: integerColumn.describe("Penalties for missed sync signatures, zero or less"),
  sumAllRewards: integerOrNull.describe(
    "earnings + sumPriorityFees + sumBaselineMev; null without an execution node, and if earnings is null",
  ),
};

/** One validator, one period. */
export const validatorEffectivenessV0 = z
  .object({
    validatorIndex: integerColumn.describe("Index"),
    validatorPubkey: textColumn.describe("BLS public key, 0x and 96 hex digits"),
    ...periodV0,
    ...effectivenessV0,
  })
  .meta({ id: "ValidatorEffectiveness" });

export const ofAllDays =
  "mean of the daily values of all validators over complete days, or over all days if none is complete";

/** All requested validators together, one period: values other than sums are means over validators and days. */
export const effectivenessByTimeV0 = z
  .object({
    ...periodV0,
    ...effectivenessV0,
    avgInclusionDelay: numberOrNull.describe(
      `Slots from duty to inclusion, 1 is best; ${ofAllDays}; null without an included attestation`,
    ),
    avgCorrectness: numberOrNull.describe(`Correct votes / votes, 0 to 1; ${ofAllDays}; null without a duty`),
    uptime: numberOrNull.describe(`Attested / duties, 0 to 1; ${ofAllDays}; null without a duty`),
    attesterEffectiveness: numberOrNull.describe(`0 to 100, ${ofAllDays}; null without a duty`),
    validatorEffectiveness: numberOrNull.describe(`The rating, 0 to 100; ${ofAllDays}; null without a duty`),
    proposerEffectiveness: numberOrNull.describe(
      `0 to 100, ${ofAllDays}; only days with a duty count; null without a duty`,
    ),
  })
  .meta({ id: "ValidatorEffectivenessAggregation" });

const ofItsValidators = "mean of the daily values of its validators";

/** An entity, one period. Amounts are gwei. */
export const operatorEffectivenessV0 = z
  .object({
    id: textColumn.describe("Name of the entity, in its original case; an address in lower case"),
    idType: textColumn.describe("Kind of the entity"),
    ...periodV0,
    validatorCount: integerColumn.describe("Validators active at the end of the period"),
    networkPenetration: numberOrNull.describe(
      "Stake / the network's stake at the end of the period, 0 to 1; null if the network has no stake",
    ),
    avgInclusionDelay: numberOrNull.describe(
      `Slots from duty to inclusion, 1 is best; ${ofItsValidators}; null without a duty`,
    ),
    avgUptime: numberOrNull.describe(`Attested / duties, 0 to 1; ${ofItsValidators}; null without a duty`),
    avgCorrectness: numberOrNull.describe(
      `Correct votes / votes, 0 to 1; ${ofItsValidators}; null without a duty`,
    ),
    avgAttesterEffectiveness: numberOrNull.describe(`0 to 100, ${ofItsValidators}; null without a duty`),
    avgProposerEffectiveness: numberOrNull.describe(
      `0 to 100, ${ofItsValidators} with a duty; null without a duty`,
    ),
    avgValidatorEffectiveness: numberOrNull.describe(
      `The rating, 0 to 100; ${ofItsValidators}; null without a duty`,
    ),
    totalUniqueAttestations: effectivenessV0.totalUniqueAttestations,
    sumCorrectHead: effectivenessV0.sumCorrectHead,
    sumCorrectTarget: effectivenessV0.sumCorrectTarget,
    sumCorrectSource: effectivenessV0.sumCorrectSource,
    sumInclusionDelay: effectivenessV0.sumInclusionDelay,
    sumProposedCount: effectivenessV0.proposedCount,
    sumProposerDutiesCount: effectivenessV0.proposerDutiesCount,
    sumExecutionProposedEmptyCount: effectivenessV0.executionProposedEmptyCount,
    slashesCollected: effectivenessV0.slashesCollected,
    slashesReceived: effectivenessV0.slashesReceived,
    sumEarnings: effectivenessV0.earnings,
    sumEstimatedRewards: effectivenessV0.estimatedRewards,
    sumEstimatedPenalties: effectivenessV0.estimatedPenalties,
    sumPriorityFees: effectivenessV0.sumPriorityFees,
    sumBaselineMev: effectivenessV0.sumBaselineMev,
    sumMissedExecutionRewards: effectivenessV0.sumMissedExecutionRewards,
    sumConsensusBlockRewards: effectivenessV0.sumConsensusBlockRewards,
    sumMissedConsensusBlockRewards: effectivenessV0.sumMissedConsensusBlockRewards,
    sumAllRewards: effectivenessV0.sumAllRewards,
    sumMissedSyncSignatures: integerColumn.describe("Sync committee signatures missed"),
    sumSyncCommitteePenalties: effectivenessV0.sumSyncCommitteePenalties,
    sumLateSourceVotes: effectivenessV0.sumLateSourceVotes,
    sumLateSourcePenalties: effectivenessV0.sumLateSourcePenalties,
    sumWrongTargetVotes: effectivenessV0.sumWrongTargetVotes,
    sumWrongTargetPenalties: effectivenessV0.sumWrongTargetPenalties,
    sumLateTargetVotes: effectivenessV0.sumLateTargetVotes,
    sumLateTargetPenalties: effectivenessV0.sumLateTargetPenalties,
    sumWrongHeadVotes: effectivenessV0.sumWrongHeadVotes,
    sumWrongHeadPenalties: effectivenessV0.sumWrongHeadPenalties,
    sumMissedAttestations: effectivenessV0.sumMissedAttestations,
    sumMissedAttestationPenalties: effectivenessV0.sumMissedAttestationPenalties,
    sumAttestationRewards: effectivenessV0.sumAttestationRewards,
    sumMissedAttestationRewards: effectivenessV0.sumMissedAttestationRewards,
    sumMissedSyncCommitteeRewards: effectivenessV0.sumMissedSyncCommitteeRewards,
    sumExternallySourcedExecutionRewards: effectivenessV0.sumExternallySourcedExecutionRewards,
  })
  .meta({ id: "OperatorEffectiveness" });

/** The period of every v1 record. Ascending: start is the earlier end. */
export const periodV1 = {
  day: integerOrNull.describe(
    "Number of the day from genesis (with utc=true: of the UTC day); null for several days",
  ),
  hour: integerOrNull.describe("Always null: hourly records ended on 2024-07-24"),
  date: dateColumn
    .nullable()
    .describe("UTC date on which the day ends (with utc=true: the UTC date); null for several days"),
  startDay: integerOrNull.describe("First day of a record of several days; null for a record of one day"),
  endDay: integerOrNull.describe("Last day of a record of several days; null for a record of one day"),
  startDate: dateColumn
    .nullable()
    .describe("Date of the first day of a record of several days; null for a record of one day"),
  endDate: dateColumn
    .nullable()
    .describe("Date of the last day of a record of several days; null for a record of one day"),
  startEpoch: integerColumn.describe("First epoch covered"),
  endEpoch: integerColumn.describe("Last epoch covered"),
  startSlot: integerColumn.describe("First slot covered"),
  endSlot: integerColumn.describe("Last slot covered"),
  startTimestamp: timestampColumn.describe("Start of the first slot"),
  endTimestamp: timestampColumn.describe("End of the last slot"),
};

export const freshnessV1 = {
  isFinalized: booleanColumn.describe("Always true: records are computed from finalized data only"),
  isComplete: booleanColumn.describe(
    "true if the period is over and all its epochs are covered. The record then changes only with the facts named in `waitsFor`, or with corrected facts",
  ),
};

export const waitsFor = textListColumn.describe(
  "Facts of the period that are not known yet and will change the record: executionBlocks, relayPayloads, missedExecutionRewards, correlationPenalties. Empty if there are none",
);

export const validatorEffectivenessV1 = z
  .object({
    validatorIndex: integerColumn.describe("Index"),
    ...periodV1,
    validatorEffectiveness: effectivenessV0.validatorEffectiveness,
    attesterEffectiveness: effectivenessV0.attesterEffectiveness,
    proposerEffectiveness: effectivenessV0.proposerEffectiveness,
    uptime: effectivenessV0.uptime,
    avgCorrectness: effectivenessV0.avgCorrectness,
    avgInclusionDelay: effectivenessV0.avgInclusionDelay,
    sumInclusionDelay: effectivenessV0.sumInclusionDelay,
    ...freshnessV1,
  })
  .meta({ id: "ValidatorEffectivenessRecord" });

const accuracyBy = (sum: string) =>
  numberOrNull.describe(`${sum} / totalAttestationAssignments, 0 to 1; null without a duty`);

/** Sums of attestation duties, in records of one validator and of several. */
export const attestationSums = {
  sumInclusionDelay: effectivenessV0.sumInclusionDelay,
  totalAttestationAssignments: effectivenessV0.totalAttestationAssignments,
  totalAttestations: effectivenessV0.totalAttestations,
  totalUniqueAttestations: effectivenessV0.totalUniqueAttestations,
  sumMissedAttestations: effectivenessV0.sumMissedAttestations,
  sumCorrectHead: effectivenessV0.sumCorrectHead,
  sumCorrectTarget: effectivenessV0.sumCorrectTarget,
  sumCorrectSource: effectivenessV0.sumCorrectSource,
  sumWrongHeadVotes: effectivenessV0.sumWrongHeadVotes,
  sumWrongTargetVotes: effectivenessV0.sumWrongTargetVotes,
  sumLateHeadVotes: integerColumn.describe("Attestations included after more than 1 slot"),
  sumLateTargetVotes: effectivenessV0.sumLateTargetVotes,
  sumLateSourceVotes: effectivenessV0.sumLateSourceVotes,
  syncSignatureCount: effectivenessV0.syncSignatureCount,
};

export const validatorAttestationsV1 = z
  .object({
    validatorIndex: integerColumn.describe("Index"),
    ...periodV1,
    attesterEffectiveness: effectivenessV0.attesterEffectiveness,
    uptime: effectivenessV0.uptime,
    avgCorrectness: effectivenessV0.avgCorrectness,
    sourceAccuracy: accuracyBy("sumCorrectSource"),
    targetAccuracy: accuracyBy("sumCorrectTarget"),
    headAccuracy: accuracyBy("sumCorrectHead"),
    avgInclusionDelay: effectivenessV0.avgInclusionDelay,
    ...attestationSums,
    sumMissedSyncSignatures: effectivenessV0.sumMissedSyncSignatures,
    ...freshnessV1,
  })
  .meta({ id: "ValidatorAttestationsRecord" });

export const validatorProposalsV1 = z
  .object({
    validatorIndex: integerColumn.describe("Index"),
    ...periodV1,
    proposerEffectiveness: effectivenessV0.proposerEffectiveness,
    proposerDutiesCount: effectivenessV0.proposerDutiesCount,
    proposedCount: effectivenessV0.proposedCount,
    executionProposedEmptyCount: effectivenessV0.executionProposedEmptyCount,
    ...freshnessV1,
  })
  .meta({ id: "ValidatorProposalsRecord" });
