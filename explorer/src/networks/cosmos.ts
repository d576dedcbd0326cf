/** Celestia and Babylon: the same records of chains of one family. */
import { amount, count, date, height, id, share, truth } from "../format/units.ts";
import {
  type Column,
  type ExplainPath,
  facts,
  type Kind,
  type Network,
  type Section,
  section,
} from "./describe.ts";
import { reconciliation } from "./reconciliation.ts";

const commissionAbout = "Mean of the validators that were bonded";

const networkColumns = (symbol: string) =>
  [
    { field: "day", label: "Day", unit: date },
    { field: "totalDelegationRewards", label: "Rewards of delegations", unit: amount(symbol) },
    { field: "netDelegationRewards", label: "Delegators, net", unit: amount(symbol) },
    { field: "totalCommissionRewards", label: "Commission", unit: amount(symbol) },
    { field: "totalBondedValidators", label: "Validators", unit: count },
    { field: "avgCommissionRate", label: "Commission rate", unit: share, about: commissionAbout },
    { field: "fromBlockNumber", label: "From block", unit: height },
    { field: "toBlockNumber", label: "To block", unit: height },
    { field: "isComplete", label: "Complete", unit: truth },
  ] as const satisfies Column[];

const headlineColumns = (symbol: string) =>
  [
    { field: "totalBondedValidators", label: "Validators", unit: count },
    { field: "totalDelegationRewards", label: "Daily rewards", unit: amount(symbol) },
    { field: "avgCommissionRate", label: "Commission", unit: share },
  ] as const;

const networkCharts = [
  {
    id: "rewards",
    title: "Rewards",
    shape: "stack",
    series: ["netDelegationRewards", "totalCommissionRewards"],
  },
  { id: "validators", title: "Bonded validators", shape: "line", series: ["totalBondedValidators"] },
  { id: "commission", title: "Commission rate", shape: "line", series: ["avgCommissionRate"] },
] as const;

const validatorColumns = (symbol: string) =>
  [
    { field: "day", label: "Day", unit: date },
    { field: "totalDelegationRewards", label: "Rewards of delegations", unit: amount(symbol) },
    { field: "netDelegationRewards", label: "Delegators, net", unit: amount(symbol) },
    { field: "totalCommissionRewards", label: "Commission", unit: amount(symbol) },
    { field: "commissionRate", label: "Commission rate", unit: share },
    {
      field: "rewardsResidual",
      label: "Residual of rewards",
      unit: amount(symbol),
      about: "Difference between the node's own sums and ours; 0: equal, –: not compared",
    },
    { field: "commissionResidual", label: "Residual of commission", unit: amount(symbol) },
    { field: "fromBlockNumber", label: "From block", unit: height },
    { field: "toBlockNumber", label: "To block", unit: height },
    { field: "isComplete", label: "Complete", unit: truth },
  ] as const satisfies Column[];

const validatorCharts = [
  {
    id: "rewards",
    title: "Rewards",
    shape: "stack",
    series: ["netDelegationRewards", "totalCommissionRewards"],
  },
  { id: "commission", title: "Commission rate", shape: "line", series: ["commissionRate"] },
  { id: "residual", title: "Residual", shape: "line", series: ["rewardsResidual", "commissionResidual"] },
] as const;

const listed = ["status", "stake", "commission", "rewards", "lastDay"] as const;
const sorts = ["stake", "rewards", "name", "id"] as const;

const validatorKind = (parameter: string, explain: ExplainPath, sections: readonly Section[]): Kind => ({
  id: "validator",
  path: "validators",
  one: "Validator",
  many: "Validators",
  parameter,
  listed,
  sorts,
  statuses: ["active", "inactive", "jailed", "exited"],
  sections,
  explain,
});

const shared = { id: "rewards", paging: "v1", day: "day" } as const;

export const celestia: Network = {
  id: "celestia",
  headline: facts({
    title: "Newest day",
    path: "/v1/celestia/network/rewards",
    query: { sortOrder: "desc", limit: "2" },
    columns: headlineColumns("TIA"),
  }),
  name: "Celestia",
  symbol: "TIA",
  about: "Rewards of validators and their delegators, from the blocks' own events.",
  sections: [
    section({
      ...shared,
      title: "Rewards of the network",
      path: "/v1/celestia/network/rewards",
      columns: networkColumns("TIA"),
      charts: networkCharts,
    }),
  ],
  kinds: [
    validatorKind("node_id", "/v1/celestia/validators/{node_id}/explain", [
      section({
        ...shared,
        title: "Rewards",
        path: "/v1/celestia/validators/{node_id}/rewards",
        columns: validatorColumns("TIA"),
        charts: validatorCharts,
      }),
      reconciliation("/v1/celestia/validators/{node_id}/reconciliation", amount("TIA")),
    ]),
  ],
};

export const babylon: Network = {
  id: "babylon",
  headline: facts({
    title: "Newest day",
    path: "/v1/babylon/network/rewards",
    query: { sortOrder: "desc", limit: "2" },
    columns: headlineColumns("BABY"),
  }),
  name: "Babylon",
  symbol: "BABY",
  about: "Rewards of validators and their delegators, and active stake.",
  sections: [
    section({
      ...shared,
      title: "Rewards of the network",
      path: "/v1/babylon/network/rewards",
      columns: networkColumns("BABY"),
      charts: networkCharts,
    }),
  ],
  kinds: [
    validatorKind("validator_address", "/v1/babylon/validators/{validator_address}/explain", [
      section({
        ...shared,
        title: "Rewards",
        path: "/v1/babylon/validators/{validator_address}/rewards",
        columns: validatorColumns("BABY"),
        charts: validatorCharts,
      }),
      section({
        id: "state",
        title: "Stake",
        path: "/v1/babylon/validators/{validator_address}/state",
        paging: "v1",
        day: "day",
        columns: [
          { field: "day", label: "Day", unit: date },
          { field: "activeStake", label: "Active stake", unit: amount("BABY") },
          { field: "totalDelegators", label: "Delegators", unit: count },
          { field: "fromBlockNumber", label: "From block", unit: height },
          { field: "toBlockNumber", label: "To block", unit: height },
          { field: "isComplete", label: "Complete", unit: truth },
        ],
        charts: [
          { id: "stake", title: "Active stake", shape: "line", series: ["activeStake"] },
          { id: "delegators", title: "Delegators", shape: "line", series: ["totalDelegators"] },
        ],
      }),
      reconciliation("/v1/babylon/validators/{validator_address}/reconciliation", amount("BABY")),
    ]),
    {
      id: "delegator",
      path: "delegators",
      one: "Delegator",
      many: "Delegators",
      parameter: "delegator_address",
      listed: ["stake", "lastDay"],
      sorts: ["stake", "id"],
      sections: [
        section({
          id: "state",
          title: "Delegations",
          path: "/v1/babylon/delegators/{delegator_address}/state",
          paging: "v1",
          day: "day",
          splitBy: "validator",
          columns: [
            { field: "day", label: "Day", unit: date },
            { field: "validator", label: "Validator", unit: id },
            { field: "activeStake", label: "Active stake", unit: amount("BABY") },
            { field: "isComplete", label: "Complete", unit: truth },
          ],
          charts: [{ id: "stake", title: "Active stake", shape: "stack", series: ["activeStake"] }],
        }),
      ],
    },
  ],
};
