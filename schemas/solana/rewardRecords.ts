/** Records of rewards of Solana's validators and delegators. Amounts are whole SOL, exact to the lamport; rates are 0 to 1. */
import { z } from "zod";
import { booleanColumn, integerColumn, numberColumn, textColumn, textListColumn } from "../columns.ts";
import { nearestStake, period, validatorIdentity, voteAccount } from "./records.ts";

const waitsFor = textListColumn.describe(
  "Facts that are not known yet and will change the record: tips (of epochs that ended in the period), passedFees (fees that validators shared with delegators for these epochs), stakeAccounts (owners of stake accounts). Empty if there are none",
);
const isComplete = booleanColumn.describe("All slots of the period are known");
const voteCommissionRate = numberColumn
  .nullable()
  .describe("Commission on inflation rewards; null if unknown");
const mevCommissionRate = numberColumn.nullable().describe("Commission on tips; null if unknown");
const stakeAccount = textColumn.describe("Stake account");
const stakeAuthority = textColumn.describe("Authority that may delegate the stake");
const validatorVoteAccount = textColumn.describe("Vote account of the validator that it is delegated to");
const validatorName = textColumn
  .nullable()
  .describe("Name that the operator published; null if there is none");

export const solanaValidatorRewards = z
  .object({
    voteAccount,
    validatorIdentity,
    ...period,
    blockRewards: numberColumn.describe("Fees of its blocks: half of the base fees and all priority fees"),
    sharedBlockRewards: numberColumn
      .nullable()
      .describe(
        "Fees that it shared with its delegators through Jito's program (JIP-16), for epochs that ended in the period; null if they are unknown",
      ),
    voteCommissionRewards: numberColumn
      .nullable()
      .describe(
        "Commission on inflation rewards, counted when paid; null if it was paid to a separate collector (SIMD-0232)",
      ),
    mevCommissionRewards: numberColumn
      .nullable()
      .describe(
        "Its commission on the tips of epochs that ended in the period; null if the tips are unknown",
      ),
    totalRewards: numberColumn
      .nullable()
      .describe(
        "Sum of the validator's rewards minus sharedBlockRewards; null while one of these is unknown. Negative if the shared fees of an epoch exceed the rewards of the period",
      ),
    delegatorStakingRewards: numberColumn
      .nullable()
      .describe(
        "Inflation rewards of its delegators after commission; null if no node returned the owners of stake accounts",
      ),
    delegatorMevRewards: numberColumn
      .nullable()
      .describe("Its delegators' part of the tips; null if the tips are unknown"),
    delegatorBlockRewards: numberColumn
      .nullable()
      .describe(
        "Part of sharedBlockRewards that its delegators receive, after the tip router's fee; null if sharedBlockRewards is unknown",
      ),
    missedStakingRewards: numberColumn
      .nullable()
      .describe(
        "Additional inflation rewards that the credits of the epoch's best validator would have earned; null if credits are unknown, and under Alpenglow",
      ),
    commissionResidual: numberColumn
      .nullable()
      .describe(
        "voteCommissionRewards minus the commission implied by delegators' payouts; null if a rate is unknown (as with a commission of 100 %), or if the payouts of an epoch continue past midnight",
      ),
    paidStakeAccounts: integerColumn
      .nullable()
      .describe("Stake accounts that were paid; null if delegatorStakingRewards is null"),
    activatedStake: numberColumn.nullable().describe(`SOL; null if no state is known. ${nearestStake}`),
    voteCommissionRate,
    mevCommissionRate,
    waitsFor,
    isComplete,
  })
  .meta({ id: "SolanaValidatorRewards" });

const paid = {
  stakingRewards: numberColumn.describe("Inflation rewards paid on this day, after commission"),
  stakingCommissionPaid: numberColumn
    .nullable()
    .describe("Commission on stakingRewards; null if a rate is unknown"),
  mevRewards: numberColumn
    .nullable()
    .describe(
      "Part of the tips of epochs that ended on this day, by stake; null until the tips are known, about two days later",
    ),
  blockRewards: numberColumn
    .nullable()
    .describe(
      "Part of the fees that its validators shared (JIP-16) for epochs that ended on this day, by stake; null until they are known",
    ),
  mevCommissionPaid: numberColumn
    .nullable()
    .describe("Part of the validators' commission on these tips, by stake; null if mevRewards is null"),
  missedStakingRewards: numberColumn
    .nullable()
    .describe(
      "Additional inflation rewards that the credits of the epoch's best validator would have earned; null if unknown",
    ),
};
const delegatedStake = numberColumn.describe(
  "Active stake, SOL, in the newest epoch that paid on this day, from the nearest snapshot of stake accounts; for a backfilled day, the snapshot at the time of the backfill",
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
        .describe("Share of the authority's stake, 0 to 100; null if that stake is 0"),
    }),
  )
  .describe("Validators by stake, largest first");

