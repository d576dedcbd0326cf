/** What is said of a Solana validator over a window of days, and what it says of itself. */
import { z } from "zod";
import { booleanColumn, integerColumn, numberColumn, textColumn } from "../columns.ts";
import { nearestStake, validatorIdentity, voteAccount } from "./records.ts";

const name = textColumn.nullable().describe("As the operator has published it; null when nothing is");
const timeWindow = textColumn.describe("1d, 7d, 30d or all: days up to the newest complete one");
const networkPenetration = numberColumn
  .nullable()
  .describe(`Its stake of all stake, 0 to 1; null when no state is known. ${nearestStake}`);
const voteLatency = numberColumn
  .nullable()
  .describe("Mean slots from block to vote; null under Alpenglow, and when blocks were not read whole");
const delegatorApy = numberColumn
  .nullable()
  .describe(
    "What delegators were paid, net of commission, of its stake, a year; `1d` takes three days. Inflation, tips and fees that it passes on, each by the days of which they are known; null when one is unknown on all of them. Stakes are those of totalStake",
  );
const effectiveness = numberColumn
  .nullable()
  .describe(
    "From sums over the window, 0 to 1: proposer and voting effectiveness, 3 parts to 5; null without both",
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
        "Fees that it keeps and commission, of its stake, a year; `1d` takes three days; null as delegatorApy. Stakes are those of totalStake",
      ),
    delegatorApy,
    voteCommissionRate: numberColumn
      .nullable()
      .describe("Newest commission on inflation rewards, 0 to 1; null where it is not known"),
    mevCommissionRate: numberColumn
      .nullable()
      .describe("Newest commission on tips, 0 to 1; null where it is not known"),
    totalStake: numberColumn
      .nullable()
      .describe(`SOL on the last day of the window; null when no state is known. ${nearestStake}`),
    networkPenetration,
    effectiveness,
    stakeAccountCount: integerColumn
      .nullable()
      .describe("Stake accounts delegated to it; null when they are not read"),
    voteLatency,
  })
  .meta({ id: "SolanaValidatorSummary" });

export const solanaLeaderboardEntry = z
  .object({
    rank: integerColumn.describe("1 is the most effective; equals are ordered by stake"),
    voteAccount,
    validatorIdentity,
    validatorName: name,
    timeWindow,
    effectiveness,
    proposerEffectiveness: numberColumn
      .nullable()
      .describe("As in the performance of validators; null without a slot to lead"),
    votingEffectiveness: numberColumn
      .nullable()
      .describe("As in the performance of validators; null when unknown"),
    skipRate: numberColumn.nullable().describe("Skipped slots of slots to lead, 0 to 1; null without any"),
    voteLatency,
    delegatorApy,
    networkPenetration,
  })
  .meta({ id: "SolanaValidatorLeaderboardEntry" });

const published = textColumn.nullable().describe("As the operator has published it; null where it has not");

export const solanaValidatorMetadata = z
  .object({
    voteAccount,
    validatorIdentity,
    validatorName: name,
    website: published,
    iconUrl: published,
    details: published,
    softwareVersion: textColumn.nullable().describe("Of its node, by gossip; null when it isn't seen there"),
    epoch: integerColumn.describe("Epoch in which all this was read"),
    slot: integerColumn.describe("Final slot when it was read"),
    activatedStake: numberColumn.describe("SOL"),
    voteCommissionRate: numberColumn.describe("Commission on inflation rewards, 0 to 1"),
    mevCommissionRate: numberColumn.nullable().describe("Commission on tips, 0 to 1; null without such tips"),
    lastVoteSlot: integerColumn.describe("Last slot that it voted for"),
    rootSlot: integerColumn,
    isDelinquent: booleanColumn.describe("Its last vote was older than 128 slots"),
    isEpochVoteAccount: booleanColumn.describe("Staked in this epoch"),
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
        "Of stake over validators: 0 when all have the same, close to 1 when one has all; null without stake",
      ),
    nakamotoCoefficient: integerColumn.describe(
      "The fewest validators that together have more than a third of the stake: the superminority",
    ),
    delinquentCount: integerColumn.describe("Validators whose last vote was older than 128 slots"),
    delinquentStakeShare: numberColumn
      .nullable()
      .describe("Their stake of all stake, 0 to 1; null without stake"),
    stakeBands: z.array(band).describe("By stake: from 0, and from each power of ten of SOL"),
    softwareVersions: z
      .array(
        part.extend({
          softwareVersion: z.string().nullable().describe("Of their nodes; null: not seen in gossip"),
        }),
      )
      .describe("By version of the software, most stake first; null: not seen in gossip"),
    commissions: z
      .array(part.extend({ voteCommissionRate: z.number() }))
      .describe("By commission on inflation rewards, lowest first"),
  })
  .meta({ id: "SolanaValidatorDistributions" });
