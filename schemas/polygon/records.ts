/** Records of the API. Amounts are POL, exact to the wei; rates are fractions. */
import { z } from "zod";
import { dateColumn, integerColumn, numberColumn, textColumn } from "../columns.ts";

const validator = {
  validatorId: integerColumn.describe("Validator"),
  validatorName: textColumn.nullable().describe("Its name; null: no chain tells it"),
};
const period = {
  fromCheckpoint: integerColumn.describe("First checkpoint of the period"),
  toCheckpoint: integerColumn.describe("Last checkpoint of the period"),
  fromDate: dateColumn.describe("UTC day of the first one's block on the root chain"),
  toDate: dateColumn.describe("UTC day of the last one's block on the root chain"),
};
const timeWindow = {
  timeWindow: textColumn.describe("1d, 7d, 30d or all: UTC days up to the last complete one"),
};
const stakes = {
  selfStake: numberColumn.describe(
    "Own stake at the last checkpoint; in windows 0 without a duty to sign that one",
  ),
  delegatedStake: numberColumn.describe(
    "Delegated stake at the last checkpoint; in windows 0 without a duty to sign that one",
  ),
  totalStake: numberColumn.describe("Both"),
  commissionRate: numberColumn.describe("Commission at the last checkpoint"),
};
const signerEffectiveness = numberColumn.nullable().describe("Signed by duties, 0 to 1; null without a duty");
const performance = {
  checkpointSigningDuties: integerColumn.describe("Checkpoints at which it was active on the root chain"),
  checkpointsSigned: integerColumn.describe("Those whose call data have its signature"),
  checkpointSignerEffectiveness: signerEffectiveness,
  checkpointProposalDuties: integerColumn.describe(
    "Turns to propose a checkpoint: those that it used, and those that Heimdall passed on (NoAck), as far as `unknownTurnCheckpoints` says that they are known",
  ),
  checkpointsProposed: integerColumn.describe("Checkpoints that it proposed"),
  checkpointProposerEffectiveness: numberColumn
    .nullable()
    .describe(
      "Proposed by duties, 0 to 1; null without. Turns missed at the checkpoints of `unknownTurnCheckpoints` are not in it",
    ),
  unknownTurnCheckpoints: integerColumn.describe(
    "Of the checkpoints that it had to sign, those of which it is unknown whose turns to propose were passed on: no node had Heimdall's states of then",
  ),
  borProposalDuties: integerColumn
    .nullable()
    .describe("Bor blocks that were its turn; null without Bor nodes"),
  borBlocksProposed: integerColumn.nullable().describe("Those of them that it made; null as that"),
  borProposerEffectiveness: numberColumn
    .nullable()
    .describe(
      "Made by turns, 0 to 1; null without. Since one producer holds a span, the turn is always that of the block's producer, and this is 1; blocks of a replaced producer are not told apart",
    ),
  effectiveness: numberColumn
    .nullable()
    .describe(
      "0.9 signer and 0.1 proposer effectiveness, 0 to 1; the signer's alone without a proposal; null without a duty",
    ),
  effectivenessVersion: textColumn.describe("Version of the rating"),
};
const rewards = {
  signingRewards: numberColumn.describe("Its part of what signers get"),
  proposerRewards: numberColumn.describe("Bonuses of its proposals"),
  commissionRewards: numberColumn.describe("Of signing rewards its commission on delegators' part"),
  delegatorRewards: numberColumn.describe("Of signing rewards what its delegators get, after commission"),
  grossRewards: numberColumn.describe("Signing and proposer rewards"),
  netRewards: numberColumn.describe("Gross rewards less what delegators get"),
  missedRewards: numberColumn.describe("What signatures that are missing would have given"),
  priorityFees: numberColumn
    .nullable()
    .describe(
      "Imported, since they are paid outside of the chains, and in no other sum; null without, and for a checkpoint alone",
    ),
};
const aprs = {
  aprGross: numberColumn
    .nullable()
    .describe(
      "Gross rewards by total stake a year; null unless it had a duty at every checkpoint of the window",
    ),
  aprNet: numberColumn.nullable().describe("Net rewards by total stake a year; null as aprGross"),
};
const delegatorApr = numberColumn
  .nullable()
  .describe(
    "Of delegations with stake at every checkpoint, to validators with a duty at each, after commission; null without any, and for `all` up to 30 days",
  );

export const polygonValidatorStats = z
  .object({ ...validator, ...period, ...performance, ...stakes, ...rewards })
  .meta({ id: "PolygonValidatorStats" });

