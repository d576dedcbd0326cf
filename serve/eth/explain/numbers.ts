/** The numbers of a validator's day on Ethereum: how each is made, by which section of the specification, and where it stands. */
import type { ExplainedNumber } from "../../explain/declaration.ts";
import { counts } from "./counts.ts";
import {
  balance,
  deltas,
  fees,
  type Listed,
  leak,
  proposerRewards,
  rating,
  slashing,
  spec,
  sync,
} from "./sources.ts";

export const dayTable = "fct_eth_validator_performance_daily";
export const balanceTable = "fct_eth_validator_reconciliation_daily";

const of =
  (unit: string, more: Partial<ExplainedNumber> = {}) =>
  ([name, column, formula, source]: Listed): ExplainedNumber => ({
    name,
    unit,
    column,
    formula,
    source,
    table: dayTable,
    ...more,
  });

const gwei: readonly Listed[] = [
  [
    "sumAttestationRewards",
    "attestation_reward_gwei",
    "Σ positive deltas of source, target and head (before Altair with the inclusion delay)",
    deltas,
  ],
  [
    "sumMissedAttestationRewards",
    "missed_attestation_reward_gwei",
    "Σ what the flags that were not earned would have paid",
    deltas,
  ],
  [
    "sumLateSourcePenalties",
    "late_source_penalty_gwei",
    "Σ negative source deltas of included votes",
    deltas,
  ],
  [
    "sumLateTargetPenalties",
    "late_target_penalty_gwei",
    "Σ negative target deltas of included votes with the right target",
    deltas,
  ],
  [
    "sumWrongTargetPenalties",
    "wrong_target_penalty_gwei",
    "Σ negative target deltas of included votes with a wrong target",
    deltas,
  ],
  [
    "sumWrongHeadPenalties",
    "wrong_head_penalty_gwei",
    "Σ negative head deltas of included votes; 0 since Altair",
    deltas,
  ],
  [
    "sumMissedAttestationPenalties",
    "missed_attestation_penalty_gwei",
    "Σ negative deltas of missed votes, and of all votes of a slashed validator",
    deltas,
  ],
  [
    "sumInactivityPenalties",
    "inactivity_penalty_gwei",
    "− Σ effective balance · inactivity score / (INACTIVITY_SCORE_BIAS · INACTIVITY_PENALTY_QUOTIENT)",
    leak,
  ],
  ["sumSyncCommitteeRewards", "sync_reward_gwei", "Σ participant reward for each seat that signed", sync],
  [
    "sumSyncCommitteePenalties",
    "sync_penalty_gwei",
    "− Σ participant reward for each seat that was silent, as far as the balance goes",
    sync,
  ],
  ["sumMissedSyncCommitteeRewards", "-sync_penalty_gwei", "− sumSyncCommitteePenalties", sync],
  [
    "sumConsensusBlockRewards",
    "proposer_attestation_reward_gwei + proposer_sync_reward_gwei + proposer_slashing_reward_gwei",
    "Σ of the proposer's rewards for attestations, sync aggregate and slashing evidence",
    proposerRewards,
  ],
  [
    "sumMissedConsensusBlockRewards",
    "missed_proposal_reward_gwei",
    "Σ over duties without a canonical block: mean of the rewards of the epoch's blocks, or of all before it",
    proposerRewards,
  ],
  [
    "sumSlashingPenalties",
    "slashing_penalty_gwei",
    "− Σ initial penalties − Σ correlation penalties",
    slashing,
  ],
  [
    "estimatedRewards",
    "attestation_reward_gwei + sync_reward_gwei + proposer_attestation_reward_gwei + proposer_sync_reward_gwei + proposer_slashing_reward_gwei",
    "sumAttestationRewards + sumSyncCommitteeRewards + sumConsensusBlockRewards",
    deltas,
  ],
  [
    "estimatedPenalties",
    "late_source_penalty_gwei + wrong_target_penalty_gwei + late_target_penalty_gwei + wrong_head_penalty_gwei + missed_attestation_penalty_gwei + sync_penalty_gwei",
    "Σ of the penalties for late, wrong and missed votes, and for missed sync signatures",
    deltas,
  ],
  [
    "earnings",
    "attestation_reward_gwei + attestation_penalty_gwei + inactivity_penalty_gwei + sync_reward_gwei + sync_penalty_gwei + proposer_attestation_reward_gwei + proposer_sync_reward_gwei + proposer_slashing_reward_gwei + slashing_penalty_gwei",
    "estimatedRewards + estimatedPenalties + sumInactivityPenalties + sumSlashingPenalties",
    deltas,
  ],
];

/** An amount of the execution layer, null where a part of it is unknown, or no data of a node or relay is stored. */
const ifKnown = (isKnown: string, unknownCount: string, column: string) =>
  `if({${isKnown}:UInt8} and ${unknownCount} = 0, ${column}, null)`;

