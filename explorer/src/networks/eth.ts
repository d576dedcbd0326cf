/** Ethereum. What one validator did, an entity's, and a private set's are the same records. */
import {
  amount,
  count,
  date,
  decimal,
  height,
  id,
  minutes,
  percent,
  share,
  text,
  truth,
} from "../format/units.ts";
import {
  type Column,
  type Facts,
  facts,
  type Kind,
  type Network,
  plainList,
  type Section,
  section,
  type Windows,
  windows,
} from "./describe.ts";

const gwei = amount("ETH", -9);
const wei = amount("ETH", -18);

const day = { field: "date", label: "Day", unit: date } as const;
const chainDay = { field: "day", label: "Chain day", unit: height } as const;
const ends = [
  { field: "startEpoch", label: "From epoch", unit: height },
  { field: "endEpoch", label: "To epoch", unit: height },
  { field: "isFinalized", label: "Final", unit: truth },
  { field: "isComplete", label: "Complete", unit: truth },
] as const;

const shared = { paging: "v1", day: "date", query: { granularity: "day" } } as const;

const rewardColumns = [
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

const rewardCharts = [
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
const effectivenessColumns = <
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

const own = ["validatorEffectiveness", "attesterEffectiveness", "proposerEffectiveness", "uptime"] as const;
const mean = [
  "avgValidatorEffectiveness",
  "avgAttesterEffectiveness",
  "avgProposerEffectiveness",
  "avgUptime",
] as const;

const effectivenessCharts = <
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

/** What all but the effectiveness have in common. */
const dutySections = (
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

const groupSections = (base: "/v1/eth/entities/{entity_id}" | "/v1/eth/sets/{set_id}"): Section[] => [
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

const identity: Facts = facts({
  title: "Identity",
  path: "/v1/eth/validators/{validator_index_or_pubkey}",
  columns: [
    { field: "validatorIndex", label: "Index", unit: height },
    { field: "validatorPubkey", label: "Public key", unit: id },
    { field: "pool", label: "Pool", unit: text },
    { field: "nodeOperators", label: "Operators", unit: text },
    { field: "withdrawalAddress", label: "Withdrawal address", unit: id },
    { field: "depositAddresses", label: "Deposit addresses", unit: text },
    { field: "activationEpoch", label: "Activation epoch", unit: height },
    { field: "exitEpoch", label: "Exit epoch", unit: height },
    { field: "withdrawableEpoch", label: "Withdrawable epoch", unit: height },
  ],
});

const aprs: Windows = windows({
  title: "Annual return",
  path: "/v1/eth/validators/{validator_index_or_pubkey}/aprs",
  columns: [
    { field: "percentage", label: "In all", unit: percent },
    { field: "percentageConsensus", label: "Consensus layer", unit: percent },
    { field: "percentageExecution", label: "Execution layer", unit: percent },
    { field: "activeStake", label: "Active stake", unit: gwei },
  ],
});

const entitySummaries: Windows = windows({
  title: "Summary",
  path: "/v1/eth/entities/{entity_id}/summaries",
  columns: [
    { field: "displayName", label: "Name", unit: text },
    { field: "validatorCount", label: "Validators", unit: count },
    { field: "networkPenetration", label: "Of the network", unit: share },
    { field: "avgValidatorEffectiveness", label: "Effectiveness", unit: percent },
    { field: "avgUptime", label: "Uptime", unit: share },
    { field: "avgCorrectness", label: "Correctness", unit: share },
    { field: "avgInclusionDelay", label: "Inclusion delay", unit: { kind: "decimal", unit: "slots" } },
    { field: "aprPercentage", label: "Annual return", unit: percent },
  ],
});

const sorts = ["stake", "rewards", "effectiveness", "name", "id"] as const;

/** Kinds of entities differ in nothing but their names. */
const entityKind = (id: string, path: string, one: string, many: string): Kind => ({
  id,
  path,
  one,
  many,
  parameter: "entity_id",
  query: { entityType: id },
  listed: ["stake", "effectiveness", "rewards", "penalties", "missedDuties", "proposals", "lastDay"],
  sorts,
  windows: entitySummaries,
  sections: groupSections("/v1/eth/entities/{entity_id}"),
});

export const ethereum: Network = {
  id: "eth",
  name: "Ethereum",
  symbol: "ETH",
  about: "Every duty of every validator, and what it earned.",
  headline: facts({
    title: "Network",
    path: "/v1/eth",
    columns: [
      { field: "validatorCount", label: "Validators", unit: count },
      { field: "activeStake", label: "Active stake", unit: gwei },
      { field: "avgValidatorEffectiveness", label: "Effectiveness", unit: percent },
    ],
  }),
  windows: windows({
    title: "Network",
    path: "/v1/eth",
    columns: [
      { field: "validatorCount", label: "Validators", unit: count },
      { field: "activeStake", label: "Active stake", unit: gwei },
      { field: "avgValidatorEffectiveness", label: "Effectiveness", unit: percent },
      { field: "avgUptime", label: "Uptime", unit: percent },
      { field: "avgInclusionDelay", label: "Inclusion delay", unit: { kind: "decimal", unit: "slots" } },
      { field: "sumMissedSlots", label: "Missed slots", unit: count },
      { field: "avgConsensusAprPercentage", label: "Return, consensus", unit: percent },
      { field: "avgExecutionAprPercentage", label: "Return, execution", unit: percent },
      { field: "giniCoefficient", label: "Gini coefficient", unit: decimal },
      { field: "activationQueueMinutes", label: "To join", unit: minutes },
      { field: "exitQueueMinutes", label: "To leave", unit: minutes },
      { field: "withdrawalQueueMinutes", label: "To withdraw", unit: minutes },
    ],
  }),
  sections: [
    section({
      ...shared,
      id: "effectiveness",
      title: "Effectiveness",
      path: "/v1/eth/effectiveness",
      columns: [
        ...effectivenessColumns(...mean),
        { field: "validatorCount", label: "Validators", unit: count },
      ],
      charts: [
        ...effectivenessCharts(...mean),
        { id: "validators", title: "Validators", shape: "line", series: ["validatorCount"] },
        { id: "delay", title: "Inclusion delay", shape: "line", series: ["avgInclusionDelay"] },
      ],
    }),
    section({
      ...shared,
      id: "rewards",
      title: "Rewards",
      path: "/v1/eth/rewards",
      columns: rewardColumns,
      charts: rewardCharts,
    }),
  ],
  kinds: [
    {
      id: "validator",
      path: "validators",
      one: "Validator",
      many: "Validators",
      parameter: "validator_index_or_pubkey",
      listed: [
        "status",
        "stake",
        "effectiveness",
        "rewards",
        "penalties",
        "missedDuties",
        "proposals",
        "lastDay",
      ],
      sorts,
      statuses: ["active", "pending", "exiting", "exited", "slashed"],
      facts: identity,
      windows: aprs,
      sections: [
        section({
          ...shared,
          id: "effectiveness",
          title: "Effectiveness",
          path: "/v1/eth/validators/{validator_index_or_pubkey}/effectiveness",
          columns: effectivenessColumns(...own),
          charts: effectivenessCharts(...own),
        }),
        ...dutySections("/v1/eth/validators/{validator_index_or_pubkey}"),
      ],
    },
    entityKind("pool", "pools", "Pool", "Pools"),
    entityKind("nodeOperator", "operators", "Operator", "Operators"),
    entityKind("poolShare", "pool-shares", "Pool share", "Pool shares"),
    entityKind("withdrawalAddress", "withdrawal-addresses", "Withdrawal address", "Withdrawal addresses"),
    entityKind("depositAddress", "deposit-addresses", "Deposit address", "Deposit addresses"),
    entityKind("dvtNetwork", "dvt-networks", "DVT network", "DVT networks"),
    entityKind("dvtOperator", "dvt-operators", "DVT operator", "DVT operators"),
    {
      id: "set",
      path: "sets",
      one: "Private set",
      many: "Private sets",
      parameter: ["set_id", "tag_id"],
      isPrivate: true,
      list: plainList({
        path: "/v1/eth/tags",
        id: "id",
        columns: [
          { field: "name", label: "Name", unit: text },
          { field: "id", label: "Id", unit: text },
          { field: "createdAt", label: "Made", unit: text },
          { field: "updatedAt", label: "Changed", unit: text },
        ],
        empty: "POST /v1/eth/tags makes one, with a key whose tier allows it.",
      }),
      listed: [],
      sorts: [],
      facts: facts({
        title: "Set",
        path: "/v1/eth/tags/{tag_id}",
        columns: [
          { field: "name", label: "Name", unit: text },
          { field: "createdAt", label: "Made", unit: text },
          { field: "updatedAt", label: "Changed", unit: text },
        ],
      }),
      sections: groupSections("/v1/eth/sets/{set_id}"),
    },
  ],
};
