/** A pool's day on Cardano, explained block by block; and what was paid against the ledger's formulas. */
import type { Endpoint } from "../endpoint.ts";
import type { ExplainedNumber } from "../explain/declaration.ts";
import { explainEndpoint, subjectFinder } from "../explain/endpoint.ts";
import { forAll, unknown } from "../explain/nulls.ts";
import { reconciliationEndpoint } from "../explain/reconciliation.ts";
import { cardano as chain } from "./chain.ts";
import { pool } from "./endpoints.ts";

const tag = "Cardano explanations (v1)";
const table = "fct_cardano_pool_reward_daily";
const ledger = "Shelley ledger specification, rewards: maxPool, mkApparentPerformance, r_operator, r_member";
const paying =
  "Shelley ledger specification, rewards: an epoch is paid for at the start of the one after next";
const terms = "Pool registration certificate in force in the epoch";

const of = (
  name: string,
  column: string,
  formula: string,
  source: string,
  more: Partial<ExplainedNumber> = {},
): ExplainedNumber => ({
  name,
  unit: "ADA",
  table,
  column: `vaAda(${column})`,
  formula,
  source,
  ...more,
});

const partOfDay =
  "Σ over epochs: ⌊reward · blocks until the day's end / all blocks⌋ − ⌊reward · blocks until its begin / all blocks⌋";
const forever = { madeOf: [] };

const numbers: readonly ExplainedNumber[] = [
  of(
    "totalRealizedDelegatorRewards",
    "realized_member_reward",
    "Σ paid to members on the day",
    paying,
    forever,
  ),
  of(
    "totalRealizedValidatorRewards",
    "realized_leader_reward",
    "Σ paid to its reward account on the day",
    paying,
    forever,
  ),
  of(
    "totalRealizedGrossRewards",
    "realized_member_reward + realized_leader_reward",
    "totalRealizedDelegatorRewards + totalRealizedValidatorRewards",
    paying,
    forever,
  ),
  of(
    "totalEarnedDelegatorRewards",
    "earned_member_reward",
    `${partOfDay}, of what members were paid for it`,
    ledger,
  ),
  of(
    "totalEarnedValidatorRewards",
    "earned_leader_reward",
    `${partOfDay}, of what its reward account was paid`,
    ledger,
  ),
  of(
    "totalEarnedGrossRewards",
    "earned_member_reward + earned_leader_reward",
    "totalEarnedDelegatorRewards + totalEarnedValidatorRewards",
    ledger,
  ),
  of(
    "earnedRewardsResidual",
    "reward_residual",
    "totalEarnedGrossRewards − the same of what the formulas say of accounts that were registered",
    ledger,
  ),
  of("poolFee", "margin", "Margin in the epoch in force at the day's end", terms, {
    ...forever,
    unit: "ratio",
    column: "margin",
  }),
  of("poolFlatFee", "fixed_cost", "Fixed cost in that epoch", terms, forever),
];

export const cardanoExplainEndpoints: readonly Endpoint[] = [
  explainEndpoint({
    chain,
    operation: "cardanoValidatorExplain",
    path: "validators/{pool_id}/explain",
    tag,
    description:
      "Every number of the pool's record of a UTC day, with the blocks and payouts that it is computed from. Amounts in ADA. Indexers identify blocks by number and slot.",
    ...subjectFinder(pool, "pool_id"),
    numbers,
    nulls: forAll(
      [
        "totalEarnedDelegatorRewards",
        "totalEarnedValidatorRewards",
        "totalEarnedGrossRewards",
        "earnedRewardsResidual",
      ],
      unknown("the epochs of the day are not paid for yet"),
    ),
    keyOf: { [table]: ["network", "pool", "day"] },
    kinds: ["block", "payout", "margin", "fixed_cost"],
    exampleDate: "2026-01-02",
    valuesSql: ["lookup/cardano/explained_day.sql"],
    rowsSql: "v1/cardano/pool_explain.sql",
    facts: { blocks: { what: "blocks of the day's epochs", keptBy: "CARDANO_KEEP_RAW_DAYS" } },
  }),
  reconciliationEndpoint({
    chain,
    operation: "cardanoValidatorReconciliation",
    path: "validators/{pool_id}/reconciliation",
    tag,
    description:
      "Rewards of the pool and its members for the blocks of a UTC day by the ledger's formulas (expected), and the rewards paid for these blocks (actual), in ADA.",
    subject: pool,
    sql: "v1/cardano/pool_reconciliation.sql",
  }),
];
