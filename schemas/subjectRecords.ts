/** What lists of subjects, and the summary of a network, answer of every chain. */
import { z } from "zod";
import { bigIntegerColumn, dateColumn, integerColumn, numberColumn, textColumn } from "./columns.ts";

const kind = textColumn.describe("Requested kind");
const token = textColumn.describe("Symbol of the token that amounts are in");
const lastDay = dateColumn
  .nullable()
  .describe("Last day of the window: the newest complete one of the network; null: none is complete so far");

export const subjectRecord = z
  .object({
    kind,
    id: textColumn.describe("As paths of the API take it"),
    name: textColumn.nullable().describe("Name; null without a known one"),
    status: textColumn.nullable().describe("Last known value; null where the chain has none for this kind"),
    token,
    stake: numberColumn
      .nullable()
      .describe(
        "Stake in whole tokens, as last known; on Ethereum and Polygon that at the end of lastDay, 0 if not active then; null where it is not known",
      ),
    commission: numberColumn
      .nullable()
      .describe("Commission as last known, 0 to 1; null where it is not known, or its kind has none"),
    effectiveness: numberColumn
      .nullable()
      .describe(
        "Mean over the days of the window, 0 to 100; null without a duty, and where its kind has no rating",
      ),
    rewards: numberColumn
      .nullable()
      .describe(
        "Rewards in the window for its whole stake, including its delegators' share, in whole tokens; null where unknown",
      ),
    penalties: numberColumn
      .nullable()
      .describe(
        "Penalties in the window, in whole tokens, 0 or more; null where unknown, or where its kind has none",
      ),
    missedDuties: bigIntegerColumn
      .nullable()
      .describe("Duties of the window that it missed; null where it is not known, or its kind has none"),
    proposals: bigIntegerColumn
      .nullable()
      .describe(
        "Blocks (or checkpoints) proposed in the window; null where unknown, or where its kind proposes none",
      ),
    days: integerColumn
      .nullable()
      .describe("Complete days of the window with a record of it; null without a complete day"),
    lastDay,
  })
  .meta({ id: "Subject" });

const statusCount = z.object({
  status: textColumn.describe("Status"),
  subjects: integerColumn.describe("How many have it"),
});

const countOfUnknown = (field: string) =>
  integerColumn.describe(`How many there are of which it is not known: \`${field}\` is without them`);

export const subjectSummary = z
  .object({
    kind,
    token,
    subjects: integerColumn.describe("How many there are"),
    statuses: z.array(statusCount).describe("Count per status; empty where the chain has none for the kind"),
    stakedSubjects: integerColumn
      .nullable()
      .describe("How many of them have a stake above 0; null where no stake is known"),
    stake: numberColumn
      .nullable()
      .describe("Stake of all subjects with known stake, in whole tokens; null if no stake is known"),
    unknownStake: countOfUnknown("stake"),
    rewards: numberColumn
      .nullable()
      .describe(
        "What all of which it is known earned in the window, in whole tokens; null where it is known of none",
      ),
    unknownRewards: countOfUnknown("rewards"),
    penalties: numberColumn
      .nullable()
      .describe(
        "What all of which it is known lost to penalties in the window, in whole tokens; null where it is known of none",
      ),
    unknownPenalties: countOfUnknown("penalties"),
    effectiveness: numberColumn
      .nullable()
      .describe("Mean over all with one in the window, 0 to 100; null without any"),
    missedDuties: bigIntegerColumn
      .nullable()
      .describe(
        "Duties of the window that were missed by all of which it is known; null where it is known of none",
      ),
    unknownMissedDuties: countOfUnknown("missedDuties"),
    proposals: bigIntegerColumn
      .nullable()
      .describe("Blocks or checkpoints that were made in the window; null where it is known of none"),
    unknownProposals: countOfUnknown("proposals"),
    days: integerColumn
      .nullable()
      .describe("Complete days of the window, of the subject with the most; null without a complete day"),
    lastDay,
  })
  .meta({ id: "SubjectSummary" });
