/** Summaries of Solana's validators over a window of days, and their metadata. */
import { z } from "zod";
import { booleanColumn, integerColumn, numberColumn, textColumn } from "../columns.ts";
import { nearestStake, validatorIdentity, voteAccount } from "./records.ts";

const name = textColumn.nullable().describe("Name that the operator published; null if there is none");
const timeWindow = textColumn.describe("1d, 7d, 30d or all: days up to the newest complete one");
const networkPenetration = numberColumn
  .nullable()
  .describe(`Share of the network's stake, 0 to 1; null if no state is known. ${nearestStake}`);
const voteLatency = numberColumn
  .nullable()
  .describe("Mean slots from block to vote; null under Alpenglow, or if full blocks were not read");
const delegatorApy = numberColumn
  .nullable()
  .describe(
    "Annual rate of delegators' rewards after commission on its stake; `1d` uses the last three days. It includes inflation, tips and shared fees, each from the days for which they are known; null if one of them is unknown on all days. Stakes are those of totalStake",
  );
const effectiveness = numberColumn
  .nullable()
  .describe(
    "Weighted mean of proposer effectiveness (3 parts) and voting effectiveness (5 parts), from sums over the window, 0 to 1; null if both are unknown",
  );

export const solanaValidatorSummary = z
  .object({
    validatorIdentity,
    voteAccount,
    timeWindow,
    name,
    validatorName: name,
    validatorApy: numberColumn
      .nullable()
      .describe(
        "Annual rate of the fees and commission that it keeps on its stake; `1d` uses the last three days; null under the conditions of delegatorApy. Stakes are those of totalStake",
      ),
    delegatorApy,
    voteCommissionRate: numberColumn
      .nullable()
      .describe("Newest commission on inflation rewards, 0 to 1; null if unknown"),
    mevCommissionRate: numberColumn.nullable().describe("Newest commission on tips, 0 to 1; null if unknown"),
    totalStake: numberColumn
      .nullable()
      .describe(`SOL on the last day of the window; null if no state is known. ${nearestStake}`),
    networkPenetration,
    effectiveness,
    stakeAccountCount: integerColumn
      .nullable()
      .describe("Stake accounts delegated to it; null if they were not read"),
    voteLatency,
  })
  .meta({ id: "SolanaValidatorSummary" });

export const solanaLeaderboardEntry = z
  .object({
    rank: integerColumn.describe(
      "1 is the most effective; validators with equal ratings are ordered by stake",
    ),
    voteAccount,
    validatorIdentity,
    validatorName: name,
    timeWindow,
    effectiveness,
    proposerEffectiveness: numberColumn
      .nullable()
      .describe("As in the performance of validators; null without leader slots"),
    votingEffectiveness: numberColumn
      .nullable()
      .describe("As in the performance of validators; null if unknown"),
    skipRate: numberColumn
      .nullable()
      .describe("Skipped leader slots / leader slots, 0 to 1; null without leader slots"),
    voteLatency,
    delegatorApy,
    networkPenetration,
  })
  .meta({ id: "SolanaValidatorLeaderboardEntry" });

const published = textColumn.nullable().describe("Published by the operator; null if there is none");

export const solanaValidatorMetadata = z
  .object({
    voteAccount,
    validatorIdentity,
    validatorName: name,
    website: published,
    iconUrl: published,
    details: published,
    softwareVersion: textColumn
      .nullable()
      .describe("Version of its node's software, from gossip; null if the node is not in gossip"),
    epoch: integerColumn.describe("Epoch in which the record was read"),
    slot: integerColumn.describe("Finalized slot at the time of reading"),
    activatedStake: numberColumn.describe("SOL"),
    voteCommissionRate: numberColumn.describe("Commission on inflation rewards, 0 to 1"),
    mevCommissionRate: numberColumn.nullable().describe("Commission on tips, 0 to 1; null without tips"),
    lastVoteSlot: integerColumn.describe("Last slot that it voted for"),
    rootSlot: integerColumn,
    isDelinquent: booleanColumn.describe("Whether its last vote was more than 128 slots old"),
    isEpochVoteAccount: booleanColumn.describe("Whether it has stake in this epoch"),
  })
  .meta({ id: "SolanaValidatorMetadata" });

const band = z.object({
  minimumStake: z.int().describe("SOL, inclusive"),
  validatorCount: z.int(),
  stakeShare: z.number(),
});
const part = z.object({ validatorCount: z.int(), stakeShare: z.number().describe("0 to 1") });

export const solanaValidatorDistributions = z
  .object({
    epoch: integerColumn.describe("Epoch of the newest state, to which all fields refer"),
    validatorCount: integerColumn.describe("Vote accounts with stake"),
    activatedStake: numberColumn.describe("SOL"),
    giniCoefficient: numberColumn
      .nullable()
      .describe(
        "Gini coefficient of stake among validators: 0 if all have the same stake, close to 1 if one has all of it; null without stake",
      ),
    nakamotoCoefficient: integerColumn.describe(
      "Smallest number of validators that together have more than a third of the stake (the superminority)",
    ),
    delinquentCount: integerColumn.describe("Validators whose last vote was more than 128 slots old"),
    delinquentStakeShare: numberColumn
      .nullable()
      .describe("Their share of the network's stake, 0 to 1; null without stake"),
    stakeBands: z
      .array(band)
      .describe("Validators by stake, in bands from 0 and from each power of ten of SOL"),
    softwareVersions: z
      .array(
        part.extend({
          softwareVersion: z
            .string()
            .nullable()
            .describe("Version of their nodes' software; null if the nodes are not in gossip"),
        }),
      )
      .describe("Validators by software version, most stake first"),
    commissions: z
      .array(part.extend({ voteCommissionRate: z.number() }))
      .describe("Validators by commission on inflation rewards, lowest first"),
  })
  .meta({ id: "SolanaValidatorDistributions" });
