/** Records of Ethereum: validators, entities, private sets and the network have the same fields. */
import { amount, count, date, height, percent, share, truth } from "../format/units.ts";
import { type Column, type Section, section } from "./describe.ts";

export const gwei = amount("ETH", -9);
const wei = amount("ETH", -18);

const day = { field: "date", label: "Day", unit: date } as const;
const chainDay = { field: "day", label: "Chain day", unit: height } as const;
const ends = [
  { field: "startEpoch", label: "From epoch", unit: height },
  { field: "endEpoch", label: "To epoch", unit: height },
  { field: "isFinalized", label: "Final", unit: truth },
  { field: "isComplete", label: "Complete", unit: truth },
] as const;

export const shared = { paging: "v1", day: "date", query: { granularity: "day" } } as const;

export const rewardColumns = [
  day,
  { field: "sumAttestationRewards", label: "Attestations", unit: gwei },
  { field: "sumSyncCommitteeRewards", label: "Sync committee", unit: gwei },
  { field: "sumConsensusBlockRewards", label: "Blocks", unit: gwei },
  { field: "estimatedRewards", label: "Rewards", unit: gwei },
  { field: "earnings", label: "Earned, less penalties", unit: gwei },
  { field: "sumMissedAttestationRewards", label: "Missed attestations", unit: gwei },
  { field: "sumMissedSyncCommitteeRewards", label: "Missed sync committee", unit: gwei },
  { field: "sumMissedConsensusBlockRewards", label: "Missed blocks", unit: gwei },
  { field: "sumPriorityFeesWei", label: "Priority fees", unit: wei },
  { field: "sumBaselineMevWei", label: "MEV", unit: wei },
  { field: "sumMissedExecutionRewardsWei", label: "Missed execution", unit: wei },
  chainDay,
  ...ends,
] as const satisfies Column[];

export const rewardCharts = [
  {
    id: "rewards",
    title: "Rewards of the consensus layer",
    shape: "stack",
    series: ["sumAttestationRewards", "sumSyncCommitteeRewards", "sumConsensusBlockRewards"],
  },
  {
    id: "missed",
    title: "Missed rewards",
    shape: "stack",
    series: [
      "sumMissedAttestationRewards",
      "sumMissedSyncCommitteeRewards",
      "sumMissedConsensusBlockRewards",
    ],
  },
  {
    id: "execution",
    title: "Rewards of the execution layer",
    shape: "stack",
    series: ["sumPriorityFeesWei", "sumBaselineMevWei"],
  },
  { id: "earnings", title: "Earned, less penalties", shape: "line", series: ["earnings"] },
] as const;

const penaltyColumns = [
  day,
  { field: "estimatedPenalties", label: "Penalties", unit: gwei },
  { field: "sumMissedAttestationPenalties", label: "Missed attestations", unit: gwei },
  { field: "sumLateSourcePenalties", label: "Late source", unit: gwei },
  { field: "sumWrongTargetPenalties", label: "Wrong target", unit: gwei },
  { field: "sumLateTargetPenalties", label: "Late target", unit: gwei },
  { field: "sumWrongHeadPenalties", label: "Wrong head", unit: gwei },
  { field: "sumSyncCommitteePenalties", label: "Sync committee", unit: gwei },
  chainDay,
  ...ends,
] as const satisfies Column[];

const penaltyCharts = [
  {
    id: "penalties",
    title: "Penalties",
    shape: "stack",
    series: [
      "sumMissedAttestationPenalties",
      "sumLateSourcePenalties",
      "sumWrongTargetPenalties",
      "sumLateTargetPenalties",
      "sumWrongHeadPenalties",
      "sumSyncCommitteePenalties",
    ],
  },
] as const;

const attestationColumns = [
  day,
  { field: "totalAttestationAssignments", label: "Duties", unit: count },
  { field: "totalUniqueAttestations", label: "Included", unit: count },
  { field: "sumMissedAttestations", label: "Missed", unit: count },
  { field: "avgCorrectness", label: "Correctness", unit: share },
  { field: "avgInclusionDelay", label: "Inclusion delay", unit: { kind: "decimal", unit: "slots" } },
  { field: "sumWrongHeadVotes", label: "Wrong heads", unit: count },
  { field: "sumWrongTargetVotes", label: "Wrong targets", unit: count },
  { field: "sumLateHeadVotes", label: "Late heads", unit: count },
  { field: "sumLateTargetVotes", label: "Late targets", unit: count },
  { field: "sumLateSourceVotes", label: "Late sources", unit: count },
  { field: "syncSignatureCount", label: "Sync signatures", unit: count },
  { field: "sumMissedSyncSignatures", label: "Missed sync signatures", unit: count },
  chainDay,
  ...ends,
] as const satisfies Column[];

