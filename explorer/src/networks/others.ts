/** Polkadot, Cardano and Avalanche: a list of rewards of the network, and one of each that earns them. */
import { amount, count, date, height, share, text, truth } from "../format/units.ts";
import { facts, type Network, section } from "./describe.ts";
import { reconciliation } from "./reconciliation.ts";

const day = { field: "day", label: "Day", unit: date } as const;
const complete = { field: "isComplete", label: "Complete", unit: truth } as const;
const shared = { id: "rewards", paging: "v1", day: "day" } as const;

const dot = amount("DOT");
const polkadotRewards = [
  { field: "totalDelegatorRewards", label: "Nominators", unit: dot },
  { field: "totalGrossRewards", label: "Total", unit: dot },
] as const;
const polkadotChart = {
  id: "rewards",
  title: "Rewards",
  shape: "stack",
  series: ["totalValidatorRewards", "totalDelegatorRewards"],
} as const;
export const polkadot: Network = {
  id: "polkadot",
  headline: facts({
    title: "Newest day",
    path: "/v1/polkadot/network/rewards",
    query: { sortOrder: "desc", limit: "2" },
    columns: [
      { field: "totalActiveValidators", label: "Validators", unit: count },
      { field: "totalNominators", label: "Nominators", unit: count },
      { field: "totalGrossRewards", label: "Daily rewards", unit: dot },
    ],
  }),
  name: "Polkadot",
  symbol: "DOT",
  about: "Rewards of validators and their nominators, by era.",
  sections: [
    section({
      ...shared,
      title: "Rewards of the network",
      path: "/v1/polkadot/network/rewards",
      columns: [
        day,
        { field: "totalValidatorRewards", label: "Validators", unit: dot },
        ...polkadotRewards,
        { field: "validatorIncentives", label: "Incentives", unit: dot },
        { field: "payoutResidual", label: "Residual", unit: dot },
        { field: "totalActiveValidators", label: "Active validators", unit: count },
        { field: "totalNominators", label: "Nominators paid", unit: count },
        complete,
      ],
      charts: [
        polkadotChart,
        { id: "validators", title: "Active validators", shape: "line", series: ["totalActiveValidators"] },
        { id: "nominators", title: "Nominators", shape: "line", series: ["totalNominators"] },
        { id: "residual", title: "Residual", shape: "line", series: ["payoutResidual"] },
      ],
    }),
  ],
  kinds: [
    {
      id: "validator",
      path: "validators",
      one: "Validator",
      many: "Validators",
      parameter: "validator_address",
      explain: "/v1/polkadot/validators/{validator_address}/explain",
      statuses: ["active", "inactive"],
      listed: ["status", "stake", "commission", "rewards", "lastDay"],
      sorts: ["stake", "rewards", "name", "id"],
      sections: [
        section({
          ...shared,
          title: "Rewards",
          path: "/v1/polkadot/validators/{validator_address}/rewards",
          columns: [
            day,
            { field: "totalValidatorRewards", label: "Validator", unit: dot },
            ...polkadotRewards,
            { field: "validatorIncentive", label: "Incentive", unit: dot },
            { field: "totalStake", label: "Stake", unit: dot },
            { field: "ownStake", label: "Own stake", unit: dot },
            { field: "nominatorCount", label: "Nominators paid", unit: count },
            complete,
          ],
          charts: [
            polkadotChart,
            { id: "stake", title: "Stake", shape: "line", series: ["totalStake", "ownStake"] },
            { id: "nominators", title: "Nominators", shape: "line", series: ["nominatorCount"] },
          ],
        }),
        reconciliation("/v1/polkadot/validators/{validator_address}/reconciliation", dot),
      ],
    },
  ],
};

const ada = amount("ADA");
const cardanoRewards = [
  day,
  { field: "totalEarnedDelegatorRewards", label: "Earned by delegators", unit: ada },
  { field: "totalEarnedValidatorRewards", label: "Earned by pools", unit: ada },
  { field: "totalEarnedGrossRewards", label: "Total earned", unit: ada },
  { field: "totalRealizedDelegatorRewards", label: "Paid to delegators", unit: ada },
  { field: "totalRealizedValidatorRewards", label: "Paid to pools", unit: ada },
  { field: "totalRealizedGrossRewards", label: "Total paid", unit: ada },
  { field: "earnedRewardsResidual", label: "Residual", unit: ada },
  { field: "earnedUnpaidRewards", label: "Not paid: accounts not registered", unit: ada },
] as const;
const cardanoEnds = [
  { field: "epoch", label: "Epoch", unit: height },
  { field: "fromBlockNumber", label: "From block", unit: height },
  { field: "toBlockNumber", label: "To block", unit: height },
  complete,
] as const;
const cardanoCharts = [
  {
    id: "earned",
    title: "Rewards earned",
    shape: "stack",
    series: ["totalEarnedDelegatorRewards", "totalEarnedValidatorRewards"],
  },
  {
    id: "paid",
    title: "Rewards paid",
    shape: "stack",
    series: ["totalRealizedDelegatorRewards", "totalRealizedValidatorRewards"],
  },
  { id: "residual", title: "Residual", shape: "line", series: ["earnedRewardsResidual"] },
] as const;

