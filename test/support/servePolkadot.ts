/** Rows of Polkadot, put into the warehouse by hand: 23 days of one validator. */
import { accountOf } from "../../fixtures/polkadot/model.ts";
import { toSs58 } from "../../lib/ss58.ts";
import type { Store } from "../../lib/store/store.ts";
import { exampleStash } from "../../serve/polkadot/endpoints.ts";
import { announceNetwork } from "../../transform/polkadot/networks.ts";
import { addressOf } from "./polkadotTruth.ts";
import type { ServedRows } from "./servedRows.ts";
import { insertPolkadotSubjects } from "./serveSubjects.ts";

const days = 23;

/** Days of one validator, whose address is that of the documentation's examples. */
async function insertRewards(store: Store, network = "polkadot"): Promise<void> {
  const values = { network, validator: exampleStash };
  await announceNetwork(store, network);
  await store.command(
    "insert into dim_polkadot_name select {network:String}, {validator:String}, 'PARENT/one', 7, 7",
    values,
  );
  await store.command(
    `insert into fct_polkadot_validator_reward_daily
    select {network:String}, {validator:String}, toDate('2026-01-01') + number, 512, 123456789012345678 + number,
      98765432109876543, 10000000001, 31000000000000001, 1, number < ${days - 1}, 1
    from numbers(${days})`,
    values,
  );
  await store.command(
    `insert into fct_polkadot_network_reward_daily
    select {network:String}, toDate('2026-01-01') + number, 600, 20000, 123456789012345678 + number, 98765432109876543,
      10000000001, 12345, number < ${days - 1}, 1
    from numbers(${days})`,
    values,
  );
}

export const polkadotRows: ServedRows = {
  chain: "polkadot",
  insert: async (store) => {
    await insertRewards(store);
    await insertPolkadotSubjects(store);
  },
  paths: {
    validator_address: {
      key: "validator",
      wrong: [
        "1",
        exampleStash.slice(0, -1),
        `${exampleStash.slice(0, -1)}${exampleStash.endsWith("A") ? "B" : "A"}`,
        `${exampleStash} `,
        accountOf("validator", 0),
        toSs58(2, new Uint8Array(32).fill(1)),
      ],
      unknown: [addressOf(accountOf("nobody", 1))],
    },
  },
};
