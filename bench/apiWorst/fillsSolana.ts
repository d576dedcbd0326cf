/** Solana: a year of 1,500 validators, 1,200,000 stake accounts of 500,000 authorities, one of which has a sixth of all. */
import {
  exampleStakeAccount,
  exampleStakeAuthority,
  exampleVoteAccount,
} from "../../serve/solana/addresses.ts";
import type { Fill } from "./fill.ts";

const days = 365;
const voters = 1_500;
const daysPerEpoch = 2;
const epochs = Math.ceil(days / daysPerEpoch);
const intervalsPerDay = 72;
const slotsPerDay = intervalsPerDay * 3_000;
/** Days of interval records of validators that are not requested. */
const intervalDays = 30;
const stakeAccounts = 1_200_000;
const authorities = 500_000;

const address = (number: string, letter: string, example: string) =>
  `if(${number} = 0, '${example}', base58Encode(leftPad(toString(${number}), 32, '${letter}')))`;
const voteAccount = (voter: string) => address(voter, "v", exampleVoteAccount);
const authorityOf = (authority: string) => address(authority, "w", exampleStakeAuthority);
const ofDay = {
  day: "toDate('2025-01-01') + day",
  from_slot: `day * ${slotsPerDay}`,
  to_slot: `day * ${slotsPerDay} + ${slotsPerDay - 1}`,
  from_epoch: `intDiv(day, ${daysPerEpoch})`,
  to_epoch: `intDiv(day, ${daysPerEpoch})`,
};
const ofInterval = (interval: string) => ({
  interval_slot: `${interval} * 3000`,
  from_slot: `${interval} * 3000`,
  to_slot: `${interval} * 3000 + 2999`,
  from_epoch: `intDiv(${interval}, ${intervalsPerDay * daysPerEpoch})`,
  to_epoch: `intDiv(${interval}, ${intervalsPerDay * daysPerEpoch})`,
});
const ofVoter = { vote_account: voteAccount("voter"), identity: "concat('identity ', toString(voter))" };

const validatorFills = ["fct_solana_validator_performance", "fct_solana_validator_reward"].flatMap(
  (table): Fill[] => [
    { table: `${table}_daily`, counts: { voter: voters, day: days }, columns: { ...ofVoter, ...ofDay } },
    {
      table: `${table}_interval`,
      counts: { voter: voters, interval: intervalDays * intervalsPerDay },
      columns: { ...ofVoter, ...ofInterval(`(${(days - intervalDays) * intervalsPerDay} + interval)`) },
    },
    {
      table: `${table}_interval`,
      counts: { voter: 1, interval: (days - intervalDays) * intervalsPerDay },
      columns: { ...ofVoter, ...ofInterval("interval") },
    },
  ],
);

const stakeFills: Fill[] = [
  {
    table: "raw_solana_stake",
    counts: { epoch: 2, account: stakeAccounts },
    columns: {
      epoch: `${epochs - 2} + epoch`,
      stake_account: address("account", "s", exampleStakeAccount),
      stake_authority: authorityOf(`if(account % 6 = 0, 0, account % ${authorities})`),
      withdraw_authority: exampleText(exampleStakeAuthority),
      vote_account: voteAccount(`account % ${voters}`),
      stake_lamports: "1000000 + intHash32(account)",
      activation_epoch: "1",
      deactivation_epoch: "18446744073709551615",
    },
  },
  ...[
    { account: stakeAccounts, day: 4 },
    { account: 1, day: epochs - 4 },
  ].map((counts, place) => ({
    table: "fct_solana_stake_reward_daily",
    counts,
    columns: {
      stake_account: address("account", "s", exampleStakeAccount),
      day: `toDate('2025-01-01') + ${daysPerEpoch} * (day + ${place === 0 ? epochs - 4 : 0})`,
      vote_account: voteAccount(`account % ${voters}`),
      stake_authority: exampleText(exampleStakeAuthority),
      withdraw_authority: exampleText(exampleStakeAuthority),
    },
  })),
  ...[
    { authority: authorities, day: 4, voter: 1 },
    { authority: 1, day: epochs - 4, voter: 1_000 },
  ].map((counts, place) => ({
    table: "fct_solana_authority_reward_daily",
    counts,
    columns: {
      stake_authority: authorityOf("authority"),
      day: `toDate('2025-01-01') + ${daysPerEpoch} * (day + ${place === 0 ? epochs - 4 : 0})`,
      vote_account: voteAccount(`(authority + voter) % ${voters}`),
    },
  })),
  ...[
    { epoch: 2, authority: authorities, voter: 1 },
    { epoch: epochs, authority: 1, voter: 1_000 },
  ].map((counts, place) => ({
    table: "int_solana_authority_stake_epoch",
    counts,
    columns: {
      epoch: `epoch + ${place === 0 ? epochs - 2 : 0}`,
      stake_authority: authorityOf("authority"),
      vote_account: voteAccount(`(authority + voter) % ${voters}`),
      stake_lamports: "1000000 + intHash32(authority)",
      earliest_activation_epoch: "1",
    },
  })),
  {
    table: "raw_solana_pool",
    counts: { pool: 100 },
    columns: {
      pool: "concat('pool ', toString(pool))",
      withdraw_authority: authorityOf("pool"),
      name: "concat('Pool ', toString(pool))",
    },
  },
];

function exampleText(text: string): string {
  return `'${text}'`;
}

export const solanaFills: readonly Fill[] = [
  { table: "dim_solana_network", counts: { one: 1 }, columns: {} },
  {
    table: "dim_solana_rating_version",
    counts: { one: 1 },
    columns: { from_slot: "0", rating_version: "1", proposer_weight: "3", voting_weight: "5" },
  },
  ...["fct_solana_network_performance_daily", "fct_solana_network_reward_daily"].map((table) => ({
    table,
    counts: { day: days },
    columns: ofDay,
  })),
  {
    table: "fct_solana_network_performance_interval",
    counts: { interval: days * intervalsPerDay },
    columns: ofInterval("interval"),
  },
  ...validatorFills,
  { table: "raw_solana_state", counts: { epoch: epochs }, columns: { epoch: "epoch" } },
  { table: "raw_solana_stake_snapshot", counts: { epoch: epochs }, columns: { epoch: "epoch" } },
  ...["raw_solana_voter", "int_solana_validator_stake_epoch"].map((table) => ({
    table,
    counts: { epoch: epochs, voter: voters },
    columns: { epoch: "epoch", vote_account: voteAccount("voter") },
  })),
  {
    table: "raw_solana_tip",
    counts: { epoch: epochs, voter: voters },
    columns: { created_epoch: "epoch", vote_account: voteAccount("voter") },
  },
  {
    table: "raw_solana_priority_fee",
    counts: { epoch: epochs, voter: voters },
    columns: { created_epoch: "epoch", vote_account: voteAccount("voter") },
  },
  {
    table: "raw_solana_tip_fee",
    counts: { fee: 2 },
    columns: { activation_epoch: "fee * 100", fee_bps: "300", priority_fee_bps: "150" },
  },
  {
    table: "raw_solana_identity",
    counts: { voter: voters },
    columns: { ...ofVoter, epoch: "1" },
  },
  ...stakeFills,
];
