/** Rows of Solana's rewards, inserted by hand: 23 days of a validator, a stake account and an authority. */
import type { Store } from "../../lib/store/store.ts";
import {
  exampleStakeAccount,
  exampleStakeAuthority,
  exampleVoteAccount,
} from "../../serve/solana/addresses.ts";

const periods = 23;
const source = `(
  select number as period, toUInt32(300000 + number * 3000) as slot,
    toDateTime('2026-01-01 00:00:00', 'UTC') + toIntervalDay(number) as day
  from numbers(${periods})
)`;
const span = "slot as from_slot, slot + 2999 as to_slot, 1 as from_epoch, 1 as to_epoch";
const end = `period < ${periods - 1} as is_complete, day + toIntervalHour(1) as from_at, day + toIntervalMinute(80) as to_at, 1 as version`;

async function insertValidatorRewards(store: Store, grain: "daily" | "interval", network: string) {
  const [column, key] = grain === "daily" ? ["day", "toDate(day)"] : ["interval_slot", "slot"];
  await store.command(
    `insert into fct_solana_validator_reward_${grain}
    select {network:String}, {account:String}, ${key} as ${column}, {account:String} as identity, ${span}, 1000000001,
      500, 800, 7 + period, 50, 950, 1, 0, 8, 92, 4, 3, null, ${end}
    from ${source}`,
    { network, account: exampleVoteAccount },
  );
}

/** At least four records for each endpoint of rewards and delegators. */
export async function insertSolanaRewards(store: Store, network: string): Promise<void> {
  const given = {
    network,
    account: exampleStakeAccount,
    authority: exampleStakeAuthority,
    voteAccount: exampleVoteAccount,
  };
  const paid = "500, 800";
  const amounts = "1000000001, 950, 50, null, 92, 3, 8, 1";
  await insertValidatorRewards(store, "daily", network);
  await insertValidatorRewards(store, "interval", network);
  await store.command(
    `insert into fct_solana_network_reward_daily
    select {network:String}, toDate(day), ${span}, 7, 50, 950, 8, 92, 4, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, ${end} from ${source}`,
    { network },
  );
  await store.command(
    `insert into fct_solana_stake_reward_daily
    select {network:String}, {account:String}, toDate(day), {voteAccount:String}, {authority:String}, {authority:String},
      ${paid}, ${amounts}
    from ${source}`,
    given,
  );
  await store.command(
    `insert into fct_solana_authority_reward_daily
    select {network:String}, {authority:String}, toDate(day), {voteAccount:String}, ${paid}, 1, ${amounts} from ${source}`,
    { network, authority: exampleStakeAuthority, voteAccount: exampleVoteAccount },
  );
  // Stake of other authorities, so that there are several.
  await store.command(
    `insert into raw_solana_stake
    select {network:String}, 1, base58Encode(leftPad(toString(number), 32, 'b')),
      base58Encode(leftPad(toString(number), 32, 'c')), {authority:String}, {voteAccount:String}, 369000, 2000000000, 1,
      1000000000 - number, 0, 18446744073709551615, 1, 1
    from numbers(5)`,
    { network, authority: exampleStakeAuthority, voteAccount: exampleVoteAccount },
  );
  await store.command(
    `insert into int_solana_authority_stake_epoch
    select {network:String}, if(number = 0, {authority:String}, base58Encode(leftPad(toString(number), 32, 'c'))), 1,
      {voteAccount:String}, 1, 1000000000 - number, 0, 1
    from numbers(6)`,
    { network, authority: exampleStakeAuthority, voteAccount: exampleVoteAccount },
  );
  await store.command(
    `insert into raw_solana_pool
    select {network:String}, {voteAccount:String}, {authority:String}, {voteAccount:String}, {voteAccount:String},
      {voteAccount:String}, {voteAccount:String}, 'Pool', 'POOL', 369000, 1000000001, 1000000000, 1, 1`,
    { network, authority: exampleStakeAuthority, voteAccount: exampleVoteAccount },
  );
}
