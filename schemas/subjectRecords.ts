/** Records of lists of subjects and of their summaries, the same for every chain. */
import { z } from "zod";
import { bigIntegerColumn, dateColumn, integerColumn, numberColumn, textColumn } from "./columns.ts";

const kind = textColumn.describe("Requested kind");
const token = textColumn.describe("Symbol of the token in which amounts are given");
const lastDay = dateColumn
  .nullable()
  .describe("Last day of the window: the newest complete day of the network; null if no day is complete yet");

export const subjectRecord = z
  .object({
    kind,
    id: textColumn.describe("Identifier, as in paths of the API"),
    name: textColumn.nullable().describe("Name; null if unknown"),
    status: textColumn
      .nullable()
      .describe("Last known status; null if the chain has no status for this kind"),
    token,
    stake: numberColumn
      .nullable()
      .describe(
        "Last known stake, in whole tokens; on Ethereum and Polygon, the stake at the end of lastDay, 0 if not active then; null if unknown",
      ),
    commission: numberColumn
      .nullable()
      .describe("Last known commission, 0 to 1; null if unknown, or if this kind has none"),
    effectiveness: numberColumn
      .nullable()
      .describe(
        "Mean over the days of the window, 0 to 100; null without a duty, or if this kind has no rating",
      ),
    rewards: numberColumn
      .nullable()
      .describe(
        "Rewards in the window for its whole stake, including its delegators' share, in whole tokens; null if unknown",
      ),
    penalties: numberColumn
      .nullable()
      .describe(
        "Penalties in the window, in whole tokens, 0 or more; null if unknown, or if this kind has none",
      ),
    missedDuties: bigIntegerColumn
      .nullable()
      .describe("Missed duties in the window; null if unknown, or if this kind has none"),
    proposals: bigIntegerColumn
      .nullable()
      .describe(
        "Blocks (or checkpoints) proposed in the window; null if unknown, or if this kind proposes none",
      ),
    days: integerColumn
      .nullable()
      .describe("Complete days of the window with a record of this subject; null without a complete day"),
    lastDay,
  })
  .meta({ id: "Subject" });

const statusCount = z.object({
  status: textColumn.describe("Status"),
  subjects: integerColumn.describe("Number of subjects with this status"),
});

const countOfUnknown = (field: string) =>
  integerColumn.describe(`Number of subjects for which this is unknown; \`${field}\` does not include them`);

export const subjectSummary = z
  .object({
    kind,
    token,
    subjects: integerColumn.describe("Number of subjects"),
    statuses: z
      .array(statusCount)
      .describe("Count per status; empty if the chain has no status for this kind"),
    stakedSubjects: integerColumn
      .nullable()
      .describe("Number of subjects with a stake above 0; null if no stake is known"),
    stake: numberColumn
      .nullable()
      .describe("Stake of all subjects with known stake, in whole tokens; null if no stake is known"),
    unknownStake: countOfUnknown("stake"),
    rewards: numberColumn
      .nullable()
      .describe(
        "Rewards in the window of all subjects with known rewards, in whole tokens; null if none are known",
      ),
    unknownRewards: countOfUnknown("rewards"),
    penalties: numberColumn
      .nullable()
      .describe(
        "Penalties in the window of all subjects with known penalties, in whole tokens; null if none are known",
      ),
    unknownPenalties: countOfUnknown("penalties"),
    effectiveness: numberColumn
      .nullable()
      .describe("Mean over all subjects with a rating in the window, 0 to 100; null without any"),
    missedDuties: bigIntegerColumn
      .nullable()
      .describe("Missed duties in the window of all subjects with known duties; null if none are known"),
    unknownMissedDuties: countOfUnknown("missedDuties"),
    proposals: bigIntegerColumn
      .nullable()
      .describe("Blocks or checkpoints proposed in the window; null if unknown for all subjects"),
    unknownProposals: countOfUnknown("proposals"),
    days: integerColumn
      .nullable()
      .describe("Complete days of the window, for the subject with the most; null without a complete day"),
    lastDay,
  })
  .meta({ id: "SubjectSummary" });
