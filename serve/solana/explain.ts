/** A validator's day on Solana, explained; and its commission by what the vote account was paid, and by delegators' payouts. */
import { z } from "zod";
import { reconciliation } from "../../schemas/explain.ts";
import { dayRange, limitPaging } from "../../schemas/request.ts";
import { lateSlots, runSlots } from "../../schemas/solana/slots.ts";
import { timelyEpoch } from "../../schemas/solana/votes.ts";
import { defineEndpoint, type Endpoint } from "../endpoint.ts";
import type { ExplainedNumber } from "../explain/declaration.ts";
import { explainEndpoint } from "../explain/endpoint.ts";
import { validatorPath } from "./addresses.ts";
import { solana as chain } from "./chain.ts";
import { nulls } from "./explainNulls.ts";
import { voteAccountOf } from "./subjects.ts";

const tag = "Solana explanations (v1)";
const performance = "fct_solana_validator_performance_daily";
const rewards = "fct_solana_validator_reward_daily";

const schedule = "Solana docs, Leader schedule; getBlock and the parent links of blocks";
const credits =
  "SIMD-0033, timely vote credits: 16 up to 2 slots, one less for each further slot, at least 1";
const fees = "SIMD-0096: priority fees go to the leader whole, half of the base fees is burnt";
const inflation =
  "Agave, runtime/src/inflation_rewards: points are stake times credits, commission is split off";
const tips = "Jito tip-distribution program: total claim and validator_commission_bps";
const passedOn =
  "JIP-16: Jito priority-fee-distribution program, transfer_priority_fee_tips; the tip router's fee from its configuration";
const state = "getVoteAccounts";
const rating =
  "Our weights, by the rating version that the day names (rating_version): dim_solana_rating_version, schemas/solana/rating.ts";

type Listed = readonly [name: string, unit: string, column: string, formula: string, source: string];

const of =
  (table: string, more: Partial<ExplainedNumber> = {}) =>
  ([name, unit, column, formula, source]: Listed): ExplainedNumber => ({
    name,
    unit,
    column,
    formula,
    source,
    table,
    ...more,
  });

const summed: readonly Listed[] = [
  [
    "leaderSlots",
    "slots",
    "leader_slot_count",
    "Count of the day's slots that an identity of the validator led",
    schedule,
  ],
  ["producedBlocks", "blocks", "produced_count", "Count of them with a block", schedule],
  ["skippedSlots", "slots", "leader_slot_count - produced_count", "leaderSlots − producedBlocks", schedule],
  [
    "emptyBlocks",
    "blocks",
    "if(unknown_count > 0, null, empty_count)",
    "Count of its blocks without a transaction",
    schedule,
  ],
  [
    "voteOnlyBlocks",
    "blocks",
    "if(unknown_count > 0, null, vote_only_count)",
    "Count of its blocks of nothing but votes",
    schedule,
  ],
  ["confirmedBlocks", "blocks", "confirmed_count", "Count of the day's blocks of all leaders", schedule],
  [
    "totalVotes",
    "votes",
    "vote_count",
    "Count of these blocks for which a vote landed, each at its first landing",
    credits,
  ],
  ["sumLatency", "slots", "latency_sum", "Σ (slot in which the vote landed − slot of the block)", credits],
  ["totalVoteScore", "credits", "vote_score", "Σ credits by latency at landing", credits],
  [
    "delinquencies",
    "blocks",
    "multiIf(vote_count is null or activated_stake_lamports is null, null, activated_stake_lamports = 0, 0, greatest(toInt64(confirmed_count) - vote_count, 0))",
    "confirmedBlocks − totalVotes; 0 without stake",
    credits,
  ],
];

const derived: readonly Listed[] = [
  [
    "uptime",
    "ratio",
    "if(activated_stake_lamports > 0, vaRatio(vote_count, confirmed_count), null)",
    "totalVotes / confirmedBlocks",
    credits,
  ],
  ["voteLatency", "slots", "vaRatio(latency_sum, vote_count)", "sumLatency / totalVotes", credits],
  [
    "proposerEffectiveness",
    "ratio",
    "proposer_effectiveness",
    "(producedBlocks − ¾ · (emptyBlocks + voteOnlyBlocks)) / leaderSlots",
    rating,
  ],
  [
    "votingEffectiveness",
    "ratio",
    "voting_effectiveness",
    "totalVoteScore / score of a validator that voted for all blocks in time; under Alpenglow including its part of certificates",
    rating,
  ],
  [
    "effectiveness",
    "ratio",
    "effectiveness",
    "(proposer_weight · proposerEffectiveness + voting_weight · votingEffectiveness) / (proposer_weight + voting_weight), or the one that there is",
    rating,
  ],
];

const paid: readonly Listed[] = [
  ["blockRewards", "SOL", "vaSol(block_reward_lamports)", "Σ fees that its blocks paid to the leader", fees],
  [
    "voteCommissionRewards",
    "SOL",
    "vaSol(voting_reward_lamports)",
    "Σ rewards of the type Voting that its vote account was paid",
    inflation,
  ],
  [
    "delegatorStakingRewards",
    "SOL",
    "vaSol(staking_reward_lamports)",
    "Σ inflation that stake accounts delegated to it were paid, net of commission",
    inflation,
  ],
  ["paidStakeAccounts", "accounts", "paid_stake_account_count", "Count of these payouts", inflation],
  [
    "commissionResidual",
    "SOL",
    "vaSol(commission_residual_lamports)",
    "voteCommissionRewards − Σ commission that was split off its delegators' payouts",
    inflation,
  ],
];

