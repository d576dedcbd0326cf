/** The original's delegator operations in v1: all those of v0. */
import { listInV1, oneInV1 } from "../../solana/mirror.ts";
import {
  solanaAuthorityRewardsV0,
  solanaPoolMetadata,
  solanaStakeAuthorities,
  solanaStakeAuthoritySummary,
} from "../../v0/solana/delegatorAuthorities.ts";
import {
  solanaStakeAccountRewards,
  solanaStakeAccountSummary,
  solanaStakeAccounts,
} from "../../v0/solana/delegators.ts";

export const solanaDelegatorsV1 = [
  listInV1(solanaStakeAccounts, "byRank"),
  listInV1(solanaStakeAccountRewards, "byTime"),
  oneInV1(solanaStakeAccountSummary),
  listInV1(solanaStakeAuthorities, "byRank"),
  listInV1(solanaAuthorityRewardsV0, "byTime"),
  oneInV1(solanaStakeAuthoritySummary),
  oneInV1(solanaPoolMetadata),
];
