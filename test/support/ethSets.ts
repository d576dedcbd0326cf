/** Records of a private set out of the model's days: of several validators together, in v1's form. */
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { type Granularity, type ModelPeriod, recordV0, recordV1 } from "./ethModelAnswers.ts";

export type Life = { activationEpoch: number; exitEpoch: number };

const sums = {
  attestations: [
    ...["sumInclusionDelay", "totalAttestationAssignments", "totalAttestations", "totalUniqueAttestations"],
    ...[
      "sumMissedAttestations",
      "sumCorrectHead",
      "sumCorrectTarget",
      "sumCorrectSource",
      "sumWrongHeadVotes",
    ],
    ...["sumWrongTargetVotes", "sumLateHeadVotes", "sumLateTargetVotes", "sumLateSourceVotes"],
    ...["syncSignatureCount", "sumMissedSyncSignatures"],
  ],
  proposals: ["proposerDutiesCount", "proposedCount", "executionProposedEmptyCount"],
  rewards: [
    ...["earnings", "estimatedRewards", "sumAttestationRewards", "sumConsensusBlockRewards"],
    ...["sumMissedAttestationRewards", "sumMissedSyncCommitteeRewards", "sumMissedConsensusBlockRewards"],
    "sumAllRewards",
  ],
  penalties: [
    ...["estimatedPenalties", "sumLateSourcePenalties", "sumWrongTargetPenalties", "sumLateTargetPenalties"],
    ...["sumWrongHeadPenalties", "sumMissedAttestationPenalties", "sumSyncCommitteePenalties"],
  ],
} as const;
const periodFields = [
  ...["day", "hour", "date", "startDay", "endDay", "startDate", "endDate", "startEpoch", "endEpoch"],
  ...["startSlot", "endSlot", "startTimestamp", "endTimestamp", "isFinalized", "isComplete"],
];

const pick = (record: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, record[name]]));

/** @returns the identifier of a new set of these validators */
export async function createSet(url: string, key: string, indices: readonly number[]): Promise<string> {
  const response = await fetch(`${url}/v1/eth/tags`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "set", indices }),
  });
  return ((await response.json()) as { id: string }).id;
}

/** All fields of the five records of a set in a period, by the address that answers them. */
export function setRecords(
  chain: EthFixture,
  period: ModelPeriod,
  granularity: Granularity,
  lastDate: string,
  lives: readonly Life[],
): Record<string, Record<string, unknown>> {
  // The period, and sums that only v1 has, are those of any records.
  const v1 = recordV1(chain, period, granularity, lastDate);
  const together: Record<string, unknown> = { ...v1, ...recordV0(period, granularity, true) };
  const endEpoch = Number(v1.endEpoch);
  const active = lives.filter((life) => life.activationEpoch <= endEpoch && endEpoch < life.exitEpoch);
  const shared = { ...pick(v1, periodFields), validatorCount: active.length };
  const avgProposerEffectiveness = together.proposerEffectiveness;
  const means = {
    avgAttesterEffectiveness: together.attesterEffectiveness,
    avgUptime: together.uptime,
    avgCorrectness: together.avgCorrectness,
    avgInclusionDelay: together.avgInclusionDelay,
  };
  return {
    effectiveness: {
      ...shared,
      avgValidatorEffectiveness: together.validatorEffectiveness,
      avgProposerEffectiveness,
      ...means,
    },
    attestations: {
      ...shared,
      ...means,
      ...pick(together, sums.attestations),
      sumSyncSignatureCount: together.syncSignatureCount,
    },
    proposals: { ...shared, avgProposerEffectiveness, ...pick(together, sums.proposals) },
    rewards: {
      ...shared,
      ...pick(together, sums.rewards),
      sumSyncCommitteeRewards: period.days.reduce((sum, { syncReward }) => sum + syncReward, 0),
      sumPriorityFeesWei: null,
      sumBaselineMevWei: null,
      sumExternallySourcedExecutionRewardsWei: null,
      sumMissedExecutionRewardsWei: null,
    },
    penalties: { ...shared, ...pick(together, sums.penalties) },
  };
}
