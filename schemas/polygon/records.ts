/** Records of the API. Amounts are POL, exact to the wei; rates are fractions. */
import { z } from "zod";
import { dateColumn, integerColumn, numberColumn, textColumn } from "../columns.ts";

const validator = {
  validatorId: integerColumn.describe("Id of the validator"),
  validatorName: textColumn.nullable().describe("Always null, because none of the chains stores names"),
};
const period = {
  fromCheckpoint: integerColumn.describe("First checkpoint of the period"),
  toCheckpoint: integerColumn.describe("Last checkpoint of the period"),
  fromDate: dateColumn.describe("UTC day of the first checkpoint's block on the root chain"),
  toDate: dateColumn.describe("UTC day of the last checkpoint's block on the root chain"),
};
const timeWindow = {
  timeWindow: textColumn.describe("1d, 7d, 30d or all: UTC days up to the last complete one"),
};
const stakes = {
  selfStake: numberColumn.describe(
    "Own stake at the last checkpoint; in windows, 0 without a duty to sign that checkpoint",
  ),
  delegatedStake: numberColumn.describe(
    "Delegated stake at the last checkpoint; in windows, 0 without a duty to sign that checkpoint",
  ),
  totalStake: numberColumn.describe("Own and delegated stake"),
  commissionRate: numberColumn.describe("Commission at the last checkpoint"),
};
const signerEffectiveness = numberColumn.nullable().describe("Signed / duties, 0 to 1; null without a duty");
const performance = {
  checkpointSigningDuties: integerColumn.describe("Checkpoints at which it was active on the root chain"),
  checkpointsSigned: integerColumn.describe("Checkpoints whose call data have its signature"),
  checkpointSignerEffectiveness: signerEffectiveness,
  checkpointProposalDuties: integerColumn.describe(
    "Turns to propose a checkpoint: those that it used, and those that Heimdall skipped (NoAck), except at the checkpoints of `unknownTurnCheckpoints`",
  ),
  checkpointsProposed: integerColumn.describe("Checkpoints that it proposed"),
  checkpointProposerEffectiveness: numberColumn
    .nullable()
    .describe(
      "Proposed / duties, 0 to 1; null without a duty. It does not include turns missed at the checkpoints of `unknownTurnCheckpoints`",
    ),
  unknownTurnCheckpoints: integerColumn.describe(
    "Checkpoints with a duty to sign for which skipped proposal turns are unknown, because no node served Heimdall's states of that time",
  ),
  borProposalDuties: integerColumn
    .nullable()
    .describe("Bor blocks that were its turn to produce; null without Bor nodes"),
  borBlocksProposed: integerColumn
    .nullable()
    .describe("Bor blocks that it produced in its turn; null without Bor nodes"),
  borProposerEffectiveness: numberColumn
    .nullable()
    .describe(
      "Produced / turns, 0 to 1; null without turns. A span has a single producer, so the turn is always that of the block's producer, and this is 1; blocks of a replaced producer are not distinguished",
    ),
  effectiveness: numberColumn
    .nullable()
    .describe(
      "0.9 × signer effectiveness + 0.1 × proposer effectiveness, 0 to 1; signer effectiveness alone without a proposal duty; null without a duty",
    ),
  effectivenessVersion: textColumn.describe("Version of the rating"),
};
const rewards = {
  signingRewards: numberColumn.describe("Its share of the signing rewards"),
  proposerRewards: numberColumn.describe("Bonuses for its proposals"),
  commissionRewards: numberColumn.describe("Commission on delegators' rewards, included in signing rewards"),
  delegatorRewards: numberColumn.describe(
    "Rewards of its delegators after commission, included in signing rewards",
  ),
  grossRewards: numberColumn.describe("Signing and proposer rewards"),
  netRewards: numberColumn.describe("Gross rewards minus delegators' rewards"),
  missedRewards: numberColumn.describe("Rewards not earned because of missing signatures"),
  priorityFees: numberColumn
    .nullable()
    .describe(
      "Priority fees, which are imported because they are paid outside of the chains; not included in other sums; null without an import, and for a single checkpoint",
    ),
};
const aprs = {
  aprGross: numberColumn
    .nullable()
    .describe(
      "Annual gross rewards / total stake; null unless it had a duty at every checkpoint of the window",
    ),
  aprNet: numberColumn.nullable().describe("Annual net rewards / total stake; null if aprGross is null"),
};
const delegatorApr = numberColumn
  .nullable()
  .describe(
    "Annual rewards after commission / stake, for delegations with stake at every checkpoint, to validators with a duty at each; null if there are none, and for `all` while it covers at most 30 days",
  );

export const polygonValidatorStats = z
  .object({ ...validator, ...period, ...performance, ...stakes, ...rewards })
  .meta({ id: "PolygonValidatorStats" });

