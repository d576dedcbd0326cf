/** Rows of Cardano, inserted by hand: 23 days of one pool and of the network. */
import { poolHashOf, poolIdOf } from "../../schemas/cardano/poolId.ts";
import { examplePool } from "../../serve/cardano/endpoints.ts";
import { announceNetwork } from "../../transform/frame/networks.ts";
import type { ServedRows } from "./servedRows.ts";
import { insertCardanoSubjects } from "./serveSubjects.ts";

const days = 23;
const hash = poolHashOf(examplePool) ?? "";

/** The last character of an address, changed. */
const last = examplePool.at(-1) === "q" ? "p" : "q";
const wrong = [
  "pool",
  examplePool.slice(0, -1),
  `${examplePool.slice(0, -1)}${last}`,
  `${examplePool.slice(0, -4)}${examplePool.slice(-4).toUpperCase()}`,
  `stake${examplePool.slice(4)}`,
  hash.slice(2),
  `${hash}00`,
  hash.replace("01", "0g"),
  `0x${hash}`,
];

export const cardanoRows: ServedRows = {
  chain: "cardano",
  insert: async (store) => {
    const values = { network: "mainnet", pool: examplePool, hash };
    await announceNetwork(store, "cardano", values.network);
    await insertCardanoSubjects(store);
    await store.command(
      `insert into raw_cardano_pool
      select {network:String}, 500, {pool:String}, {hash:String}, 'One', 'ONE', 'stake1', ['stake1'], 0.02, 170000000, 5, 498, repeat('ab', 32),
        null, 7, 5, 2, 1`,
      values,
    );
    await store.command(
      `insert into fct_cardano_pool_reward_daily
      select {network:String}, {pool:String}, toDate('2026-01-01') + number, 500, {hash:String}, 'One', null, ['stake1'],
        number * 10 + 1, number * 10 + 10, number * 200 + 1, number * 200 + 200, 12345678901234567, 1234567890,
        if(number < ${days - 1}, 12345678901234567, null), if(number < ${days - 1}, 5, null), 0, 7, 0.02, 170000001, 1,
        number < ${days - 1}, 1
      from numbers(${days})`,
      values,
    );
    await store.command(
      `insert into int_cardano_day
      select {network:String}, toDate('2026-01-02'), 500, 500, 11, 20, 201, 400, 1, 1, 1, 1`,
      values,
    );
    await store.command(
      `insert into raw_cardano_block
      select {network:String}, 500, 11 + number, {pool:String}, 201 + number, toDateTime('2026-01-02 01:00:00', 'UTC') + number, 1
      from numbers(9)`,
      values,
    );
    await store.command(
      `insert into fct_cardano_network_reward_daily
      select {network:String}, toDate('2026-01-01') + number, 500, number * 10 + 1, number * 10 + 10, number * 200 + 1,
        number * 200 + 200, 3000, 12345678901234567, 1234567890, if(number < ${days - 1}, 12345678901234567, null),
        if(number < ${days - 1}, 5, null), 0, 7, 0.0234, 170000001, number < ${days - 1}, 1
      from numbers(${days})`,
      values,
    );
  },
  keys: { cardanoValidatorExplain: "epoch" },
  paths: {
    pool_id: { key: "pool", wrong, unknown: [poolIdOf("02".repeat(28)), "02".repeat(28)] },
  },
};
