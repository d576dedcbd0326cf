/** Rows of Polkadot, inserted by hand: 23 days of one validator. */
import { accountOf } from "../../fixtures/polkadot/model.ts";
import { toSs58 } from "../../lib/ss58.ts";
import type { Store } from "../../lib/store/store.ts";
import { exampleStash } from "../../serve/polkadot/endpoints.ts";
import { announceNetwork } from "../../transform/frame/networks.ts";
import { addressOf } from "./polkadotTruth.ts";
import type { ServedRows } from "./servedRows.ts";
import { insertPolkadotSubjects } from "./serveSubjects.ts";

const days = 23;

/** Days of one validator, whose address is that of the documentation's examples. */
async function insertRewards(store: Store, network = "polkadot"): Promise<void> {
  const values = { network, validator: exampleStash };
  await announceNetwork(store, "polkadot", network);
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

/** Facts for explanations: two eras that ended on the second day, and an era's claims on each day. */
async function insertFacts(store: Store): Promise<void> {
  const values = { network: "polkadot", validator: exampleStash };
  await store.command(
    "insert into int_polkadot_day select {network:String}, toDate('2026-01-02'), 101, 102, 1, 1",
    values,
  );
  await store.command(
    `insert into int_polkadot_validator_era
    select {network:String}, 100 + number, {validator:String}, 512, 1, 31000000000000001, 7, 1000, 2000, 3000, 4000, 1
    from numbers(${days})`,
    values,
  );
  await store.command(
    `insert into raw_polkadot_era
    select {network:String}, 100 + number, toDate('2026-01-01') + number, 'asset_hub', concat('0x', repeat('1', 64)), number,
      null, null, 1, 1, 1, null, null, null, null, 1, 1, toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + number, 1
    from numbers(${days})`,
    values,
  );
  await store.command(
    `insert into fct_polkadot_claim_era
    select {network:String}, 100 + number, {validator:String}, 200, 2, 1 + (number < 20), 1 + (number < 20), 3, 10, 20, 9, 20,
      9, 20, if(number < 20, 1, null), 1
    from numbers(${days})`,
    values,
  );
}

export const polkadotRows: ServedRows = {
  chain: "polkadot",
  insert: async (store) => {
    await insertRewards(store);
    await insertPolkadotSubjects(store);
    await insertFacts(store);
  },
  keys: { polkadotValidatorExplain: "era" },
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
      unknown: [addressOf(accountOf("unknown", 1))],
    },
  },
};