const authorityRewards = {
  stakeAuthority,
  ...period,
  delegatedStake,
  validatorDelegates: integerColumn.describe("Validators that it delegates to"),
  ...paid,
  blendedVoteCommissionRate: voteCommissionRate.describe(
    "Mean over validators that paid, weighted by stake; null without one",
  ),
  blendedMevCommissionRate: mevCommissionRate.describe(
    "Mean over validators with tips, weighted by stake; null without one",
  ),
};

export const solanaAuthorityRewards = z
  .object({ ...authorityRewards, waitsFor, isComplete })
  .meta({ id: "SolanaDelegatorStakeAuthorityRewards" });

export const solanaAuthorityRewardsWithDelegations = z
  .object({ ...authorityRewards, delegations, waitsFor, isComplete })
  .meta({ id: "SolanaDelegatorStakeAuthorityRewardsWithDelegations" });

const timeWindow = textColumn.describe("1d, 7d, 30d or all: days up to the newest complete one");
const active =
  "null without a delegation during the whole window; `1d` uses the last three days. Stakes are those of delegatedStake";
const yields = {
  stakingRewardsApy: numberColumn
    .nullable()
    .describe(`Annual rate of inflation rewards on the stake; ${active}`),
  mevRewardsApr: numberColumn
    .nullable()
    .describe(`Annual rate of tips on the stake, from days with known tips; ${active}`),
  blockRewardsApr: numberColumn
    .nullable()
    .describe(`Annual rate of shared fees on the stake, from days with known fees; ${active}`),
  delegatorApy: numberColumn.nullable().describe(`Sum of the three rates; ${active}`),
};
const sums = {
  sumStakingRewards: numberColumn,
  sumMevRewards: numberColumn
    .nullable()
    .describe("Sum of the known tips, which become known about two days later; null if none are known"),
  sumBlockRewards: numberColumn
    .nullable()
    .describe("Sum of the known fees that validators shared; null if none are known"),
  sumRewards: numberColumn.describe("Sum of inflation rewards, known tips and known shared fees"),
  sumMissedStakingRewards: numberColumn
    .nullable()
    .describe("Sum of missedStakingRewards; null if credits of the window are unknown"),
  sumStakingCommissionPaid: numberColumn
    .nullable()
    .describe("Commission on inflation rewards; null if rates of the window are unknown"),
  sumMevCommissionPaid: numberColumn
    .nullable()
    .describe("Commission on the known tips; null if none are known"),
  sumCommissionPaid: numberColumn
    .nullable()
    .describe("Commission on inflation rewards and on known tips; null if sumStakingCommissionPaid is null"),
};
const stakeNow = numberColumn.describe("SOL in the newest snapshot of stake accounts");
const networkPenetration = numberColumn
  .nullable()
  .describe("Share of the network's stake, 0 to 1; null if that is unknown");

export const solanaDelegatorSummary = z
  .object({
    stakeAccount,
    stakeAuthority,
    withdrawAuthority: textColumn.describe("Authority that may withdraw from it"),
    status: textColumn.describe("active, activating, deactivating or inactive, when it was read"),
    timeWindow,
    validatorVoteAccount,
    validatorName,
    validatorEffectiveness: numberColumn
      .nullable()
      .describe("Mean over the days of the window, 0 to 1; null without a rated day"),
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
      .describe("Name of its stake pool, or the pool's address if it has no name; null without a stake pool"),
    validatorDelegates: integerColumn.describe("Validators that it delegates to"),
    delegations,
    delegatedStake: stakeNow,
    networkPenetration,
    aggregateValidatorEffectiveness: numberColumn
      .nullable()
      .describe("Mean over its validators, weighted by stake, 0 to 1; null if unknown for all of them"),
    ...yields,
    blendedVoteCommissionRate: voteCommissionRate.describe(
      "Mean of the newest rates, weighted by stake; null if unknown for all validators",
    ),
    blendedMevCommissionRate: mevCommissionRate.describe(
      "Mean of the newest rates, weighted by stake; null if unknown for all validators",
    ),
    ...sums,
  })
  .meta({ id: "SolanaDelegatorStakeAuthoritySummary" });

export const solanaStakePoolMetadata = z
  .object({
    stakeAuthority,
    pool: textColumn.describe("Address of the stake pool"),
    poolName: textColumn.nullable().describe("Name of its token; null if unknown"),
    symbol: textColumn.nullable().describe("Symbol of its token; null if unknown"),
    poolMint: textColumn.describe("Mint of its token"),
    manager: textColumn,
    staker: textColumn.describe("Account that chooses its validators"),
    validatorList: textColumn.describe("Account with the list of its validators"),
    totalStake: numberColumn.describe("SOL under management, as of its last update"),
    poolTokenSupply: numberColumn.describe("Supply of its token, in whole tokens"),
    lastUpdateEpoch: integerColumn,
  })
  .meta({ id: "SolanaStakePoolMetadata" });
