/** The endpoints of Solana. Fixed paths stand before those with a parameter in the same place. */
import type { Endpoint } from "../endpoint.ts";
import { subjectEndpoints } from "../subjects.ts";
import {
  solanaAuthorityRewardsV0,
  solanaPoolMetadata,
  solanaStakeAuthorities,
  solanaStakeAuthoritySummary,
} from "../v0/solana/delegatorAuthorities.ts";
import {
  solanaStakeAccountRewards,
  solanaStakeAccountSummary,
  solanaStakeAccounts,
} from "../v0/solana/delegators.ts";
import {
  solanaDistributions,
  solanaNetworkEffectivenessV0,
  solanaNetworkOverviewV0,
} from "../v0/solana/network.ts";
import { solanaValidatorLatency, solanaValidatorPerformanceV0 } from "../v0/solana/validatorPerformance.ts";
import { solanaValidatorRewardsV0 } from "../v0/solana/validatorRewards.ts";
import {
  solanaLeaderboard,
  solanaSummary,
  solanaValidator,
  solanaValidators,
} from "../v0/solana/validators.ts";
import { solanaDelegatorsV1 } from "../v1/solana/delegators.ts";
import {
  solanaGeolocationLatency,
  solanaNetworkEffectivenessV1,
  solanaNetworkOverviewV1,
} from "../v1/solana/network.ts";
import { solanaValidatorPerformanceV1, solanaVotePerformance } from "../v1/solana/validatorPerformance.ts";
import {
  solanaBlockInsightsV1,
  solanaSummaryV1,
  solanaValidatorRewardsV1,
  solanaValidatorV1,
} from "../v1/solana/validators.ts";
import { solana as chain } from "./chain.ts";

export const solanaEndpoints: readonly Endpoint[] = [
  solanaNetworkOverviewV0,
  solanaDistributions,
  solanaNetworkEffectivenessV0,
  solanaLeaderboard,
  solanaValidators,
  solanaValidator,
  solanaSummary,
  solanaValidatorPerformanceV0,
  solanaValidatorLatency,
  solanaValidatorRewardsV0,
  solanaStakeAccounts,
  solanaStakeAccountRewards,
  solanaStakeAccountSummary,
  solanaStakeAuthorities,
  solanaAuthorityRewardsV0,
  solanaStakeAuthoritySummary,
  solanaPoolMetadata,
  solanaValidatorV1,
  solanaSummaryV1,
  solanaValidatorRewardsV1,
  solanaBlockInsightsV1,
  solanaValidatorPerformanceV1,
  solanaVotePerformance,
  solanaNetworkEffectivenessV1,
  solanaNetworkOverviewV1,
  solanaGeolocationLatency,
  ...solanaDelegatorsV1,
  ...subjectEndpoints({
    chain,
    name: "Solana",
    family: "solana",
    token: "SOL",
    kinds: [
      { kind: "validator", list: "subjects_validator", summary: "summary_validator" },
      { kind: "stakeAuthority", list: "subjects_stake_authority", summary: "summary_stake_authority" },
    ],
    statuses: ["active", "inactive", "delinquent", "exited"],
    note: "Rewards are fees of blocks and inflation, delegators' part included, without tips (MEV). Missed duties are slots without a block. exited: not in the newest state any more.",
  }),
];
