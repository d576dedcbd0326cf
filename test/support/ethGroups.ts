/** Records of several validators together out of the model's days, in v1's form: of a private set, of an entity. */
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

/** How many of some validators are active in the last epoch of a period. */
export function activeAt(lives: readonly Life[], { days }: ModelPeriod): number {
  const endEpoch = Math.max(...days.map(({ lastEpoch }) => lastEpoch));
  return lives.filter(({ activationEpoch, exitEpoch }) => activationEpoch <= endEpoch && endEpoch < exitEpoch)
    .length;
}

/** All fields of the five records of validators in a period, by the address that answers them. */
export function groupRecords(
  chain: EthFixture,
  period: ModelPeriod,
  granularity: Granularity,
  lastDate: string,
  validatorCount: number,
): Record<string, Record<string, unknown>> {
  // The period, and sums that only v1 has, are those of any records.
  const v1 = recordV1(chain, period, granularity, lastDate);
  const together: Record<string, unknown> = { ...v1, ...recordV0(period, granularity, true) };
  const shared = { ...pick(v1, periodFields), validatorCount };
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
      // Neither execution nodes nor relays report this chain, so nothing is expected from them.
      waitsFor: period.days.some(({ unknownSlashings }) => unknownSlashings > 0)
        ? ["correlationPenalties"]
        : [],
    },
    penalties: { ...shared, ...pick(together, sums.penalties) },
  };
}
