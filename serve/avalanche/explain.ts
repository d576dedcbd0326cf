/** A validator's day on Avalanche, explained by its stakes' transactions; and potential rewards by blocks and by nodes. */
import type { Endpoint } from "../endpoint.ts";
import type { ExplainedNumber } from "../explain/declaration.ts";
import { explainEndpoint, subjectFinder } from "../explain/endpoint.ts";
import { unknown } from "../explain/nulls.ts";
import { reconciliationEndpoint } from "../explain/reconciliation.ts";
import { avalanche as chain } from "./chain.ts";
import { validator } from "./endpoints.ts";

const tag = "Avalanche explanations (v1)";
const table = "fct_avalanche_validator_reward_daily";
const rewards = "avalanchego, vms/platformvm/reward: Calculate and Split";
const decisions = "avalanchego, vms/platformvm: RewardValidatorTx, committed or aborted by the next block";

const of = (name: string, column: string, formula: string, source = rewards): ExplainedNumber => ({
  name,
  unit: "AVAX",
  table,
  column: `vaAvax(${column})`,
  formula,
  source,
});

const partOfDay =
  "Σ ⌊reward · time until the day's end / duration⌋ − ⌊reward · time until its begin / duration⌋";

const numbers: readonly ExplainedNumber[] = [
  of(
    "totalDelegatorRewards",
    "delegator_reward_navax",
    "Σ paid on the day to delegators, after the fee",
    decisions,
  ),
  of("totalValidatorRewards", "validator_reward_navax", "Σ paid on the day for own stakes", decisions),
  of(
    "totalValidatorFeeRewards",
    "fee_reward_navax",
    "Σ fees of delegations, paid at the end of own stakes",
    decisions,
  ),
  of(
    "totalGrossRewards",
    "delegator_reward_navax + validator_reward_navax + fee_reward_navax",
    "totalDelegatorRewards + totalValidatorRewards + totalValidatorFeeRewards",
    decisions,
  ),
  of(
    "totalPotentialDelegatorRewards",
    "potential_delegator_reward_navax",
    `${partOfDay}, of delegations less the fee`,
  ),
  of("totalPotentialValidatorRewards", "potential_validator_reward_navax", `${partOfDay}, of own stakes`),
  of("totalPotentialValidatorFeeRewards", "potential_fee_reward_navax", `${partOfDay}, of delegations' fees`),
  of(
    "totalPotentialGrossRewards",
    "potential_delegator_reward_navax + potential_validator_reward_navax + potential_fee_reward_navax",
    "totalPotentialDelegatorRewards + totalPotentialValidatorRewards + totalPotentialValidatorFeeRewards",
  ),
  of(
    "potentialRewardsResidual",
    "potential_residual_navax",
    "Σ over stakes of either side: potential reward that a node returned on the day − what follows from blocks",
    "avalanchego, platform.getCurrentValidators: potentialReward",
  ),
];

export const avalancheExplainEndpoints: readonly Endpoint[] = [
  explainEndpoint({
    chain,
    operation: "avalancheValidatorExplain",
    path: "validators/{node_id}/explain",
    tag,
    description:
      "Every number of the validator's record of a UTC day, with the stakes and delegations that it is computed from, their transactions and the heights of their P-chain blocks. Amounts in AVAX.",
    ...subjectFinder(validator, "node_id"),
    numbers,
    nulls: { potentialRewardsResidual: unknown("no node was read on the day, or it is not comparable") },
    keyOf: { [table]: ["network", "node_id", "day"] },
    kinds: ["stake", "delegation", "payout", "told", "untold"],
    exampleDate: "2026-01-02",
    valuesSql: ["lookup/avalanche/explained_day.sql"],
    rowsSql: "v1/avalanche/validator_explain.sql",
    facts: {},
  }),
  reconciliationEndpoint({
    chain,
    operation: "avalancheValidatorReconciliation",
    path: "validators/{node_id}/reconciliation",
    tag,
    description:
      "Potential rewards of the validator's stakes by blocks (expected), and as a node returned them on the UTC day (actual), in AVAX. A stake of one side only is a difference. Null while the validator has a stake from before the blocks that were read: nothing is there to compare it with.",
    subject: validator,
    sql: "v1/avalanche/validator_reconciliation.sql",
  }),
];
