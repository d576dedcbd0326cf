/** Why a number of a validator's day on Solana is null. */
import { forAll, nothing, shareOf, unknown, type WhyNull } from "../explain/nulls.ts";

const votes = unknown(
  "under Alpenglow votes are not in blocks, and blocks that are not read whole do not show them",
);
const contents = unknown("not all of the day's blocks were read whole");
const stakeAccounts = unknown("no node returned the paid stake accounts and their owners");
const tips = unknown(
  "the tips of an epoch that ended on the day are not known: they are uploaded days later",
);

const passedOn = unknown(
  "the fees that validators passed on for an epoch that ended on the day are not known: they are settled days later",
);

export const nulls: Readonly<Record<string, WhyNull>> = {
  ...forAll(
    ["totalVotes", "sumLatency", "totalVoteScore", "delinquencies", "uptime", "votingEffectiveness"],
    votes,
  ),
  voteLatency: shareOf("totalVotes"),
  proposerEffectiveness: shareOf("leaderSlots"),
  ...forAll(["emptyBlocks", "voteOnlyBlocks"], contents),
  effectiveness: (values) =>
    values.get("leaderSlots") === "0" && values.get("totalVotes") === "0"
      ? nothing("the validator had nothing to do on the day")(values)
      : votes(values),
  voteCommissionRewards: unknown("its commission is paid to a separate collector"),
  ...forAll(["delegatorStakingRewards", "paidStakeAccounts"], stakeAccounts),
  commissionResidual: unknown("the commission rate of a payout is not known"),
  missedStakingRewards: unknown("the credits of an epoch that ended on the day are not known"),
  ...forAll(["mevCommissionRewards", "delegatorMevRewards"], tips),
  ...forAll(["sharedBlockRewards", "delegatorBlockRewards"], passedOn),
  ...forAll(
    ["activatedStake", "voteCommissionRate"],
    unknown("no state with the validator is known near the day"),
  ),
  mevCommissionRate: nothing("no tips were ever collected for the validator, as far as they were read"),
};