export const polygonValidatorMetadata = z
  .object({
    ...validator,
    signerAddress: textColumn.nullable().describe("Current signing key; null if its stake is withdrawn"),
    contractAddress: textColumn
      .nullable()
      .describe("ValidatorShare contract; null if it accepts no delegations"),
    ownerAddress: textColumn.nullable().describe("Owner of its NFT; null if burnt"),
    commissionRate: numberColumn.describe("Current commission"),
    status: textColumn.describe("active or inactive"),
    activationCheckpoint: integerColumn.describe("First checkpoint of its duty"),
    deactivationCheckpoint: integerColumn
      .nullable()
      .describe("First checkpoint without a duty; null if not set"),
  })
  .meta({ id: "PolygonValidatorMetadata" });

export const polygonValidatorSummary = z
  .object({
    ...validator,
    ...timeWindow,
    ...period,
    networkPenetration: numberColumn.describe(
      "Total stake / stake of all active validators at the last checkpoint",
    ),
    healthStatus: textColumn
      .nullable()
      .describe("Health by PIP-4: green, orange, red or black; null while inactive"),
    ...stakes,
    delegatorCount: integerColumn.describe("Addresses with stake at the last checkpoint"),
    ...performance,
    ...rewards,
    unknownPriorityFeeDays: integerColumn.describe(
      "Days of the window for which the priority fee file does not have the validator; `priorityFees` does not include them",
    ),
    ...aprs,
    delegatorApr,
  })
  .meta({ id: "PolygonValidatorSummary" });

export const polygonNetworkOverview = z
  .object({
    ...timeWindow,
    ...period,
    checkpointCount: integerColumn.describe("Checkpoints of the window"),
    validatorCount: integerColumn.describe("Active validators at the last checkpoint"),
    delegatorCount: integerColumn.describe(
      "Addresses with stake in active validators at the last checkpoint",
    ),
    totalStake: numberColumn.describe("Stake of active validators at the last checkpoint"),
    selfStake: numberColumn.describe("Own stake of active validators"),
    delegatedStake: numberColumn.describe("Delegated stake of active validators"),
    totalRewards: numberColumn.describe("Rewards of all checkpoints"),
    proposerRewards: numberColumn.describe("Bonuses of proposers, included in totalRewards"),
    commissionRewards: numberColumn.describe("Commissions, included in totalRewards"),
    delegatorRewards: numberColumn.describe("Rewards of delegators, included in totalRewards"),
    priorityFees: numberColumn
      .nullable()
      .describe(
        "Imported priority fees of validators with a summary of the window; not included in other sums; null without an import",
      ),
    unknownPriorityFeeDays: integerColumn.describe(
      "Days of the window for which the priority fee file has no validator; `priorityFees` does not include them",
    ),
    emissionResidual: numberColumn
      .nullable()
      .describe("Total rewards minus rewards by the emission rules; null if a rule is unknown"),
    checkpointSignerEffectiveness: signerEffectiveness,
    blendedCommissionRate: numberColumn
      .nullable()
      .describe("Mean commission, weighted by delegated stake; null without delegations"),
    aprGross: numberColumn.nullable().describe("Annual total rewards / total stake; null without stake"),
    delegatorApr,
  })
  .meta({ id: "PolygonNetworkOverview" });

const delegator = { delegatorAddress: textColumn.describe("Address of the delegator") };

export const polygonDelegatorSummary = z
  .object({
    ...delegator,
    ...timeWindow,
    networkPenetration: numberColumn.describe(
      "Its stake / stake of all active validators at the last checkpoint",
    ),
    delegations: z
      .array(
        z.object({
          validatorId: integerColumn,
          validatorName: textColumn
            .nullable()
            .describe("Always null, because none of the chains stores names"),
          stakePercentage: numberColumn.describe("Share of its stake, 0 to 1; all shares add up to 1"),
        }),
      )
      .describe("Active validators in which it has stake at the last checkpoint"),
    aprGross: numberColumn
      .nullable()
      .describe(
        "Annual rewards before commission / stake, for delegations with stake at every checkpoint, to validators with a duty at each; null if there are none",
      ),
    aprNet: numberColumn
      .nullable()
      .describe("Annual rewards after commission / stake; null if aprGross is null"),
    aggregateEffectiveness: numberColumn
      .nullable()
      .describe("Mean over its validators, weighted by its stake, 0 to 1; null without stake"),
    blendedCommissionRate: numberColumn
      .nullable()
      .describe("Mean over its validators, weighted by its stake; null without stake"),
    totalDelegatorStake: numberColumn.describe("Stake in active validators at the last checkpoint"),
    totalGrossRewards: numberColumn.describe("Rewards before commission"),
    totalNetRewards: numberColumn.describe("Rewards after commission"),
    totalCommissionPaid: numberColumn.describe("totalGrossRewards minus totalNetRewards"),
  })
  .meta({ id: "PolygonDelegatorSummary" });

export const polygonDelegatorRewards = z
  .object({
    ...delegator,
    ...validator,
    ...period,
    delegatorStake: numberColumn.describe("Stake at the last checkpoint of the period"),
    rewards: numberColumn.describe("Rewards after commission"),
    missedRewards: numberColumn.describe(
      "Rewards not earned because of missing signatures, after commission",
    ),
  })
  .meta({ id: "PolygonDelegatorRewards" });