export const polygonValidatorMetadata = z
  .object({
    ...validator,
    signerAddress: textColumn
      .nullable()
      .describe("Key by which it signs now; null when its stake is taken back"),
    contractAddress: textColumn.nullable().describe("Its ValidatorShare; null when it takes no delegations"),
    ownerAddress: textColumn.nullable().describe("Owner of its NFT; null when that is burnt"),
    commissionRate: numberColumn.describe("Commission now"),
    status: textColumn.describe("active or inactive"),
    activationCheckpoint: integerColumn.describe("First checkpoint of its duty"),
    deactivationCheckpoint: integerColumn.nullable().describe("First checkpoint without; null: none"),
  })
  .meta({ id: "PolygonValidatorMetadata" });

export const polygonValidatorSummary = z
  .object({
    ...validator,
    ...timeWindow,
    ...period,
    networkPenetration: numberColumn.describe(
      "Total stake by that of all active validators at the last checkpoint",
    ),
    healthStatus: textColumn
      .nullable()
      .describe("By PIP-4: green, orange, red or black; null while inactive"),
    ...stakes,
    delegatorCount: integerColumn.describe("Addresses with stake at the last checkpoint"),
    ...performance,
    ...rewards,
    unknownPriorityFeeDays: integerColumn.describe(
      "Days of the window of which the file of priority fees has none of the validator: `priorityFees` is without them",
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
    selfStake: numberColumn.describe("Their own"),
    delegatedStake: numberColumn.describe("That of their delegators"),
    totalRewards: numberColumn.describe("Rewards of all checkpoints"),
    proposerRewards: numberColumn.describe("Of them bonuses of proposers"),
    commissionRewards: numberColumn.describe("Of them commissions"),
    delegatorRewards: numberColumn.describe("Of them what delegators get"),
    priorityFees: numberColumn
      .nullable()
      .describe("Imported, of validators with a summary of the window; in no other sum; null without"),
    unknownPriorityFeeDays: integerColumn.describe(
      "Days of the window of which the file of priority fees has no validator: `priorityFees` is without them",
    ),
    emissionResidual: numberColumn
      .nullable()
      .describe("Total rewards less what the rules of emission say; null while a rule is unknown"),
    checkpointSignerEffectiveness: signerEffectiveness,
    blendedCommissionRate: numberColumn.nullable().describe("By delegated stake; null without"),
    aprGross: numberColumn.nullable().describe("Total rewards by total stake a year; null without stake"),
    delegatorApr,
  })
  .meta({ id: "PolygonNetworkOverview" });

const delegator = { delegatorAddress: textColumn.describe("Address of the delegator") };

export const polygonDelegatorSummary = z
  .object({
    ...delegator,
    ...timeWindow,
    networkPenetration: numberColumn.describe(
      "Its stake by that of all active validators at the last checkpoint",
    ),
    delegations: z
      .array(
        z.object({
          validatorId: integerColumn,
          validatorName: textColumn.nullable().describe("Its name; null: no chain tells it"),
          stakePercentage: numberColumn.describe("A fraction; they add up to 1"),
        }),
      )
      .describe("Active validators that it has stake in at the last checkpoint"),
    aprGross: numberColumn
      .nullable()
      .describe(
        "Before commission, of delegations with stake at every checkpoint, to validators with a duty at each; null without",
      ),
    aprNet: numberColumn.nullable().describe("After commission; null as aprGross"),
    aggregateEffectiveness: numberColumn
      .nullable()
      .describe("Mean of validators' by its stake, 0 to 1; null without stake"),
    blendedCommissionRate: numberColumn
      .nullable()
      .describe("Mean of validators' by its stake; null without stake"),
    totalDelegatorStake: numberColumn.describe("Stake in active validators at the last checkpoint"),
    totalGrossRewards: numberColumn.describe("Before commission"),
    totalNetRewards: numberColumn.describe("After commission"),
    totalCommissionPaid: numberColumn.describe("The difference"),
  })
  .meta({ id: "PolygonDelegatorSummary" });

export const polygonDelegatorRewards = z
  .object({
    ...delegator,
    ...validator,
    ...period,
    delegatorStake: numberColumn.describe("Stake at the last checkpoint of the period"),
    rewards: numberColumn.describe("After commission"),
    missedRewards: numberColumn.describe(
      "After commission, what signatures that are missing would have given",
    ),
  })
  .meta({ id: "PolygonDelegatorRewards" });
