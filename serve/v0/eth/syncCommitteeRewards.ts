import { z } from "zod";
import { ApiError } from "../../../lib/errors.ts";
import { syncCommitteeReward } from "../../../schemas/eth/slashingRecords.ts";
import { wholeNumber } from "../../../schemas/request.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { ethereum as chain } from "../../eth/chain.ts";

export const syncCommitteeRewards = defineEndpoint({
  operation: "syncCommitteeRewards",
  method: "get",
  path: "/v0/eth/blocks/{consensus_slot}/syncCommitteeRewards",
  tag: "Ethereum blocks (v0)",
  chain,
  summary: "Rewards and penalties of each committee member by a block's sync aggregate",
  description:
    "One record per validator, for all its seats. The page is empty for a slot without a block, or before Altair. 404 for an unknown slot.",
  kind: "page",
  params: z.object({
    consensus_slot: wholeNumber().describe("Slot of the block").meta({ example: 3300 }),
  }),
  query: z.object({
    limit: wholeNumber(1, 512).default(512).describe("Records on a page"),
    from: wholeNumber().default(0).describe("Records to skip; `next` uses it"),
  }),
  answer: {
    row: syncCommitteeReward,
    sql: "v0/eth/sync_committee_rewards.sql",
    cursor: { field: "from" },
  },
  pageFields: ["from", "limit"],
  prepare: async ({ params, query, network }, services) => {
    const slot = params.consensus_slot;
    const [slotRow] = await services.lookup("lookup/eth/sync_slot.sql", { network, slot });
    if (slotRow === undefined) throw new ApiError(404, `Slot ${slot} was not found on ${network}`);
    return { values: { network, slot, ...query } };
  },
  weight: { bytes: 8, row: 0 },
});