const forever: readonly Listed[] = [
  [
    "mevCommissionRewards",
    "SOL",
    "vaSol(mev_commission_lamports)",
    "Σ over epochs that ended in the day: ⌊tips · commission⌋, at most what the tip router's fee leaves",
    tips,
  ],
  [
    "delegatorMevRewards",
    "SOL",
    "vaSol(mev_reward_lamports)",
    "Σ over these epochs: tips − fee of the tip router − mevCommissionRewards",
    tips,
  ],
  [
    "sharedBlockRewards",
    "SOL",
    "vaSol(passed_fee_lamports)",
    "Σ over epochs that ended in the day: lamports that it transferred to its priority fee distribution account",
    passedOn,
  ],
  [
    "delegatorBlockRewards",
    "SOL",
    "vaSol(delegator_fee_lamports)",
    "Σ over these epochs: lamports of the account − ⌊lamports · fee of the tip router⌋",
    passedOn,
  ],
  [
    "activatedStake",
    "SOL",
    "vaSol(activated_stake_lamports)",
    "Stake of the state nearest to the day",
    state,
  ],
  ["voteCommissionRate", "ratio", "commission_bps / 10000", "Commission on inflation by that state", state],
  [
    "mevCommissionRate",
    "ratio",
    "mev_commission_bps / 10000",
    "Commission on tips of the newest epoch known by then",
    tips,
  ],
];

const numbers: readonly ExplainedNumber[] = [
  ...derived.map(of(performance, { isSum: false })),
  ...summed.map(of(performance)),
  ...paid.map(of(rewards)),
  of(rewards)([
    "totalRewards",
    "SOL",
    "vaSol(block_reward_lamports + voting_reward_lamports + toInt64(mev_commission_lamports) - toInt64(passed_fee_lamports))",
    "blockRewards − sharedBlockRewards + voteCommissionRewards + mevCommissionRewards; null unless all of them are known",
    inflation,
  ]),
  of(rewards)([
    "missedStakingRewards",
    "SOL",
    "vaSol(missed_staking_reward_lamports)",
    "Σ over epochs: ⌊(voteCommissionRewards + delegatorStakingRewards) · (credits of the best − own) / own⌋",
    inflation,
  ]),
  ...forever.map(of(rewards, { madeOf: [] })),
];

const explain = explainEndpoint({
  chain,
  operation: "solanaValidatorExplain",
  path: "validators/{validator_id}/explain",
  tag,
  what: "validator",
  description:
    "Every number of the validator's records of a UTC day, with the slots, votes and payouts that it is computed from. Amounts in SOL. Votes are one row per confirmed block, at the block in which they landed.",
  params: validatorPath,
  find: async ({ params, network }, services) => {
    const voteAccount = await voteAccountOf(services, network, String(params.validator_id));
    return { id: voteAccount, values: { voteAccount } };
  },
  values: async () => ({ lateSlots, runSlots, timelyEpoch }),
  numbers,
  nulls,
  keyOf: Object.fromEntries(
    [performance, rewards].map((table) => [table, ["network", "vote_account", "day"]]),
  ),
  kinds: [
    "leader_slot",
    "vote",
    "inflation_commission",
    "staking",
    "missed_inflation",
    "tips",
    "passed_fees",
    "tip_rate",
    "stake",
    "commission_rate",
  ],
  exampleDate: "2026-01-02",
  valuesSql: ["lookup/solana/explained_day.sql", "lookup/solana/explained_known.sql"],
  rowsSql: "v1/solana/validator_explain.sql",
  facts: { slots: { what: "slots", keptBy: "SOLANA_KEEP_RAW_DAYS" } },
});

const reconciliations = defineEndpoint({
  operation: "solanaValidatorReconciliation",
  method: "get",
  path: "/v1/solana/validators/{validator_id}/reconciliation",
  tag,
  chain,
  summary: "Reconciliation of a validator's days from two sources",
  description:
    "What its vote account was paid as commission on inflation (actual), and what was split off its delegators' payouts by their rates (expected), in SOL, by UTC day.",
  kind: "list",
  params: validatorPath,
  query: z.object({ ...limitPaging, fromDate: dayRange.fromDate, toDate: dayRange.toDate }),
  answer: { row: reconciliation, sql: "v1/solana/validator_reconciliation.sql" },
  prepare: async ({ params, query: { fromDate = null, toDate = null, ...paging }, network }, services) => {
    const voteAccount = await voteAccountOf(services, network, params.validator_id);
    return { values: { network, voteAccount, fromDate, toDate, ...paging } };
  },
  weight: { bytes: 8, row: 5 },
  settles: { boundedBy: ["toDate"] },
});

export const solanaExplainEndpoints: readonly Endpoint[] = [explain, reconciliations];
