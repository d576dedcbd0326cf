/** Rows of Avalanche, inserted by hand: 23 days of one validator. */

import { toNodeId } from "../../lib/cb58.ts";
import type { Store } from "../../lib/store/store.ts";
import { exampleNode } from "../../serve/avalanche/endpoints.ts";
import type { ServedRows } from "./servedRows.ts";
import { insertAvalancheSubjects } from "./serveSubjects.ts";

const days = 23;

async function insert(store: Store): Promise<void> {
  const values = { network: "mainnet", node: exampleNode, tx: "ab".repeat(32), pubkey: "cd".repeat(48) };
  await insertAvalancheSubjects(store);
  await store.command("insert into dim_avalanche_network values ({network:String}, null, 1)", values);
  await store.command(
    `insert into int_avalanche_stake
    select {network:String}, {node:String}, {tx:String}, 2000000000, 1, {pubkey:String}, 1, 1, 1, 1, 1, 1, 0, 0, 0, null, null, 1`,
    values,
  );
  await store.command(
    `insert into int_avalanche_stake
    select {network:String}, {node:String}, leftPad(toString(number), 64, 'f'), 1800000000, 1, null, 1000, 0, 1700000000, 5000,
      5000, 4900, 100, 0, 0, null, null, 1
    from numbers(9)`,
    values,
  );
  await store.command(
    `insert into fct_avalanche_validator_reward_daily
    select {network:String}, {node:String}, toDate('2026-01-01') + number, if(number = 1, null, {pubkey:String}),
      number, 12345678901234567, 1, 2, 3, 4, if(number = 2, -5, null), 1, number < ${days - 1}, 1
    from numbers(${days})`,
    values,
  );
  await store.command(
    `insert into fct_avalanche_network_reward_daily
    select {network:String}, toDate('2026-01-01') + number, 7, number, 12345678901234567, 1, 2, 3, 4, null,
      if(number = 2, -5, null), number < ${days - 1}, 1
    from numbers(${days})`,
    values,
  );
}

const last = exampleNode.at(-1) === "a" ? "b" : "a";

export const avalancheRows: ServedRows = {
  chain: "avalanche",
  insert,
  paths: {
    node_id: {
      key: "node_id",
      wrong: [
        "1",
        exampleNode.slice(7),
        exampleNode.slice(0, -1),
        `${exampleNode.slice(0, -1)}${last}`,
        exampleNode.toLowerCase(),
        `${exampleNode} `,
        `NodeID-${"1".repeat(500)}`,
      ],
      unknown: [toNodeId(new Uint8Array(20).fill(9))],
    },
  },
};
