/** Records of what Solana paid, to validators and delegators. SOL are whole and exact to the lamport; rates are 0 to 1. */
import { z } from "zod";
import { booleanColumn, integerColumn, numberColumn, textColumn, textListColumn } from "../columns.ts";
import { nearestStake, period, validatorIdentity, voteAccount } from "./records.ts";

const waitsFor = textListColumn.describe(
  "Facts that are not known yet and will change the record: tips (of epochs that ended in the period), passedFees (fees that validators passed on for these epochs), stakeAccounts (their owners). Empty: none",
);
const isComplete = booleanColumn.describe("All slots of the period are known");
const voteCommissionRate = numberColumn
  .nullable()
  .describe("Commission on inflation rewards; null when unknown");
const mevCommissionRate = numberColumn.nullable().describe("Commission on tips; null when unknown");
const stakeAccount = textColumn.describe("Stake account");
const stakeAuthority = textColumn.describe("Who may delegate the stake");
const validatorVoteAccount = textColumn.describe("Vote account of the validator that it is delegated to");
const validatorName = textColumn
  .nullable()
  .describe("As the operator has published it; null when nothing is");

export const solanaValidatorRewards = z
  .object({
    voteAccount,
    validatorIdentity,
    ...period,
    blockRewards: numberColumn.describe("Fees of its blocks: half of the base fees, all priority fees"),
    sharedBlockRewards: numberColumn
      .nullable()
      .describe(
        "Part of the fees that it passed on to its delegators by Jito's program (JIP-16), for epochs that ended in the period; null when these are unknown",
      ),
    voteCommissionRewards: numberColumn
      .nullable()
      .describe(
        "Commission on inflation, at the time of payment; null when it was paid to a separate collector (SIMD-0232)",
      ),
    mevCommissionRewards: numberColumn
      .nullable()
      .describe("Its part of the tips of epochs that ended in the period; null when these are unknown"),
    totalRewards: numberColumn
      .nullable()
      .describe(
        "Sum of what the validator was paid, less sharedBlockRewards; null while one of these is unknown. Below 0 where an epoch's fees are passed on",
      ),
    delegatorStakingRewards: numberColumn
      .nullable()
      .describe(
        "Inflation paid to its delegators, net of commission; null when no node returned the owners of stake accounts",
      ),
    delegatorMevRewards: numberColumn.nullable().describe("Its delegators' part of the tips; null as these"),
    delegatorBlockRewards: numberColumn
      .nullable()
      .describe("What its delegators get of sharedBlockRewards, less the tip router's fee; null as these"),
    missedStakingRewards: numberColumn
      .nullable()
      .describe(
        "What inflation would have paid more with the credits of the best of the epoch; null when these are unknown, and under Alpenglow",
      ),
    commissionResidual: numberColumn
      .nullable()
      .describe(
        "voteCommissionRewards minus the commission implied by delegators' payouts; null when a rate is unknown (as with a commission of 100 %), or when the payouts of an epoch continue past midnight",
      ),
    paidStakeAccounts: integerColumn.nullable().describe("null as delegatorStakingRewards"),
    activatedStake: numberColumn.nullable().describe(`SOL; null when no state is known. ${nearestStake}`),
    voteCommissionRate,
    mevCommissionRate,
    waitsFor,
    isComplete,
  })
  .meta({ id: "SolanaValidatorRewards" });

const paid = {
  stakingRewards: numberColumn.describe("Inflation paid on this day, net of commission"),
  stakingCommissionPaid: numberColumn.nullable().describe("Commission on it; null when a rate is unknown"),
  mevRewards: numberColumn
    .nullable()
    .describe(
      "Part of the tips of epochs that ended on this day, by stake; null until they are known, some two days later",
    ),
  blockRewards: numberColumn
    .nullable()
    .describe(
      "Part of the fees that its validators passed on (JIP-16) for epochs that ended on this day, by stake; null until they are known",
    ),
  mevCommissionPaid: numberColumn
    .nullable()
    .describe("Part of what validators kept of these tips; null as mevRewards"),
  missedStakingRewards: numberColumn
    .nullable()
    .describe("What would have been paid more with the credits of the best validator; null when unknown"),
};
const delegatedStake = numberColumn.describe(
  "SOL that were active in the newest epoch that paid on this day, by the snapshot of stake accounts nearest to it: of a backfilled day that of when the backfill ran",
);

export const solanaDelegatorRewards = z
  .object({
    stakeAccount,
    stakeAuthority,
    validatorVoteAccount,
    ...period,
    delegatedStake,
    ...paid,
    voteCommissionRate,
    mevCommissionRate,
    waitsFor,
    isComplete,
  })
  .meta({ id: "SolanaDelegatorRewards" });

const delegations = z
  .array(
    z.object({
      validatorVoteAccount,
      validatorName,
      percentage: numberColumn
        .nullable()
        .describe("Of the authority's stake, 0 to 100; null where that is 0"),
    }),
  )
  .describe("Validators by stake, largest first");