export const cardano: Network = {
  id: "cardano",
  headline: facts({
    title: "Newest day",
    path: "/v1/cardano/network/rewards",
    // A day's earnings are known epochs later.
    query: { sortOrder: "desc", limit: "30" },
    columns: [
      { field: "totalActivePools", label: "Pools", unit: count },
      { field: "totalEarnedGrossRewards", label: "Daily rewards earned", unit: ada },
      { field: "avgPoolFee", label: "Margin", unit: share },
    ],
  }),
  name: "Cardano",
  symbol: "ADA",
  about: "Rewards of pools and their delegators, as earned on each day and as paid epochs later.",
  sections: [
    section({
      ...shared,
      title: "Rewards of the network",
      path: "/v1/cardano/network/rewards",
      columns: [
        ...cardanoRewards,
        { field: "totalActivePools", label: "Active pools", unit: count },
        { field: "avgPoolFee", label: "Margin", unit: share, about: "Mean of the active pools" },
        { field: "avgPoolFlatFee", label: "Fixed fee", unit: ada, about: "Mean of the active pools" },
        ...cardanoEnds,
      ],
      charts: [
        ...cardanoCharts,
        { id: "pools", title: "Active pools", shape: "line", series: ["totalActivePools"] },
      ],
    }),
  ],
  kinds: [
    {
      id: "pool",
      path: "pools",
      one: "Pool",
      many: "Pools",
      parameter: "pool_id",
      explain: "/v1/cardano/validators/{pool_id}/explain",
      statuses: ["active", "inactive", "retiring", "retired"],
      listed: ["status", "stake", "commission", "rewards", "lastDay"],
      sorts: ["stake", "rewards", "name", "id"],
      sections: [
        section({
          ...shared,
          title: "Rewards",
          path: "/v1/cardano/validators/{pool_id}/rewards",
          columns: [
            ...cardanoRewards,
            { field: "poolFee", label: "Margin", unit: share },
            { field: "poolFlatFee", label: "Fixed fee", unit: ada },
            ...cardanoEnds,
            { field: "poolName", label: "Name", unit: text },
            { field: "poolTicker", label: "Ticker", unit: text },
          ],
          charts: cardanoCharts,
        }),
        reconciliation("/v1/cardano/validators/{pool_id}/reconciliation", ada),
      ],
    },
  ],
};

const avax = amount("AVAX");
const avalancheRewards = [
  day,
  { field: "totalValidatorRewards", label: "Validators", unit: avax },
  { field: "totalValidatorFeeRewards", label: "Fees", unit: avax },
  { field: "totalDelegatorRewards", label: "Delegators", unit: avax },
  { field: "totalGrossRewards", label: "Total paid", unit: avax },
  { field: "totalPotentialValidatorRewards", label: "Validators, running", unit: avax },
  { field: "totalPotentialValidatorFeeRewards", label: "Fees, running", unit: avax },
  { field: "totalPotentialDelegatorRewards", label: "Delegators, running", unit: avax },
  { field: "totalPotentialGrossRewards", label: "Total active", unit: avax },
] as const;
const avalancheCharts = [
  {
    id: "paid",
    title: "Rewards paid",
    shape: "stack",
    series: ["totalValidatorRewards", "totalValidatorFeeRewards", "totalDelegatorRewards"],
  },
  {
    id: "running",
    title: "Rewards of running stakes",
    shape: "stack",
    series: [
      "totalPotentialValidatorRewards",
      "totalPotentialValidatorFeeRewards",
      "totalPotentialDelegatorRewards",
    ],
  },
] as const;

export const avalanche: Network = {
  id: "avalanche",
  headline: facts({
    title: "Newest day",
    path: "/v1/avalanche/network/rewards",
    query: { sortOrder: "desc", limit: "2" },
    columns: [
      { field: "totalActiveValidators", label: "Validators", unit: count },
      { field: "totalGrossRewards", label: "Daily rewards paid", unit: avax },
      { field: "totalPotentialGrossRewards", label: "Running", unit: avax },
    ],
  }),
  name: "Avalanche",
  symbol: "AVAX",
  about: "Rewards of Primary Network stakes: paid ones at their end, and potential ones while active.",
  sections: [
    section({
      ...shared,
      title: "Rewards of the network",
      path: "/v1/avalanche/network/rewards",
      columns: [
        ...avalancheRewards,
        { field: "potentialRewardsResidual", label: "Residual of promises", unit: avax },
        { field: "supplyResidual", label: "Residual of supply", unit: avax },
        { field: "totalActiveValidators", label: "Active validators", unit: count },
        complete,
      ],
      charts: [
        ...avalancheCharts,
        { id: "validators", title: "Active validators", shape: "line", series: ["totalActiveValidators"] },
        {
          id: "residual",
          title: "Residual",
          shape: "line",
          series: ["potentialRewardsResidual", "supplyResidual"],
        },
      ],
    }),
  ],
  kinds: [
    {
      id: "validator",
      path: "validators",
      one: "Validator",
      many: "Validators",
      parameter: "node_id",
      explain: "/v1/avalanche/validators/{node_id}/explain",
      statuses: ["active", "inactive"],
      listed: ["status", "stake", "commission", "rewards", "lastDay"],
      sorts: ["stake", "rewards", "id"],
      sections: [
        section({
          ...shared,
          title: "Rewards",
          path: "/v1/avalanche/validators/{node_id}/rewards",
          columns: [...avalancheRewards, complete],
          charts: avalancheCharts,
        }),
        reconciliation("/v1/avalanche/validators/{node_id}/reconciliation", avax),
      ],
    },
  ],
};
