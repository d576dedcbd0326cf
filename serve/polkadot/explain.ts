/** A validator's day on Polkadot, explained era by era; and its earnings compared with claims. */
import type { Endpoint } from "../endpoint.ts";
import type { ExplainedNumber } from "../explain/declaration.ts";
import { explainEndpoint, subjectFinder } from "../explain/endpoint.ts";
import { reconciliationEndpoint } from "../explain/reconciliation.ts";
import { polkadot as chain } from "./chain.ts";
import { validator } from "./endpoints.ts";

const tag = "Polkadot explanations (v1)";
const table = "fct_polkadot_validator_reward_daily";
const payout =
  "polkadot-sdk, pallet-staking: do_payout_stakers_by_page; Perbill rounds to the nearest planck, down since Asset Hub 2.3.0";
const exposure = "polkadot-sdk, pallet-staking: ErasStakersOverview";

const of = (name: string, column: string, formula: string, source = payout): ExplainedNumber => ({
  name,
  unit: name === "nominatorCount" ? "nominators" : "DOT",
  table,
  column: name === "nominatorCount" ? column : `vaDot(${column})`,
  formula,
  source,
});

const numbers: readonly ExplainedNumber[] = [
  of(
    "totalValidatorRewards",
    "validator_planck",
    "Σ over eras: commission + what its own stake earned + incentive",
  ),
  of(
    "totalDelegatorRewards",
    "delegator_planck",
    "Σ over eras: payout · points / all points − commission − own part",
  ),
  of(
    "totalGrossRewards",
    "validator_planck + delegator_planck",
    "totalValidatorRewards + totalDelegatorRewards",
  ),
  of(
    "validatorIncentive",
    "incentive_planck",
    "Σ over eras: the incentive budget by weight of its own stake (and points)",
  ),
  of("totalStake", "total_stake_planck", "Exposed stake of the last era in which it was elected", exposure),
  of("ownStake", "own_stake_planck", "What of it is the validator's own", exposure),
  of("nominatorCount", "nominator_count", "Count of nominators exposed in that era", exposure),
];

export const polkadotExplainEndpoints: readonly Endpoint[] = [
  explainEndpoint({
    chain,
    operation: "polkadotValidatorExplain",
    path: "validators/{validator_address}/explain",
    tag,
    description:
      "Every number of the validator's record of a UTC day, with the rewards of each era that ended on it and the block that ended the era. Amounts in DOT.",
    ...subjectFinder(validator, "validator_address"),
    numbers,
    keyOf: { [table]: ["network", "validator", "day"] },
    kinds: [
      "commission",
      "own_stake_reward",
      "delegator_reward",
      "incentive",
      "total_stake",
      "own_stake",
      "nominators",
    ],
    exampleDate: "2026-01-02",
    valuesSql: ["lookup/polkadot/explained_day.sql"],
    rowsSql: "v1/polkadot/validator_explain.sql",
    facts: {},
  }),
  reconciliationEndpoint({
    chain,
    operation: "polkadotValidatorReconciliation",
    path: "validators/{validator_address}/reconciliation",
    tag,
    description:
      "Two sources, in DOT: what the validator and its nominators earned in the eras that ended on a UTC day, by the chain's storage and rules (expected), and what pages claimed since have paid, by the events PayoutStarted, Rewarded and ValidatorIncentivePaid of blocks (actual; null with the reason where these were not read). Each nominator's share is cut off to whole billionths, so up to a billionth of the rewards is left for each of them, and a planck; accounts that take no payment leave all of theirs.",
    subject: validator,
    sql: "v1/polkadot/validator_reconciliation.sql",
  }),
];
