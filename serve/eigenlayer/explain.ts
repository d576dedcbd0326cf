/**
 * A delegator's and an operator's day on EigenLayer: shares of one strategy by the logs of contracts, rewards in one token by their root; and
 * a delegator's shares by logs against what contracts say.
 */

import { lowerEvmAddress } from "../addresses.ts";
import type { Endpoint } from "../endpoint.ts";
import type { ExplainedNumber } from "../explain/declaration.ts";
import { explainEndpoint, subjectFinder } from "../explain/endpoint.ts";
import { asIs, forAll, nothing, unknown } from "../explain/nulls.ts";
import { reconciliationEndpoint } from "../explain/reconciliation.ts";
import { eigenlayer as chain } from "./chain.ts";
import { exampleToken, nativeStrategy, subjectOf } from "./subjects.ts";

const stakerTable = "fct_eigenlayer_staker_state_daily";
const operatorTable = "fct_eigenlayer_operator_state_daily";
const shareTable = "int_eigenlayer_share_daily";
const magnitudeTable = "raw_eigenlayer_magnitude";
const rateTable = "raw_eigenlayer_rate";
const rewardTable = "raw_eigenlayer_reward";
const priceTable = "dim_eigenlayer_price";

const delegationManager = "eigenlayer-contracts, DelegationManager.sol";
const allocations = "eigenlayer-contracts, AllocationManager.sol: MaxMagnitudeUpdated";

const maxMagnitude: ExplainedNumber = {
  name: "maxMagnitude",
  unit: "of 10^18",
  table: magnitudeTable,
  column: "max_magnitude",
  formula:
    "the value in the last log about the operator in the strategy; null, which means 10^18, before any",
  source: allocations,
};

/** The value of a day's shares and rewards. */
const worths: readonly ExplainedNumber[] = [
  {
    name: "askedShares",
    unit: "shares",
    table: rateTable,
    column: "asked_shares",
    formula: "so many shares of the strategy are worth underlying; null of native ETH, whose share is a wei",
    source:
      "eigenlayer-contracts, StrategyBase.sol: sharesToUnderlyingView, called at the last block of the day",
  },
  {
    name: "underlying",
    unit: "smallest unit of the strategy's token",
    table: rateTable,
    column: "underlying",
    formula: "value of askedShares: totalBalance = ⌊totalShares · (underlying + 1) / askedShares⌋",
    source:
      "eigenlayer-contracts, StrategyBase.sol: sharesToUnderlyingView, called at the last block of the day",
  },
  {
    name: "amount",
    unit: "smallest unit of the token",
    table: rewardTable,
    column: "cumulative - before",
    formula: "earned up to the snapshot − earned up to the snapshot before",
    source:
      "EigenLayer's sidecar, leaves of the first root in RewardsCoordinator.sol that covers the snapshot",
  },
  {
    name: "ethPrice",
    unit: "ETH a token",
    table: priceTable,
    column: "eth_price",
    formula:
      "as the operator's file says of the UTC day of activatedAt: ethAmount = amount / 10^decimals · ethPrice",
    source: "EIGENLAYER_PRICES_FILE",
  },
  {
    name: "usdPrice",
    unit: "US dollars a token",
    table: priceTable,
    column: "usd_price",
    formula:
      "as the operator's file says of the UTC day of activatedAt: usdAmount = amount / 10^decimals · usdPrice",
    source: "EIGENLAYER_PRICES_FILE",
  },
];

const ofStrategy = { network: "network", "vaEigenlayerAddress(strategy)": "strategy" };

const worthKeys = {
  [magnitudeTable]: {
    ...ofStrategy,
    "vaEigenlayerAddress(operator)": "operator",
    block: "magnitude_block",
    log_index: "magnitude_log",
  },
  [rateTable]: { ...ofStrategy, day: "rate_day" },
  [rewardTable]: {
    network: "network",
    "vaEigenlayerAddress(earner)": "account",
    "vaEigenlayerAddress(token)": "token",
    snapshot: "day",
    root_index: "root_index",
  },
  [priceTable]: {
    network: "network",
    "vaEigenlayerAddress(token)": "token",
    day: "activated_on",
    version: "price_edition",
  },
};

const noShares = nothing("no shares of the strategy have been held by then, or its day is not computed yet");
const noReward = nothing("nothing was earned in the token by the day's snapshot, or no token was requested");
const isStandard = asIs("totalShares", nothing("no log before: 10^18"), noShares);
const rate = asIs(
  "totalShares",
  (values) =>
    values.get("strategy") === JSON.stringify(nativeStrategy)
      ? { reason: "a share of native ETH is a wei", isUnknown: false }
      : { reason: "the rate of the strategy on the day was not read", isUnknown: true },
  noShares,
);
const price = asIs("amount", unknown("no price of the token on the day of the root"), noReward);
const nulls = {
  ...forAll(["depositShares", "totalShares"], noShares),
  ...forAll(["scalingFactor", "beaconFactor", "maxMagnitude"], isStandard),
  ...forAll(["askedShares", "underlying"], rate),
  amount: noReward,
  ...forAll(["ethPrice", "usdPrice"], price),
};