const attestationCharts = [
  {
    id: "missed",
    title: "Missed duties",
    shape: "stack",
    series: ["sumMissedAttestations", "sumMissedSyncSignatures"],
  },
  { id: "delay", title: "Inclusion delay", shape: "line", series: ["avgInclusionDelay"] },
] as const;

const proposalColumns = [
  day,
  { field: "proposerDutiesCount", label: "Duties", unit: count },
  { field: "proposedCount", label: "Proposed", unit: count },
  { field: "executionProposedEmptyCount", label: "Empty", unit: count },
  chainDay,
  ...ends,
] as const satisfies Column[];

const proposalCharts = [
  {
    id: "proposals",
    title: "Proposals",
    shape: "bars",
    series: ["proposerDutiesCount", "proposedCount"],
  },
] as const;

/** Effectiveness of one, whose fields have names of their own, or the mean of several. */
export const effectivenessColumns = <
  const Of extends string,
  const Attester extends string,
  const Proposer extends string,
  const Uptime extends string,
>(
  of: Of,
  attester: Attester,
  proposer: Proposer,
  uptime: Uptime,
) =>
  [
    day,
    { field: of, label: "Effectiveness", unit: percent },
    { field: attester, label: "Attester", unit: percent },
    { field: proposer, label: "Proposer", unit: percent },
    { field: uptime, label: "Uptime", unit: share },
    { field: "avgCorrectness", label: "Correctness", unit: share },
    { field: "avgInclusionDelay", label: "Inclusion delay", unit: { kind: "decimal", unit: "slots" } },
    chainDay,
    ...ends,
  ] as const;

export const own = [
  "validatorEffectiveness",
  "attesterEffectiveness",
  "proposerEffectiveness",
  "uptime",
] as const;
export const mean = [
  "avgValidatorEffectiveness",
  "avgAttesterEffectiveness",
  "avgProposerEffectiveness",
  "avgUptime",
] as const;

export const effectivenessCharts = <
  const Of extends string,
  const Attester extends string,
  const Proposer extends string,
  const Uptime extends string,
>(
  of: Of,
  attester: Attester,
  proposer: Proposer,
  uptime: Uptime,
) =>
  [
    {
      id: "effectiveness",
      title: "Effectiveness",
      shape: "line",
      series: [of, attester, proposer],
      top: 100,
    },
    {
      id: "uptime",
      title: "Uptime and correctness",
      shape: "line",
      series: [uptime, "avgCorrectness"],
      top: 100,
    },
  ] as const;

/** Shared by all sections except effectiveness. */
export const dutySections = (
  base:
    | "/v1/eth/validators/{validator_index_or_pubkey}"
    | "/v1/eth/entities/{entity_id}"
    | "/v1/eth/sets/{set_id}",
): Section[] => [
  section({
    ...shared,
    id: "rewards",
    title: "Rewards",
    path: `${base}/rewards`,
    columns: rewardColumns,
    charts: rewardCharts,
  }),
  section({
    ...shared,
    id: "penalties",
    title: "Penalties",
    path: `${base}/penalties`,
    columns: penaltyColumns,
    charts: penaltyCharts,
  }),
  section({
    ...shared,
    id: "attestations",
    title: "Attestations",
    path: `${base}/attestations`,
    columns: attestationColumns,
    charts: attestationCharts,
  }),
  section({
    ...shared,
    id: "proposals",
    title: "Proposals",
    path: `${base}/proposals`,
    columns: proposalColumns,
    charts: proposalCharts,
  }),
];

export const groupSections = (base: "/v1/eth/entities/{entity_id}" | "/v1/eth/sets/{set_id}"): Section[] => [
  section({
    ...shared,
    id: "effectiveness",
    title: "Effectiveness",
    path: `${base}/effectiveness`,
    columns: [
      ...effectivenessColumns(...mean),
      { field: "validatorCount", label: "Validators", unit: count },
    ],
    charts: [
      ...effectivenessCharts(...mean),
      { id: "validators", title: "Validators", shape: "line", series: ["validatorCount"] },
    ],
  }),
  ...dutySections(base),
];
