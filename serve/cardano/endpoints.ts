/** The endpoints of Cardano. A pool is requested by either of its names; answers hold both. */
import { z } from "zod";
import { poolHashOf, poolIdOf } from "../../schemas/cardano/poolId.ts";
import { cardanoNetworkRewards, cardanoPoolRewards } from "../../schemas/cardano/records.ts";
import { dailyRecords, type Subject } from "../dailyRecords.ts";
import type { Endpoint } from "../endpoint.ts";
import { lowerCase, subjectEndpoints } from "../subjects.ts";
import { cardano as chain } from "./chain.ts";

/** For examples; its key doesn't exist. */
export const examplePool = poolIdOf("01".repeat(28));

export const pool: Subject = {
  name: "pool",
  parameter: z
    .string()
    .refine(
      (text) => poolHashOf(text) !== undefined,
      "Input should be a pool: pool and 52 characters of bech32 with a right checksum, or its hash in 56 hex digits",
    )
    .meta({
      example: examplePool,
      format: "cardano-pool",
      pattern: "^(?:pool1[02-9ac-hj-np-z]{51}|POOL1[02-9AC-HJ-NP-Z]{51}|[0-9a-fA-F]{56})$",
    })
    .describe("The pool, pool1…, or the hash of its key in hex"),
  toStored: (text) => poolIdOf(poolHashOf(text) ?? ""),
  knownSql: "lookup/cardano/pool.sql",
};

const shared = { chain, token: "ADA", tag: "Cardano rewards (v1)" };

export const cardanoEndpoints: readonly Endpoint[] = [
  dailyRecords({
    ...shared,
    operation: "cardanoValidatorRewards",
    path: "validators/{pool_id}/rewards",
    summary: "Daily rewards of one pool",
    row: cardanoPoolRewards,
    sql: "v1/cardano/pool_rewards.sql",
    subject: pool,
  }),
  dailyRecords({
    ...shared,
    operation: "cardanoNetworkRewards",
    path: "network/rewards",
    summary: "Daily rewards of all pools",
    row: cardanoNetworkRewards,
    sql: "v1/cardano/network_rewards.sql",
  }),
  ...subjectEndpoints({
    chain,
    name: "Cardano",
    family: "cardano",
    token: "ADA",
    kinds: [{ kind: "pool", list: "subjects_pool", summary: "summary_pool" }],
    statuses: ["active", "inactive", "retiring", "retired"],
    toStored: lowerCase,
    note: "Names are [ticker] and name. Rewards are earned amounts, including the members' part; commission is the margin without the fixed cost.",
  }),
];
