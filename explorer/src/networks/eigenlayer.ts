/** EigenLayer: rewards by token and states by strategy, of operators, delegators and pods. */
import { amount, count, date, height, id, text, time, truth } from "../format/units.ts";
import { facts, type Network, section } from "./describe.ts";
import { reconciliation } from "./reconciliation.ts";

/** Tokens and strategies have their own decimals, so amounts are shown in the contracts' base units. */
const units = { kind: "amount", symbol: "base units" } as const;

const rewardsOf = (
  path:
    | "/v1/eigenlayer/delegators/{delegator_address}/rewards"
    | "/v1/eigenlayer/eigenpods/{eigenpod_address}/rewards"
    | "/v1/eigenlayer/entities/{operator_address}/rewards",
) =>
  section({
    id: "rewards",
    title: "Rewards",
    about: "By token, in its smallest unit. A day is that of a snapshot.",
    path,
    query: { granularity: "day" },
    paging: "v1",
    day: "date",
    splitBy: "token.symbol",
    columns: [
      { field: "date", label: "Day", unit: date },
      { field: "token.symbol", label: "Token", unit: text },
      { field: "amount", label: "Amount", unit: units },
      { field: "token.decimals", label: "Decimals", unit: count },
      { field: "token.address", label: "Token's address", unit: id },
      { field: "ethPrice", label: "Price in ETH", unit: { kind: "decimal" } },
      { field: "usdPrice", label: "Price in USD", unit: { kind: "decimal" } },
      { field: "distributionRootIndex", label: "Root", unit: height },
      { field: "snapshotTimestamp", label: "Snapshot", unit: time },
      { field: "activatedAt", label: "Claimable from", unit: time },
      { field: "isComplete", label: "Complete", unit: truth },
    ],
    charts: [{ id: "rewards", title: "Rewards by token", shape: "line", series: ["amount"] }],
  });

const stateOf = (
  path:
    | "/v1/eigenlayer/delegators/{delegator_address}/state"
    | "/v1/eigenlayer/eigenpods/{eigenpod_address}/state"
    | "/v1/eigenlayer/entities/{operator_address}/state",
) =>
  section({
    id: "state",
    title: "Restaked",
    about: "At the end of each day, by strategy, in the smallest unit of its token.",
    path,
    paging: "v1",
    day: "date",
    splitBy: "strategy",
    columns: [
      { field: "date", label: "Day", unit: date },
      { field: "strategy", label: "Strategy", unit: id },
      { field: "totalShares", label: "Shares", unit: units },
      { field: "totalBalance", label: "Balance", unit: units },
      { field: "tokenAddress", label: "Token's address", unit: id },
      { field: "isComplete", label: "Complete", unit: truth },
    ],
    charts: [
      { id: "balance", title: "Balance by strategy", shape: "line", series: ["totalBalance"] },
      { id: "shares", title: "Shares by strategy", shape: "line", series: ["totalShares"] },
    ],
  });

/** Shares are explained by strategy, rewards by token. */
const explainedBy = { strategy: "strategy", token: "token.address" };

/** Lists have rewards of operators only. */
const sorts = ["stake", "name", "id"] as const;

export const eigenlayer: Network = {
  id: "eigenlayer",
  name: "EigenLayer",
  // Lists show the value of stakes in ETH.
  symbol: "ETH",
  about: "Restaked amounts by operator, and their rewards.",
  headline: facts({
    title: "Operators",
    path: "/v1/eigenlayer/summary",
    query: { kind: "operator" },
    columns: [
      { field: "stakedSubjects", label: "Operators with stake", unit: count },
      { field: "stake", label: "Stake", unit: amount("ETH") },
      { field: "lastDay", label: "States until", unit: date },
    ],
  }),
  facts: facts({
    title: "How far records go",
    path: "/v1/eigenlayer/apiMetadata",
    columns: [
      { field: "stateLastFullDay", label: "States until", unit: date },
      { field: "rewardsLastFullDay", label: "Rewards until", unit: date },
      { field: "rewardsLastSnapshotTimestamp", label: "Last snapshot", unit: time },
      { field: "rewardsDistributionRootIndex", label: "Root", unit: height },
    ],
  }),
  sections: [],
  kinds: [
    {
      id: "operator",
      path: "operators",
      one: "Operator",
      many: "Operators",
      parameter: "operator_address",
      explain: "/v1/eigenlayer/entities/{operator_address}/explain",
      explainedBy,
      listed: ["status", "stake", "rewards", "lastDay"],
      sorts: ["stake", "rewards", "name", "id"],
      sections: [
        stateOf("/v1/eigenlayer/entities/{operator_address}/state"),
        rewardsOf("/v1/eigenlayer/entities/{operator_address}/rewards"),
      ],
    },
    {
      id: "delegator",
      path: "delegators",
      one: "Delegator",
      many: "Delegators",
      parameter: "delegator_address",
      explain: "/v1/eigenlayer/delegators/{delegator_address}/explain",
      explainedBy,
      listed: ["status", "stake", "lastDay"],
      sorts,
      sections: [
        stateOf("/v1/eigenlayer/delegators/{delegator_address}/state"),
        rewardsOf("/v1/eigenlayer/delegators/{delegator_address}/rewards"),
        reconciliation("/v1/eigenlayer/delegators/{delegator_address}/reconciliation", units),
      ],
    },
    {
      id: "eigenpod",
      path: "eigenpods",
      one: "EigenPod",
      many: "EigenPods",
      parameter: "eigenpod_address",
      listed: ["stake", "lastDay"],
      sorts,
      sections: [
        stateOf("/v1/eigenlayer/eigenpods/{eigenpod_address}/state"),
        rewardsOf("/v1/eigenlayer/eigenpods/{eigenpod_address}/rewards"),
      ],
    },
  ],
};
