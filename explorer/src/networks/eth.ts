/** Ethereum: validators, entities of each type, and private sets. */
import { count, decimal, height, id, minutes, percent, share, text, time } from "../format/units.ts";
import {
  type Facts,
  facts,
  type Kind,
  type Network,
  plainList,
  section,
  type Windows,
  windows,
} from "./describe.ts";
import { ethereumPages } from "./ethPages.ts";
import {
  dutySections,
  effectivenessCharts,
  effectivenessColumns,
  groupSections,
  gwei,
  mean,
  own,
  rewardCharts,
  rewardColumns,
  shared,
} from "./ethRecords.ts";
import { reconciliation } from "./reconciliation.ts";

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
    { field: "percentage", label: "Total", unit: percent },
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
    { field: "networkPenetration", label: "Share of the network", unit: share },
    { field: "avgValidatorEffectiveness", label: "Effectiveness", unit: percent },
    { field: "avgUptime", label: "Uptime", unit: share },
    { field: "avgCorrectness", label: "Correctness", unit: share },
    { field: "avgInclusionDelay", label: "Inclusion delay", unit: { kind: "decimal", unit: "slots" } },
    { field: "aprPercentage", label: "Annual return", unit: percent },
  ],
});

const sorts = ["stake", "rewards", "effectiveness", "name", "id"] as const;

/** Kinds of entities differ only in their names. */
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
  about: "Every duty of every validator, and its rewards.",
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
      { field: "activationQueueMinutes", label: "Activation queue", unit: minutes },
      { field: "exitQueueMinutes", label: "Exit queue", unit: minutes },
      { field: "withdrawalQueueMinutes", label: "Withdrawal delay", unit: minutes },
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
  pages: ethereumPages,
  kinds: [
    {
      id: "validator",
      path: "validators",
      one: "Validator",
      many: "Validators",
      parameter: "validator_index_or_pubkey",
      explain: "/v1/eth/validators/{validator_index_or_pubkey}/explain",
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
        reconciliation("/v1/eth/validators/{validator_index_or_pubkey}/reconciliation", gwei),
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
          { field: "createdAt", label: "Made", unit: time },
          { field: "updatedAt", label: "Changed", unit: time },
        ],
        empty: "Create one with `POST /v1/eth/tags` and a key with the scope `write:tags`.",
      }),
      listed: [],
      sorts: [],
      facts: facts({
        title: "Set",
        path: "/v1/eth/tags/{tag_id}",
        columns: [
          { field: "name", label: "Name", unit: text },
          { field: "createdAt", label: "Made", unit: time },
          { field: "updatedAt", label: "Changed", unit: time },
        ],
      }),
      sections: groupSections("/v1/eth/sets/{set_id}"),
    },
  ],
};
