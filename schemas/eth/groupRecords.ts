/**
 * Records of several validators together: counts and amounts are sums, all other values are means over validators and
 * days. Fields that are only sums are also in the records of one validator.
 */
import { z } from "zod";
import { bigIntegerColumn, integerColumn, numberColumn } from "../columns.ts";
import { attestationSums, effectivenessV0, freshnessV1, ofAllDays, periodV1, waitsFor } from "./records.ts";

const numberOrNull = numberColumn.nullable();
const weiOrNull = bigIntegerColumn.nullable();

const avgProposerEffectiveness = numberOrNull.describe(
  `0 to 100, ${ofAllDays}; only days with a duty count; null without a duty`,
);

const means = {
  avgAttesterEffectiveness: numberOrNull.describe(`0 to 100, ${ofAllDays}; null without a duty`),
  avgUptime: numberOrNull.describe(`Attested / duties, 0 to 1; ${ofAllDays}; null without a duty`),
  avgCorrectness: numberOrNull.describe(`Correct votes / votes, 0 to 1; ${ofAllDays}; null without a duty`),
  avgInclusionDelay: numberOrNull.describe(
    `Slots from duty to inclusion, 1 is best; ${ofAllDays}; null without an included attestation`,
  ),
};

const executionNode = "null without an execution node";

/** By the segment of the path, the fields in addition to the period. */
const fields = {
  effectiveness: {
    avgValidatorEffectiveness: numberOrNull.describe(
      `The rating, 0 to 100; ${ofAllDays}; null without a duty`,
    ),
    avgProposerEffectiveness,
    ...means,
  },
  attestations: {
    ...means,
    ...attestationSums,
    sumSyncSignatureCount: integerColumn.describe("The same as syncSignatureCount"),
    sumMissedSyncSignatures: effectivenessV0.sumMissedSyncSignatures,
  },
  proposals: {
    avgProposerEffectiveness,
    proposerDutiesCount: effectivenessV0.proposerDutiesCount,
    proposedCount: effectivenessV0.proposedCount,
    executionProposedEmptyCount: effectivenessV0.executionProposedEmptyCount,
  },
  rewards: {
    earnings: effectivenessV0.earnings,
    estimatedRewards: effectivenessV0.estimatedRewards,
    sumAttestationRewards: effectivenessV0.sumAttestationRewards,
    sumSyncCommitteeRewards: integerColumn.describe("Sync committee rewards, without penalties"),
    sumConsensusBlockRewards: effectivenessV0.sumConsensusBlockRewards,
    sumMissedAttestationRewards: effectivenessV0.sumMissedAttestationRewards,
    sumMissedSyncCommitteeRewards: effectivenessV0.sumMissedSyncCommitteeRewards,
    sumMissedConsensusBlockRewards: effectivenessV0.sumMissedConsensusBlockRewards,
    sumPriorityFeesWei: weiOrNull.describe(`Priority fees in wei; ${executionNode}`),
    sumBaselineMevWei: weiOrNull.describe(`Baseline MEV in wei; ${executionNode}`),
    sumExternallySourcedExecutionRewardsWei: weiOrNull.describe(
      `Execution rewards of blocks from relays in wei; ${executionNode}`,
    ),
    sumMissedExecutionRewardsWei: weiOrNull.describe(
      `Execution rewards of missed proposals in wei; ${executionNode}`,
    ),
    sumAllRewards: effectivenessV0.sumAllRewards,
    waitsFor,
  },
  penalties: {
    estimatedPenalties: effectivenessV0.estimatedPenalties,
    sumLateSourcePenalties: effectivenessV0.sumLateSourcePenalties,
    sumWrongTargetPenalties: effectivenessV0.sumWrongTargetPenalties,
    sumLateTargetPenalties: effectivenessV0.sumLateTargetPenalties,
    sumWrongHeadPenalties: effectivenessV0.sumWrongHeadPenalties,
    sumMissedAttestationPenalties: effectivenessV0.sumMissedAttestationPenalties,
    sumSyncCommitteePenalties: effectivenessV0.sumSyncCommitteePenalties,
  },
};
export type GroupSegment = keyof typeof fields;

/**
 * The record of a segment.
 * @param of whose validators, as the record's name says it
 * @param members who is counted, for the documentation
 */
export function groupRecord(segment: GroupSegment, of: string, members: string) {
  return z
    .object({
      ...periodV1,
      validatorCount: integerColumn.describe(`${members} that were active in the last epoch covered`),
      ...fields[segment],
      ...freshnessV1,
    })
    .meta({ id: `${of}${segment[0]?.toUpperCase()}${segment.slice(1)}Record` });
}

const sumsOf = (segment: "rewards" | "penalties") =>
  z.object({
    validatorIndex: integerColumn.describe("Index"),
    ...periodV1,
    ...fields[segment],
    ...freshnessV1,
  });
export const validatorRewardsV1 = sumsOf("rewards").meta({ id: "ValidatorRewardsRecord" });
export const validatorPenaltiesV1 = sumsOf("penalties").meta({ id: "ValidatorPenaltiesRecord" });
