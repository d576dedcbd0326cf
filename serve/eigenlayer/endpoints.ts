/** The endpoints of EigenLayer: rewards, daily states and delegations of delegators, pods and operators. */
import { z } from "zod";
import {
  eigenlayerApiMetadata,
  eigenlayerDelegation,
  eigenlayerRewards,
  eigenlayerState,
} from "../../schemas/eigenlayer/records.ts";
import { choiceWithoutHour, orderedPaging } from "../../schemas/request.ts";
import { dailyRecords } from "../dailyRecords.ts";
import { defineEndpoint, type Endpoint } from "../endpoint.ts";
import { lowerCase, subjectEndpoints } from "../subjects.ts";
import { eigenlayer as chain } from "./chain.ts";
import { eigenlayerExplainEndpoints } from "./explain.ts";
import { type Role, subjectOf } from "./subjects.ts";

const parts = {
  delegator: {
    ...{ path: "delegators/{delegator_address}", name: "Delegator", what: "one delegator" },
    rewards: "v1/eigenlayer/account_rewards.sql",
    state: "v1/eigenlayer/delegator_state.sql",
  },
  eigenpod: {
    ...{ path: "eigenpods/{eigenpod_address}", name: "Eigenpod", what: "the owner of one EigenPod" },
    rewards: "v1/eigenlayer/eigenpod_rewards.sql",
    state: "v1/eigenlayer/eigenpod_state.sql",
  },
  operator: {
    ...{ path: "entities/{operator_address}", name: "Entity", what: "one operator" },
    rewards: "v1/eigenlayer/account_rewards.sql",
    state: "v1/eigenlayer/operator_state.sql",
  },
} as const satisfies Record<Role, Record<string, string>>;

const granularity = choiceWithoutHour(["day", "week"])
  .default("day")
  .describe("Period of a record. Weeks are ISO weeks, the sums of their days");

const roles = Object.keys(parts) as Role[];
const orders = "Records by UTC day, oldest first.";

const rewards = roles.map((role) =>
  dailyRecords({
    chain,
    operation: `eigenlayer${parts[role].name}Rewards`,
    path: `${parts[role].path}/rewards`,
    tag: "EigenLayer rewards (v1)",
    summary: `Daily or weekly rewards of ${parts[role].what}`,
    description: `Earnings of an account, by token and snapshot. ${orders}`,
    row: eigenlayerRewards,
    sql: parts[role].rewards,
    subject: subjectOf(role),
    query: { granularity },
    // A call that can be weekly costs seven times as much.
    weight: { bytes: 8 / 7, row: 35 },
  }),
);

const states = roles.map((role) =>
  dailyRecords({
    chain,
    operation: `eigenlayer${parts[role].name}State`,
    path: `${parts[role].path}/state`,
    tag: "EigenLayer states (v1)",
    summary: `Daily restaked balances of ${parts[role].what}`,
    description: `Shares and their value at the end of each UTC day, by strategy. ${orders}`,
    row: eigenlayerState,
    sql: parts[role].state,
    subject: subjectOf(role),
  }),
);

const delegationPaths: readonly { role: Role; path: string; name: string; sql: string }[] = [
  {
    ...{ role: "delegator", path: "delegators/{delegator_address}", name: "Delegator" },
    sql: "v1/eigenlayer/delegator_delegations.sql",
  },
  {
    ...{ role: "operator", path: "operators/{operator_id}", name: "Operator" },
    sql: "v1/eigenlayer/operator_delegations.sql",
  },
];

const delegations = delegationPaths.map(({ role, path, name, sql }) =>
  dailyRecords({
    chain,
    operation: `eigenlayer${name}Delegations`,
    path: `${path}/delegations`,
    tag: "EigenLayer delegations (v1)",
    summary: `Delegations of one ${role}`,
    description: "Continuous ranges of UTC days at the end of which a delegation existed, by first day.",
    row: eigenlayerDelegation,
    sql,
    subject: subjectOf(role),
    isSettling: false,
  }),
);

const metadata = defineEndpoint({
  operation: "eigenlayerApiMetadata",
  method: "get",
  path: "/v1/eigenlayer/apiMetadata",
  tag: "EigenLayer rewards (v1)",
  chain,
  summary: "How fresh rewards and states are",
  description: "One record.",
  kind: "list",
  params: z.object({}),
  query: z.object(orderedPaging),
  answer: { row: eigenlayerApiMetadata, sql: "v1/eigenlayer/api_metadata.sql" },
  prepare: async ({ query: { limit, offset }, network }) => ({ values: { network, limit, offset } }),
  weight: { bytes: 8, row: 1 },
});

const subjects = subjectEndpoints({
  chain,
  name: "EigenLayer",
  family: "eigenlayer",
  token: "ETH",
  kinds: [
    { kind: "operator", list: "subjects_operator", summary: "summary_operator" },
    { kind: "delegator", list: "subjects_delegator", summary: "summary_delegator" },
    { kind: "eigenpod", list: "subjects_eigenpod", summary: "summary_eigenpod" },
  ],
  statuses: ["active", "inactive", "delegated", "undelegated", "exited"],
  toStored: lowerCase,
  note:
    "Stakes are the value of withdrawable shares in ETH by the newest rates and prices; strategies without either are " +
    "left out. Rewards are known of operators, up to the newest snapshot that can be claimed from; they are null where a token has no price.",
});

export const eigenlayerEndpoints: readonly Endpoint[] = [
  ...rewards,
  ...states,
  ...delegations,
  metadata,
  ...eigenlayerExplainEndpoints,
  ...subjects,
];