const wei: readonly Listed[] = [
  [
    "sumPriorityFeesWei",
    ifKnown("isExecutionKnown", "unknown_execution_count", "tips_wei"),
    "Σ priority fees of its blocks that reached it, as far as the builder paid them on",
    fees,
  ],
  [
    "sumBaselineMevWei",
    ifKnown("isExecutionKnown", "unknown_execution_count", "baseline_mev_wei"),
    "Σ what else reached it: of a builder's payment what is above the priority fees, or transfers to the fee recipient",
    fees,
  ],
  [
    "sumExternallySourcedExecutionRewardsWei",
    ifKnown("isRelayKnown", "unknown_external_count", "external_rewards_wei"),
    "Σ of both, of blocks that a relay says it delivered",
    "builder-specs, relay data API, proposer_payload_delivered",
  ],
  [
    "sumMissedExecutionRewardsWei",
    ifKnown("isExecutionKnown", "unknown_missed_count", "missed_execution_rewards_wei"),
    "Σ over duties without a canonical block: mean execution rewards of the epoch's blocks, or of all before it",
    fees,
  ],
];

const ratios: readonly Listed[] = [
  [
    "uptime",
    "vaRatio(attested_count, attestation_duty_count)",
    "totalUniqueAttestations / totalAttestationAssignments",
    rating,
  ],
  [
    "avgCorrectness",
    "vaRatio(correct_vote_count, counted_vote_count)",
    "(sumCorrectHead + sumCorrectTarget + S · totalUniqueAttestations) / ((2 + S) · totalUniqueAttestations), S = 1 where the rating counts the source",
    rating,
  ],
];

const ratings: readonly Listed[] = [
  [
    "attesterEffectiveness",
    "attester_effectiveness",
    "100 · uptime · avgCorrectness / avgInclusionDelay",
    rating,
  ],
  [
    "proposerEffectiveness",
    "proposer_effectiveness",
    "100 · Σ scores of its proposals / proposerDutiesCount",
    rating,
  ],
  [
    "validatorEffectiveness",
    "validator_effectiveness",
    "w · proposerEffectiveness + (1 − w) · attesterEffectiveness with the version's weight w; the one there is where the other has no duty",
    rating,
  ],
];

const balances: readonly Listed[] = [
  [
    "balanceBefore",
    "start_balance_gwei",
    "Balance in the state at the day's first slot, with its block applied",
    balance,
  ],
  ["balanceAfter", "end_balance_gwei", "The same at the first slot after the day", balance],
  [
    "balanceByAttestations",
    "attestation_gwei",
    "Σ deltas of the epochs that were paid in between: from the one before the day to its last but one",
    deltas,
  ],
  ["balanceBySyncCommittee", "sync_gwei", "Σ sync rewards and penalties of the blocks in between", sync],
  ["balanceByProposals", "proposer_gwei", "Σ proposer rewards of its blocks in between", proposerRewards],
  ["balanceBySlashings", "slashing_gwei", "− Σ slashing penalties in between", slashing],
  [
    "balanceByDeposits",
    "deposit_gwei",
    "Σ deposits + queued before − queued after − those before a new validator's first valid one",
    spec("electra/beacon-chain.md, process_pending_deposits; phase0: apply_deposit"),
  ],
  [
    "balanceByWithdrawals",
    "withdrawal_gwei",
    "− Σ withdrawals of the blocks in between",
    spec("capella/beacon-chain.md, process_withdrawals"),
  ],
  [
    "balanceByConsolidations",
    "consolidation_gwei",
    "Σ merged into it − Σ merged from it",
    spec("electra/beacon-chain.md, process_pending_consolidations"),
  ],
  [
    "balanceResidual",
    "residual_gwei",
    "balanceAfter − balanceBefore − Σ of what is known to have moved it; null while an input is missing (missing_inputs names it)",
    balance,
  ],
];

const isForever = { madeOf: [] };
/** What amounts in gwei are computed from, where it is not the epochs' duties alone. */
const madeOfByName = new Map<string, Partial<ExplainedNumber>>([
  ["sumConsensusBlockRewards", isForever],
  ["sumMissedConsensusBlockRewards", isForever],
  ["sumSlashingPenalties", { madeOf: ["correlations"] }],
  ["earnings", { madeOf: ["duties", "correlations"] }],
]);

export const numbers: readonly ExplainedNumber[] = [
  ...ratings.map(of("0 to 100", { isSum: false })),
  ...ratios.map(of("ratio", { isSum: false })),
  of("slots", { isSum: false })([
    "avgInclusionDelay",
    "vaRatio(inclusion_delay_sum, attested_count)",
    "sumInclusionDelay / totalUniqueAttestations",
    rating,
  ]),
  ...Object.entries(counts).flatMap(([unit, listed]) =>
    listed.map(of(unit, ["proposals", "validators"].includes(unit) ? isForever : {})),
  ),
  ...gwei.map((listed) => of("gwei", madeOfByName.get(listed[0]) ?? {})(listed)),
  ...wei.map(of("wei", isForever)),
  of("gwei", { isSum: false, madeOf: ["duties", "correlations"] })([
    "sumAllRewards",
    "vaKnownGwei({isExecutionKnown:UInt8} and unknown_execution_count = 0, toInt256(attestation_reward_gwei + attestation_penalty_gwei + inactivity_penalty_gwei + sync_reward_gwei + sync_penalty_gwei + proposer_attestation_reward_gwei + proposer_sync_reward_gwei + proposer_slashing_reward_gwei + slashing_penalty_gwei) * 1000000000 + tips_wei + baseline_mev_wei)",
    "earnings + (sumPriorityFeesWei + sumBaselineMevWei) / 10⁹, cut off to whole gwei",
    fees,
  ]),
  ...balances.map(of("gwei", { table: balanceTable, madeOf: ["balances"] })),
];
