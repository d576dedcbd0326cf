import { celestiaChain as chain } from "../../../schemas/cosmos/chains.ts";
import { cosmosNetworkRewards, cosmosValidatorRewards } from "../../../schemas/cosmos/records.ts";
import { cosmosEndpoint } from "../../cosmos/endpoint.ts";

const tag = "Celestia rewards (v1)";

export const celestiaValidatorRewards = cosmosEndpoint({
  chain,
  tag,
  operation: "celestiaValidatorRewards",
  path: "validators/{node_id}/rewards",
  summary: "Daily rewards of one validator",
  row: cosmosValidatorRewards,
  sql: "v1/celestia/validator_rewards.sql",
  subject: { parameter: "node_id", kind: "validator" },
});

export const celestiaNetworkRewards = cosmosEndpoint({
  chain,
  tag,
  operation: "celestiaNetworkRewards",
  path: "network/rewards",
  summary: "Daily rewards of all validators",
  row: cosmosNetworkRewards,
  sql: "v1/celestia/network_rewards.sql",
});