const query = {
  strategy: lowerEvmAddress
    .default(nativeStrategy)
    .meta({ example: nativeStrategy })
    .describe("Strategy of the shares; default: native ETH"),
  token: lowerEvmAddress
    .optional()
    .meta({ example: exampleToken })
    .describe("In which token it earned; without it, rewards are left out"),
};

const tag = "EigenLayer explanations (v1)";

const common = {
  nulls,
  chain,
  tag,
  query,
  exampleDate: "2026-01-05",
  // Logs, roots and the results computed from them are kept forever.
  facts: {},
};

const note =
  "of one strategy at the end of a UTC day, and of what was earned in one token by that day's snapshot; and the logs, roots and " +
  "rates that they are computed from, each with its block and position. Shares and amounts are whole numbers.";

export const eigenlayerExplainEndpoints: readonly Endpoint[] = [
  explainEndpoint({
    ...common,
    ...subjectFinder(subjectOf("delegator"), "delegator_address"),
    operation: "eigenlayerDelegatorExplain",
    path: "delegators/{delegator_address}/explain",
    description: `Every number of a delegator's shares ${note}`,
    numbers: [
      {
        name: "depositShares",
        unit: "shares",
        table: stakerTable,
        column: "deposit_shares",
        formula: "Σ deposits and changes of the pod − Σ withdrawals when they were queued",
        source: `${delegationManager}; StrategyManager.sol and EigenPodManager.sol: events`,
      },
      {
        name: "scalingFactor",
        unit: "of 10^18",
        table: shareTable,
        column: "if({isScalingKnown:UInt8}, scaling_factor, null)",
        formula: "the value in the last log of it; null, which means 10^18, before any",
        source: `${delegationManager}: DepositScalingFactorUpdated`,
      },
      {
        name: "beaconFactor",
        unit: "of 10^18",
        table: shareTable,
        column: "if({isBeaconKnown:UInt8}, beacon_factor, null)",
        formula: "the value in the last log of it; null, which means 10^18, before any",
        source: "eigenlayer-contracts, EigenPodManager.sol: BeaconChainSlashingFactorDecreased",
      },
      maxMagnitude,
      {
        name: "totalShares",
        unit: "shares",
        table: stakerTable,
        column: "total_shares",
        formula:
          "⌊⌊depositShares · scalingFactor / 10^18⌋ · left / 10^18⌋; left: maxMagnitude, of native ETH ⌊maxMagnitude · " +
          "beaconFactor / 10^18⌋; a deficit as it is",
        source: `${delegationManager}: getWithdrawableShares`,
        isSum: false,
      },
      ...worths,
    ],
    keyOf: {
      ...worthKeys,
      [stakerTable]: { ...ofStrategy, "vaEigenlayerAddress(staker)": "account", day: "state_day" },
      [shareTable]: { ...ofStrategy, "vaEigenlayerAddress(staker)": "account", day: "share_day" },
    },
    kinds: ["deposit", "pod", "withdrawal", "factor", "delegation", "slashing", "rate", "reward", "price"],
    valuesSql: ["lookup/eigenlayer/explained_delegator.sql", "lookup/eigenlayer/explained_worth.sql"],
    rowsSql: "v1/eigenlayer/delegator_explain.sql",
  }),
  explainEndpoint({
    ...common,
    ...subjectFinder(subjectOf("operator"), "operator_address"),
    operation: "eigenlayerEntityExplain",
    path: "entities/{operator_address}/explain",
    description: `Every number of the shares that are delegated to an operator, ${note}`,
    numbers: [
      {
        name: "totalShares",
        unit: "shares",
        table: operatorTable,
        column: "total_shares",
        formula:
          "Σ shares that can be withdrawn of all that are delegated to it then; deficits count for nothing",
        source: `${delegationManager}: getWithdrawableShares of each`,
      },
      maxMagnitude,
      ...worths,
    ],
    keyOf: {
      ...worthKeys,
      [operatorTable]: { ...ofStrategy, "vaEigenlayerAddress(operator)": "account", day: "state_day" },
    },
    kinds: ["delegator", "slashing", "rate", "reward", "price"],
    valuesSql: ["lookup/eigenlayer/explained_operator.sql", "lookup/eigenlayer/explained_worth.sql"],
    rowsSql: "v1/eigenlayer/operator_explain.sql",
  }),
  reconciliationEndpoint({
    chain,
    operation: "eigenlayerDelegatorReconciliation",
    path: "delegators/{delegator_address}/reconciliation",
    tag,
    description:
      "The delegator's deposit shares and withdrawable shares, of each strategy: from logs (expected), and from contracts at the last block of a UTC day (actual). Contracts are read for a few delegators in turn each day, so there are records of those days only. Quantities name their strategy, as `depositShares of 0x…`.",
    subject: subjectOf("delegator"),
    sql: "v1/eigenlayer/delegator_reconciliation.sql",
  }),
];
