import { z } from "zod";
import { block as blockRecord } from "../../../schemas/eth/blockRecords.ts";
import { pageSize, wholeNumber } from "../../../schemas/request.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { ethereum as chain, executionKnownOf, timesOf } from "../../eth/chain.ts";
import type { Services } from "../../services.ts";

const tag = "Ethereum blocks (v0)";
/** All v0 endpoints: a unit for each 8 bytes. */
const weight = { bytes: 8, row: 0 };
const lastSlot = 4_294_967_295;

async function valuesOf(services: Services, name: string) {
  const { network, genesisTime, secondsPerSlot } = await timesOf(services, name);
  const { isExecutionKnown } = await executionKnownOf(services, name);
  return { network, genesisTime, secondsPerSlot, isExecutionKnown };
}

const blocks = defineEndpoint({
  operation: "blocks",
  method: "get",
  path: "/v0/eth/blocks",
  tag,
  chain,
  summary: "Blocks and their proposers' rewards, newest first",
  description:
    "One record a slot with a duty, missed and orphaned ones too: up to the last epoch that is final and computed.",
  kind: "page",
  params: z.object({}),
  query: z.object({
    from: wholeNumber(0, lastSlot).optional().describe("Highest slot. Pages go back in time from this slot"),
    size: pageSize(10),
  }),
  answer: {
    row: blockRecord,
    sql: "v0/eth/blocks.sql",
    count: "lookup/eth/block_count.sql",
    cursor: { field: "from", after: { columns: ["consensusSlot"], step: -1 } },
    total: { from: lastSlot },
  },
  pageFields: ["size"],
  prepare: async ({ query, network }, services) => ({
    values: { ...(await valuesOf(services, network)), from: query.from ?? lastSlot, size: query.size },
  }),
  weight,
});

const block = defineEndpoint({
  operation: "block",
  method: "get",
  path: "/v0/eth/blocks/{consensus_slot}",
  tag,
  chain,
  summary: "One slot: its block, and its proposer's rewards",
  kind: "one",
  params: z.object({
    consensus_slot: wholeNumber(0, lastSlot).describe("Slot").meta({ example: 3300 }),
  }),
  query: z.object({}),
  answer: { row: blockRecord, sql: "v0/eth/block.sql" },
  prepare: async ({ params, network }, services) => ({
    values: { ...(await valuesOf(services, network)), slot: params.consensus_slot },
  }),
  weight,
});

export const blockEndpoints = [blocks, block];
