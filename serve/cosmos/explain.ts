/** Validators' days of CometBFT chains, explained: the facts of the numbers, and differences between two calculations. */
import type { CosmosChain } from "../../schemas/cosmos/chains.ts";
import type { Endpoint } from "../endpoint.ts";
import type { ExplainedNumber } from "../explain/declaration.ts";
import { explainEndpoint, subjectFinder } from "../explain/endpoint.ts";
import { asIs, forAll, nothing, unknown } from "../explain/nulls.ts";
import { reconciliationEndpoint } from "../explain/reconciliation.ts";
import { servedCosmos } from "./chain.ts";
import { subjectOf } from "./endpoint.ts";

const distribution = "Cosmos SDK, x/distribution, BeginBlocker (AllocateTokens)";
const states = "Cosmos SDK, x/staking and x/distribution, queries of the state after a block";
const rewardTable = "fct_cosmos_validator_reward_daily";
const stateTable = "fct_cosmos_validator_state_daily";

/** Base units with 18 decimals, as whole tokens. */
const inTokens = (column: string, { token: { decimals } }: CosmosChain) =>
  `divideDecimal(${column}, toDecimal256('1${"0".repeat(decimals)}', 0), ${18 + decimals})`;

function numbersOf(chain: CosmosChain): ExplainedNumber[] {
  const unit = chain.token.symbol;
  const reward = (number: Omit<ExplainedNumber, "table" | "unit">) => ({
    unit,
    table: rewardTable,
    ...number,
  });
  const direct = chain.paysValidatorsDirectly
    ? ", in both pairs of events: by stake, and paid to the validator directly, all of which is commission"
    : "";
  return [
    reward({
      name: "totalDelegationRewards",
      column: inTokens("delegation_reward", chain),
      formula: `Σ amount of the events "rewards" of the day's blocks that name the validator${direct}`,
      source: distribution,
    }),
    reward({
      name: "totalCommissionRewards",
      column: inTokens("commission_reward", chain),
      formula: `Σ amount of the events "commission" of the day's blocks that name the validator${direct}`,
      source: distribution,
    }),
    reward({
      name: "netDelegationRewards",
      column: inTokens("net_delegation_reward", chain),
      formula: "totalDelegationRewards − totalCommissionRewards",
      source: distribution,
    }),
    {
      ...reward({
        name: "commissionRate",
        column: "commission_rate",
        formula: "Rate in the last known state up to the day's last block",
        source: states,
      }),
      unit: "ratio",
    },
    reward({
      name: "rewardsResidual",
      column: inTokens("reward_residual", chain),
      formula:
        "outstanding and pending after the last block − outstanding and pending before the first one + Σ withdrawn rewards + Σ withdrawn commission − totalDelegationRewards",
      source:
        "Cosmos SDK, x/distribution: outstanding rewards are allocated and not withdrawn; since CIP-30 (Celestia) a changed delegation makes them pending until they are claimed",
    }),
    reward({
      name: "commissionResidual",
      column: inTokens("commission_residual", chain),
      formula:
        "commission after the last block − commission before the first one + Σ withdrawn commission − totalCommissionRewards",
      source: "Cosmos SDK, x/distribution: accumulated commission is what was allocated and not withdrawn",
    }),
    ...(chain.readsDelegations
      ? [
          {
            name: "activeStake",
            unit,
            table: stateTable,
            column: inTokens("active_stake", chain),
            formula: "Tokens of the validator after the day's last block",
            source: states,
          },
          {
            name: "totalDelegators",
            unit: "delegators",
            table: stateTable,
            column: "delegator_count",
            formula: "Count of delegations to the validator after the day's last block",
            source: states,
          },
        ]
      : []),
  ];
}

const noRecord = nothing("no event of the day names the validator");
const noSecondSource = unknown("the state at the end of the day, or before its first block, is not known");
const nulls = {
  ...forAll(["totalDelegationRewards", "totalCommissionRewards", "netDelegationRewards"], noRecord),
  commissionRate: asIs("totalDelegationRewards", unknown("no state of the validator is known"), noRecord),
  ...forAll(
    ["rewardsResidual", "commissionResidual"],
    asIs("totalDelegationRewards", noSecondSource, noRecord),
  ),
  ...forAll(["activeStake", "totalDelegators"], unknown("the state after the day's last block is not known")),
};

/** Explanations and reconciliation of a chain. */
export function explainedOf(chain: CosmosChain): Endpoint[] {
  const served = servedCosmos(chain);
  const subject = subjectOf(chain, "validator");
  const parameter = /\{(\w+)\}/.exec(chain.paths.validatorRewards ?? "")?.[1] ?? "validator_address";
  const values = { tokenDecimals: chain.token.decimals, tokenSymbol: chain.token.symbol };
  const tag = `${chain.name} explanations (v1)`;
  return [
    explainEndpoint({
      chain: served,
      operation: `${chain.id}ValidatorExplain`,
      path: `validators/{${parameter}}/explain`,
      tag,
      description: `Every number of the validator's records of a UTC day, with the events and states that it is computed from. Amounts in ${chain.token.symbol}.`,
      ...subjectFinder(subject, parameter),
      numbers: numbersOf(chain),
      nulls,
      keyOf: Object.fromEntries(
        [rewardTable, stateTable].map((table) => [table, ["network", "validator", "day"]]),
      ),
      kinds: [
        "rewards",
        "commission",
        "withdraw_rewards",
        "withdraw_commission",
        "commission_rate",
        "outstanding_before",
        "outstanding_after",
        "commission_before",
        "commission_after",
        ...(chain.keepsRewardsOnChange ? ["pending_before", "pending_after"] : []),
        ...(chain.readsDelegations ? ["stake", "delegation"] : []),
      ],
      exampleDate: "2026-01-02",
      valuesSql: ["lookup/cosmos/explained_day.sql"],
      rowsSql: "v1/cosmos/validator_explain.sql",
      values: async () => values,
      facts: { blocks: { what: "blocks", keptBy: `${chain.id.toUpperCase()}_KEEP_RAW_DAYS` } },
    }),
    reconciliationEndpoint({
      chain: served,
      operation: `${chain.id}ValidatorReconciliation`,
      path: `validators/{${parameter}}/reconciliation`,
      tag,
      description: `Rewards and commission by events (expected), and by the outstanding amounts at both ends of the UTC day and the withdrawals in between (actual), in ${chain.token.symbol}.`,
      subject,
      sql: "v1/cosmos/validator_reconciliation.sql",
      values,
    }),
  ];
}
