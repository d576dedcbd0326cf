import { solanaValidatorPerformance } from "../../../schemas/solana/records.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { listed } from "../../solana/performance.ts";
import { validatorList } from "../../solana/validatorList.ts";

const tag = "Solana validators (v1)";

export const solanaValidatorPerformanceV1 = defineEndpoint({
  operation: "solanaValidatorPerformance",
  path: "/v1/solana/validators/{validator_id}/performance",
  tag,
  summary: "Performance of one validator: leading, voting, and both together",
  ...validatorList,
  ...listed(solanaValidatorPerformance, {
    day: { sql: "v1/solana/validator_performance_day.sql" },
    interval: { sql: "v1/solana/validator_performance_interval.sql" },
  }),
});

export const solanaVotePerformance = defineEndpoint({
  operation: "solanaVotePerformance",
  method: "get",
  path: "/v1/solana/validators/{validator_id}/votePerformance",
  tag,
  summary: "Votes of one validator",
  kind: "gone",
  message: "Votes are not on chain under Alpenglow: this endpoint was retired on 2026-08-19",
});
