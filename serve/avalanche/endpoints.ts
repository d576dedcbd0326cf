/** The endpoints of Avalanche: daily rewards of a validator of the primary network, and of all. */
import { z } from "zod";
import { isNodeId, toNodeId } from "../../lib/cb58.ts";
import { avalancheNetworkRewards, avalancheValidatorRewards } from "../../schemas/avalanche/records.ts";
import { dailyRecords, type Subject } from "../dailyRecords.ts";
import type { Endpoint } from "../endpoint.ts";
import { subjectEndpoints } from "../subjects.ts";
import { avalanche as chain } from "./chain.ts";

/** A node for examples; its key doesn't exist. */
export const exampleNode = toNodeId(new Uint8Array(20).fill(1));

export const validator: Subject = {
  name: "validator",
  parameter: z
    .string()
    .refine(isNodeId, "Input should be the id of a node: NodeID- and CB58 of 20 bytes with a right checksum")
    .meta({
      example: exampleNode,
      format: "avalanche-node",
      pattern: "^NodeID-[1-9A-HJ-NP-Za-km-z]{24,33}$",
    })
    .describe("Id of the validator, NodeID-…"),
  knownSql: "lookup/avalanche/validator.sql",
};

const common = { chain, token: "AVAX", tag: "Avalanche rewards (v1)" };

export const avalancheEndpoints: readonly Endpoint[] = [
  dailyRecords({
    ...common,
    operation: "avalancheValidatorRewards",
    path: "validators/{node_id}/rewards",
    summary: "Daily rewards of one validator",
    row: avalancheValidatorRewards,
    sql: "v1/avalanche/validator_rewards.sql",
    subject: validator,
  }),
  dailyRecords({
    ...common,
    operation: "avalancheNetworkRewards",
    path: "network/rewards",
    summary: "Daily rewards of all validators",
    row: avalancheNetworkRewards,
    sql: "v1/avalanche/network_rewards.sql",
  }),
  ...subjectEndpoints({
    chain,
    name: "Avalanche",
    family: "avalanche",
    token: "AVAX",
    kinds: [{ kind: "validator", list: "subjects_validator", summary: "summary_validator" }],
    statuses: ["active", "inactive"],
    // The id of a node is case-sensitive, its key isn't.
    toStored: (text) => (/^0x/i.test(text) ? text.toLowerCase() : text),
    note: "Rewards are the amounts paid at the end of stakes, including delegators' part and fees.",
  }),
];
