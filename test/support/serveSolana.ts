/** Rows of Solana, inserted by hand: 23 days and as many intervals of nine validators. */
import { base58 } from "@scure/base";
import { addressOf } from "../../fixtures/solana/addresses.ts";
import type { Store } from "../../lib/store/store.ts";
import {
  exampleStakeAccount,
  exampleStakeAuthority,
  exampleVoteAccount,
} from "../../serve/solana/addresses.ts";
import { announceNetwork } from "../../transform/frame/networks.ts";
import { writeRatings } from "../../transform/frame/ratings.ts";
import { solanaRatings } from "../../transform/solana/ratings.ts";
import type { ServedRows } from "./servedRows.ts";
import { insertSolanaRewards } from "./serveSolanaRewards.ts";

const periods = 23;
const validators = 9;

/** Vote account of a validator; the first is that of the documentation's examples. */
export const servedVoteAccount = (index: number) =>
  index === 0 ? exampleVoteAccount : addressOf("served", index);
export const servedIdentity = (index: number) => addressOf("served identity", index);

/** Values for a path with this address: unknown ones, and malformed ones. */
function addressPath(key: string, address: string) {
  const wrong = [
    "1",
    address.slice(0, -1),
    `${address}11`,
    `${address} `,
    `0${address.slice(1)}`,
    "z".repeat(44),
    base58.encode(new Uint8Array(33).fill(7)),
    "1".repeat(33),
    "1".repeat(100_000),
  ];
  return { key, wrong, unknown: [addressOf("unknown")] };
}

/** Columns that records of validators and of the network have in common, for a period that begins at `from_slot`. */
const columns = `from_slot, to_slot, from_epoch, to_epoch, activated_stake_lamports, leader_slot_count, produced_count,
  empty_count, vote_only_count, unknown_count, confirmed_count, alpenglow_slot_count, vote_score_max, vote_count,
  latency_sum, vote_score, participation, proposer_effectiveness, voting_effectiveness, effectiveness, rating_version,
  is_complete, from_at, to_at, version`;
const values = `slot, slot + 2999, 1, 1, 1000000000 * (toUInt64(place) + 1) + 1, 40, 38, 2, 3, 0, 2900, 0, 46400,
  2800 - place, 3000, 44000, null, 0.95, 0.9, 0.92, 1, period < ${periods - 1}, day + toIntervalHour(1),
  day + toIntervalMinute(80), 1`;

/** Names of a validator's row, by its place. */
const names = { accounts: places(servedVoteAccount), identities: places(servedIdentity) };
function places(nameOf: (place: number) => string): string[] {
  return Array.from({ length: validators }, (_, place) => nameOf(place));
}

/** Records of one grain: the key's column and the columns it is computed from. */
async function insertPerformance(store: Store, grain: "daily" | "interval", network: string): Promise<void> {
  const [column, key] = grain === "daily" ? ["day", "toDate(day)"] : ["interval_slot", "slot"];
  const source = `(
    select number % ${validators} as place, intDiv(number, ${validators}) as period, toUInt32(300000 + period * 3000) as slot,
      toDateTime('2026-01-01 00:00:00', 'UTC') + toIntervalDay(period) as day
    from numbers(${validators * periods})
  )`;
  await store.command(
    `insert into fct_solana_validator_performance_${grain} (network, vote_account, ${column}, identity, ${columns})
    select {network:String}, {accounts:Array(String)}[place + 1], ${key}, {identities:Array(String)}[place + 1], ${values}
    from ${source}`,
    { network, ...names },
  );
  await store.command(
    `insert into fct_solana_network_performance_${grain} (network, ${column}, voter_count, votable_count, ${columns})
    select {network:String}, ${key}, ${validators}, 26100, ${values}
    from ${source}
    where place = 0`,
    { network },
  );
}

/** Vote accounts and stake accounts in the newest state. */
async function insertState(store: Store, network: string): Promise<void> {
  const given = { network, ...names, authority: exampleStakeAuthority, account: exampleStakeAccount };
  await store.command(
    `insert into raw_solana_state select {network:String}, 1, 369000, ${validators}, null, 1`,
    {
      network,
    },
  );
  await store.command(
    `insert into raw_solana_identity
    select {network:String}, {identities:Array(String)}[number + 1], 1, {accounts:Array(String)}[number + 1], 2
    from numbers(${validators})`,
    { network, ...names },
  );
  await store.command(
    `insert into raw_solana_voter
    select {network:String}, 1, {accounts:Array(String)}[number + 1], {identities:Array(String)}[number + 1], '4.3.1', 'one',
      null, null, null, 369000, 1000000000 * (number + 1) + 1, 5, null, 368999, 368960, 0, 1, 1
    from numbers(${validators})`,
    { network, ...names },
  );
  await store.command(
    `insert into raw_solana_stake
    select {network:String}, 1, if(number = 0, {account:String}, base58Encode(leftPad(toString(number), 32, 'a'))),
      {authority:String}, {authority:String}, {accounts:Array(String)}[number + 1], 369000, 2000000000, 1, 1000000001, 0,
      18446744073709551615, 1, 1
    from numbers(${validators})
    where {identities:Array(String)} != []`,
    given,
  );
  await store.command(
    `insert into int_solana_validator_stake_epoch
    select {network:String}, 1, {accounts:Array(String)}[number + 1], 1, 1 from numbers(${validators})`,
    { network, accounts: names.accounts },
  );
  await store.command(
    `insert into raw_solana_stake_snapshot select {network:String}, 1, 369000, ${validators}, 1`,
    { network },
  );
}

/** Performance and state: all tables that endpoints read, except rewards. */
export async function insertUnpaid(store: Store, network = "mainnet"): Promise<void> {
  await writeRatings(store, network, solanaRatings);
  await announceNetwork(store, "solana", network);
  await insertPerformance(store, "daily", network);
  await insertPerformance(store, "interval", network);
  await insertState(store, network);
}

/** Slots of the second day, all led and voted for by the first validator. */
async function insertSlots(store: Store, network: string): Promise<void> {
  const given = { network, account: exampleVoteAccount, identity: servedIdentity(0) };
  await store.command(
    `insert into raw_solana_slot (network, slot, epoch, day, leader, block_hash, parent_slot, transaction_count,
      vote_transaction_count, fee_reward_lamports, depth, is_produced, is_alpenglow, block_at, version)
    select {network:String}, 303000 + number, 1, toDate('2026-01-02'), {identity:String}, {account:String}, 302999 + number,
      7, 3, 5000, 'votes', 1, 0, toDateTime('2026-01-02 01:00:00', 'UTC'), 1
    from numbers(10)`,
    given,
  );
  await store.command(
    `insert into raw_solana_vote
    select {network:String}, 303000, {account:String}, {identity:String}, 0, range(303000, 303009),
      arrayMap(i -> 1, range(9)), 1`,
    given,
  );
}

/** Everything that Solana's endpoints read, on one network. */
async function insertSolana(store: Store, network = "mainnet"): Promise<void> {
  await insertUnpaid(store, network);
  await insertSolanaRewards(store, network);
  await insertSlots(store, network);
}

export const solanaRows: ServedRows = {
  chain: "solana",
  insert: insertSolana,
  // Pages of the network and of all validators are read by the network alone.
  key: false,
  keys: { solanaValidatorExplain: "slot" },
  paths: {
    validator_id: addressPath("vote_account", exampleVoteAccount),
    stake_account: addressPath("stake_account", exampleStakeAccount),
    // Stake accounts name it stake_authority, stake pools withdraw_authority.
    stake_authority: addressPath("authority", exampleStakeAuthority),
  },
};
