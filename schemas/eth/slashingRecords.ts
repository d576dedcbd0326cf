/** Records of Ethereum's slashings. Field order is the order in the JSON and in the SQL. */
import { z } from "zod";
import { dateColumn, integerColumn, numberColumn, textColumn } from "../columns.ts";

const gweiOrNull = integerColumn.nullable();
const ratioOrNull = numberColumn.nullable();

export const slashingPenalties = z
  .object({
    validatorIndex: integerColumn.describe("Index of the slashed validator"),
    validatorPubkey: textColumn.describe("BLS public key, 0x and 96 hex digits"),
    slashingEpoch: integerColumn.describe("Epoch of the block that included the evidence"),
    withdrawableEpoch: integerColumn
      .nullable()
      .describe(
        "Epoch from which its balance can be withdrawn; null until a registry after the slashing is known",
      ),
    balanceBeforeSlashing: gweiOrNull.describe(
      "Balance at the last slot of the epoch before the slashing; null if no node returned it",
    ),
    balanceBeforeWithdrawal: gweiOrNull.describe(
      "Balance at the last slot before withdrawableEpoch, until then at the latest epoch; null if no node returned it",
    ),
    slashingPenalties: gweiOrNull.describe(
      "balanceBeforeSlashing - balanceBeforeWithdrawal; positive for a loss. It grows until withdrawableEpoch; null while either is unknown",
    ),
  })
  .meta({ id: "SlashingPenalties" });

export const slashingOverview = z
  .object({
    timeWindow: textColumn.describe("1d, 7d, 30d or all: chain days that end with the last complete one"),
    validatorsSlashed: integerColumn.describe("Slashed validators"),
    discreteSlashingEvents: integerColumn.describe(
      "Slashing events; all slashings of an entity on a day are one event",
    ),
    largestSlashingIncident: integerColumn.describe("Highest number of validators in one event"),
    currentSlashingPenaltyGwei: gweiOrNull.describe(
      "Cost of slashing a validator with 32 ETH now: the initial penalty, and missed attestations until it is withdrawable; null until an epoch is computed",
    ),
    slashingSlotsRatio: numberColumn.describe("Slots with a slashing / slots, 0 to 1"),
    solosRatio: ratioOrNull.describe(
      "Share of slashed validators without a pool or operator, 0 to 1; null without any",
    ),
    prosRatio: ratioOrNull.describe(
      "Share of slashed validators of a pool or operator, 0 to 1; null without any",
    ),
    slashingPenaltiesAllRewardsRatio: ratioOrNull.describe(
      "Slashing penalties / all rewards; null without an execution node",
    ),
    slashingPenaltiesStakeRatio: ratioOrNull.describe(
      "Slashing penalties / active stake; null while either is unknown",
    ),
  })
  .meta({ id: "SlashingOverview" });

export const slashingLeaderboard = z
  .object({
    id: textColumn.describe("Entity: a withdrawal address, or the validator's index if it has none"),
    idType: textColumn.describe("Kind of the entity"),
    slashes: integerColumn.describe(
      "Slashed: its validators that were slashed; slasher: validators that were slashed by its blocks",
    ),
    medianSlashedMonth: textColumn.describe("Month of the median slashing, such as Nov 2023"),
    slasherPedigree: textColumn.describe("Title of a slasher, by its number of slashes; NA for the slashed"),
    slashingRole: textColumn.describe("slashed or slasher"),
    validatorCount: integerColumn.describe("Active validators at the end of the last complete day"),
  })
  .meta({ id: "SlashingLeaderboard" });

const slashedCount = (since: string) => integerColumn.describe(`Slashed validators, ${since}`);

export const slashingCohort = z
  .object({
    cohort: textColumn.describe(
      "Solos, or pools and operators by their number of active validators at the time",
    ),
    lastSixMonths: slashedCount("last 182 chain days"),
    pastYear: slashedCount("last 365 chain days"),
    pastTwoYears: slashedCount("last 730 chain days"),
    allTime: slashedCount("all days"),
  })
  .meta({ id: "SlashingCohortAnalysis" });

export const slashingMonth = z
  .object({
    month: dateColumn.describe("First day of the UTC month"),
    validatorsSlashed: integerColumn.describe("Validators slashed in the month"),
  })
  .meta({ id: "SlashingTimeSeries" });

export const syncCommitteeReward = z
  .object({
    consensusSlot: integerColumn.describe("Slot of the block"),
    validatorIndex: integerColumn.describe("Member of the sync committee"),
    reward: integerColumn.describe("Rewards minus penalties of all its seats, gwei"),
  })
  .meta({ id: "SyncCommitteeRewards" });
