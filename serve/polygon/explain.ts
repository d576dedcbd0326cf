/**
 * A validator's day on Polygon, explained by the checkpoints that it had to sign, with their blocks on the root chain; and its stakes by
 * events against what contract and Heimdall say.
 */
import type { Endpoint } from "../endpoint.ts";
import type { ExplainedNumber } from "../explain/declaration.ts";
import { explainEndpoint, subjectFinder } from "../explain/endpoint.ts";
import { forAll, shareOf, unknown } from "../explain/nulls.ts";
import { reconciliationEndpoint } from "../explain/reconciliation.ts";
import { polygon as chain } from "./chain.ts";
import { validatorSubject } from "./subjects.ts";

const tag = "Polygon explanations (v1)";
const table = "fct_polygon_validator_daily";
const feeTable = "dim_polygon_priority_fee";
const rewards = "pos-contracts, StakeManager.sol: checkSignatures, _increaseRewardAndAssertConsensus";
const signatures = "pos-contracts, RootChain.sol: submitCheckpoint, with the signatures of its call data";
const proposals = "pos-contracts, RootChain.sol: NewHeaderBlock";
const turns = "heimdall-v2, x/checkpoint: MsgCpNoAck, MsgCpAck";
const stakes = "pos-contracts, events of StakingInfo and ValidatorShare";

const counted = (name: string, column: string, formula: string, source = signatures): ExplainedNumber => ({
  name,
  unit: name.startsWith("bor") ? "blocks" : "checkpoints",
  table,
  column,
  formula,
  source,
});

const ratio = (name: string, column: string, formula: string, source = signatures): ExplainedNumber => ({
  name,
  unit: "ratio",
  table,
  column,
  formula,
  source,
  isSum: false,
});

const effectiveness = ratio(
  "effectiveness",
  "vaPolygonRating(toFloat64(signed_count), signing_duty_count, toFloat64(proposed_count), proposal_duty_count, {signerWeight:Float64}, {proposerWeight:Float64})",
  "signer_weight · checkpointSignerEffectiveness + proposer_weight · checkpointProposerEffectiveness; the former alone where there was nothing to propose",
  "Our weights, by the rating version of the day's first checkpoint: dim_polygon_rating_version, schemas/polygon/rating.ts",
);

const paid = (name: string, column: string, formula: string, source = rewards): ExplainedNumber => ({
  name,
  unit: "POL",
  table,
  column: `vaPol(${column})`,
  formula,
  source,
});

