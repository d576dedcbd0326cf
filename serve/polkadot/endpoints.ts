/** The endpoints of Polkadot. */
import { z } from "zod";
import { ss58Account, toSs58 } from "../../lib/ss58.ts";
import { polkadotNetworkRewards, polkadotValidatorRewards } from "../../schemas/polkadot/records.ts";
import { dailyRecords, type Subject } from "../dailyRecords.ts";
import type { Endpoint } from "../endpoint.ts";
import { subjectEndpoints } from "../subjects.ts";
import { polkadot } from "./chain.ts";

/** Polkadot's own prefix, and the generic one: both denote the same account. */
const prefixes = [0, 42];
const stored = 0;

/** For examples; its key doesn't exist. */
export const exampleStash = toSs58(stored, new Uint8Array(32).fill(1));

/** An account as tables spell it. */
function storedAccount(text: string): string {
  const account = ss58Account(text, prefixes);
  return account === undefined ? text : toSs58(stored, account);
}

export const validator: Subject = {
  name: "validator",
  parameter: z
    .string()
    .refine(
      (text) => ss58Account(text, prefixes) !== undefined,
      "Input should be the stash address of a validator: SS58 of 32 bytes with prefix 0 or 42 and a right checksum",
    )
    .meta({ example: exampleStash, format: "ss58", pattern: "^[1-9A-HJ-NP-Za-km-z]{46,49}$" })
    .describe("Stash address of the validator; with the general prefix 42 it is answered as with prefix 0"),
  toStored: storedAccount,
  knownSql: "lookup/polkadot/validator.sql",
};

const tag = "Polkadot rewards (v1)";

export const polkadotEndpoints: readonly Endpoint[] = [
  dailyRecords({
    chain: polkadot,
    token: "DOT",
    operation: "polkadotValidatorRewards",
    path: "validators/{validator_address}/rewards",
    tag,
    summary: "Daily rewards of one validator",
    row: polkadotValidatorRewards,
    sql: "v1/polkadot/validator_rewards.sql",
    subject: validator,
  }),
  dailyRecords({
    chain: polkadot,
    token: "DOT",
    operation: "polkadotNetworkRewards",
    path: "network/rewards",
    tag,
    summary: "Daily rewards of all validators and nominators",
    row: polkadotNetworkRewards,
    sql: "v1/polkadot/network_rewards.sql",
  }),
  ...subjectEndpoints({
    chain: polkadot,
    name: "Polkadot",
    family: "polkadot",
    token: "DOT",
    kinds: [{ kind: "validator", list: "subjects_validator", summary: "summary_validator" }],
    statuses: ["active", "inactive"],
    toStored: storedAccount,
    note: "Rewards are earned amounts, including the nominators' part. active: elected in the newest era; the stake of others isn't read.",
  }),
];