const authorityRewards = {
  stakeAuthority,
  ...period,
  delegatedStake,
  validatorDelegates: integerColumn.describe("Validators that it delegates to"),
  ...paid,
  blendedVoteCommissionRate: voteCommissionRate.describe("Of those that paid, by stake; null without one"),
  blendedMevCommissionRate: mevCommissionRate.describe("Of those with tips, by stake; null without one"),
};

export const solanaAuthorityRewards = z
  .object({ ...authorityRewards, waitsFor, isComplete })
  .meta({ id: "SolanaDelegatorStakeAuthorityRewards" });

export const solanaAuthorityRewardsWithDelegations = z
  .object({ ...authorityRewards, delegations, waitsFor, isComplete })
  .meta({ id: "SolanaDelegatorStakeAuthorityRewardsWithDelegations" });

const timeWindow = textColumn.describe("1d, 7d, 30d or all: days up to the newest complete one");
const active =
  "null without delegations through the whole window; `1d` takes three days. Stakes are those of delegatedStake";
const yields = {
  stakingRewardsApy: numberColumn.nullable().describe(`Inflation of the stake, a year; ${active}`),
  mevRewardsApr: numberColumn
    .nullable()
    .describe(`Annual rate of tips on the stake, from days with known tips; ${active}`),
  blockRewardsApr: numberColumn
    .nullable()
    .describe(
      `Fees that validators passed on, of the stake, a year, by the days of which they are known; ${active}`,
    ),
  delegatorApy: numberColumn.nullable().describe(`Sum of these three; ${active}`),
};
const sums = {
  sumStakingRewards: numberColumn,
  sumMevRewards: numberColumn
    .nullable()
    .describe("Tips as far as they are known: they come some two days late; null when none are"),
  sumBlockRewards: numberColumn.nullable().describe("Fees that validators passed on; null as sumMevRewards"),
  sumRewards: numberColumn.describe("Inflation, and tips and passed on fees as far as they are known"),
  sumMissedStakingRewards: numberColumn.nullable().describe("null when credits of the window are unknown"),
  sumStakingCommissionPaid: numberColumn.nullable().describe("null when rates of the window are unknown"),
  sumMevCommissionPaid: numberColumn.nullable().describe("As sumMevRewards; null as that"),
  sumCommissionPaid: numberColumn.nullable().describe("null as sumStakingCommissionPaid"),
};
const stakeNow = numberColumn.describe("SOL by the newest snapshot of stake accounts");
const networkPenetration = numberColumn
  .nullable()
  .describe("Part of all stake; null where that is not known");

export const solanaDelegatorSummary = z
  .object({
    stakeAccount,
    stakeAuthority,
    withdrawAuthority: textColumn.describe("Who may withdraw from it"),
    status: textColumn.describe("active, activating, deactivating or inactive, when it was read"),
    timeWindow,
    validatorVoteAccount,
    validatorName,
    validatorEffectiveness: numberColumn
      .nullable()
      .describe("Mean of the days of the window, 0 to 1; null without a day with one"),
    delegatedStake: stakeNow,
    networkPenetration,
    ...yields,
    voteCommissionRate,
    mevCommissionRate,
    ...sums,
  })
  .meta({ id: "SolanaDelegatorSummary" });

export const solanaAuthoritySummary = z
  .object({
    stakeAuthority,
    timeWindow,
    poolName: textColumn
      .nullable()
      .describe("Name of its stake pool, or the pool's address; null when it has none"),
    validatorDelegates: integerColumn.describe("Validators that it delegates to"),
    delegations,
    delegatedStake: stakeNow,
    networkPenetration,
    aggregateValidatorEffectiveness: numberColumn
      .nullable()
      .describe("Of its validators, by stake, 0 to 1; null where it is known of none"),
    ...yields,
    blendedVoteCommissionRate: voteCommissionRate.describe(
      "Newest rates, by stake; null where they are known of none",
    ),
    blendedMevCommissionRate: mevCommissionRate.describe(
      "Newest rates, by stake; null where they are known of none",
    ),
    ...sums,
  })
  .meta({ id: "SolanaDelegatorStakeAuthoritySummary" });

export const solanaStakePoolMetadata = z
  .object({
    stakeAuthority,
    pool: textColumn.describe("Address of the stake pool"),
    poolName: textColumn.nullable().describe("Name of its token; null when unknown"),
    symbol: textColumn.nullable().describe("Symbol of its token; null when unknown"),
    poolMint: textColumn.describe("Mint of its token"),
    manager: textColumn,
    staker: textColumn.describe("Who chooses its validators"),
    validatorList: textColumn.describe("Account with the list of its validators"),
    totalStake: numberColumn.describe("SOL under management, as of its last update"),
    poolTokenSupply: numberColumn.describe("Tokens that there are, whole"),
    lastUpdateEpoch: integerColumn,
  })
  .meta({ id: "SolanaStakePoolMetadata" });