const numbers: readonly ExplainedNumber[] = [
  counted("checkpointSigningDuties", "signing_duty_count", "Σ checkpoints while it was active", stakes),
  counted("checkpointsSigned", "signed_count", "Σ of them with its signature"),
  ratio(
    "checkpointSignerEffectiveness",
    "vaRatio(toFloat64(signed_count), signing_duty_count)",
    "checkpointsSigned / checkpointSigningDuties",
  ),
  counted(
    "checkpointProposalDuties",
    "proposal_duty_count",
    "Σ checkpoints that it proposed, and turns that Heimdall passed on, unless the proposal that waited then came to the root chain all the same",
    turns,
  ),
  counted("checkpointsProposed", "proposed_count", "Σ checkpoints that it proposed", proposals),
  ratio(
    "checkpointProposerEffectiveness",
    "vaRatio(toFloat64(proposed_count), proposal_duty_count)",
    "checkpointsProposed / checkpointProposalDuties",
    turns,
  ),
  counted(
    "unknownTurnCheckpoints",
    "unknown_turn_count",
    "Σ checkpoints of which no node had the states by which turns that were passed on are found",
    turns,
  ),
  counted(
    "borProposalDuties",
    "bor_duty_count",
    "Σ Bor blocks that were its turn",
    "bor, consensus/bor: spans",
  ),
  counted(
    "borBlocksProposed",
    "bor_made_count",
    "Σ Bor blocks of these that it made",
    "bor, bor_getAuthor of each block",
  ),
  ratio(
    "borProposerEffectiveness",
    "vaRatio(toFloat64(bor_made_count), bor_duty_count)",
    "borBlocksProposed / borProposalDuties",
    "bor, bor_getAuthor of each block",
  ),
  effectiveness,
  paid("selfStake", "self_stake", "own stake before the day's last checkpoint that it had to sign", stakes),
  paid("delegatedStake", "delegated_stake", "delegated stake then", stakes),
  paid("totalStake", "self_stake + delegated_stake", "selfStake + delegatedStake", stakes),
  {
    ...paid("commissionRate", "", "its commission then", stakes),
    unit: "ratio",
    column: "vaPercent(commission_percent)",
  },
  paid(
    "signingRewards",
    "signing_reward",
    "Σ ⌊(reward of the checkpoint − bonus) · its stake / stake of those who signed⌋",
  ),
  paid("proposerRewards", "proposer_reward", "Σ bonus of the checkpoints that it proposed"),
  paid(
    "commissionRewards",
    "commission_reward",
    "Σ ⌊(signing reward − part of own stake) · commission⌋, by percent",
  ),
  paid(
    "delegatorRewards",
    "delegator_reward",
    "Σ signing reward − part of own stake − commission, of each checkpoint",
  ),
  paid("grossRewards", "signing_reward + proposer_reward", "signingRewards + proposerRewards"),
  paid(
    "netRewards",
    "signing_reward + proposer_reward - delegator_reward",
    "grossRewards − delegatorRewards",
  ),
  paid("missedRewards", "missed_reward", "Σ what its signature would have given, of those that it missed"),
  {
    name: "priorityFees",
    unit: "POL",
    table: feeTable,
    column: "amount",
    formula: "as the operator's file of priority fees says",
    source: "POLYGON_PRIORITY_FEES_FILE: what validators were paid from the pool of priority fees",
  },
];

export const polygonExplainEndpoints: readonly Endpoint[] = [
  explainEndpoint({
    chain,
    operation: "polygonValidatorExplain",
    path: "validators/{validator_id}/explain",
    tag,
    description:
      "Every number of the validator's record of a UTC day, and the checkpoints that it is computed from, each with its block on the root chain (Ethereum) and the position of its log. Amounts in POL.",
    ...subjectFinder(validatorSubject, "validator_id"),
    numbers,
    nulls: {
      checkpointSignerEffectiveness: shareOf("checkpointSigningDuties"),
      checkpointProposerEffectiveness: shareOf("checkpointProposalDuties"),
      effectiveness: shareOf("checkpointSigningDuties"),
      ...forAll(
        ["borProposalDuties", "borBlocksProposed"],
        unknown("Bor blocks of one of the day's checkpoints were not read"),
      ),
      borProposerEffectiveness: shareOf("borProposalDuties"),
      priorityFees: unknown("the file of priority fees does not name the validator on the day"),
    },
    keyOf: {
      [table]: ["network", "validator", "day"],
      [feeTable]: { network: "network", validator: "validator", day: "day", version: "fee_edition" },
    },
    kinds: ["signature", "proposal", "turn", "bor", "stake", "priority_fees"],
    exampleDate: "2026-01-02",
    valuesSql: ["lookup/polygon/explained_day.sql"],
    rowsSql: "v1/polygon/validator_explain.sql",
    // Both the checkpoints and the numbers computed from them are kept forever.
    facts: {},
  }),
  reconciliationEndpoint({
    chain,
    operation: "polygonValidatorReconciliation",
    path: "validators/{validator_id}/reconciliation",
    tag,
    description:
      "Two sources, at a block of each UTC day on which the contracts were read. Stakes: by events (expected), and what StakeManager and Heimdall say (actual), in POL; of Heimdall it is the stake of its set, in whole POL, by the last event that it knew of. Rewards since such a block of an earlier day: by the checkpoints in between (expected), and by what the contracts added up (actual): validatorReward of StakeManager with what ClaimRewards paid, in POL, and getRewardPerShare of the ValidatorShare for delegators, in POL for each POL of stake.",
    subject: validatorSubject,
    sql: "v1/polygon/validator_reconciliation.sql",
  }),
];
