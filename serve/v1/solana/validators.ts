/** The original's validator operations in v1: those of v0, and the use of their slots. */
import { solanaBlockInsights } from "../../../schemas/solana/records.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { listInV1, oneInV1 } from "../../solana/mirror.ts";
import { listed } from "../../solana/performance.ts";
import { validatorList } from "../../solana/validatorList.ts";
import { solanaValidatorRewardsV0 } from "../../v0/solana/validatorRewards.ts";
import { solanaSummary, solanaValidator } from "../../v0/solana/validators.ts";

const tag = "Solana validators (v1)";

export const solanaBlockInsightsV1 = defineEndpoint({
  operation: "solanaBlockInsights",
  path: "/v1/solana/validators/{validator_id}/blockInsights",
  tag,
  summary: "Slots of one validator: blocks produced, skipped and empty, and their fees",
  ...validatorList,
  ...listed(solanaBlockInsights, {
    day: { sql: "v1/solana/block_insights_day.sql" },
    interval: { sql: "v1/solana/block_insights_interval.sql" },
  }),
});

export const solanaValidatorV1 = oneInV1(solanaValidator);
export const solanaSummaryV1 = oneInV1(solanaSummary);
export const solanaValidatorRewardsV1 = listInV1(solanaValidatorRewardsV0, "byPeriod");
