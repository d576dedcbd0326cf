import { babylonChain as chain } from "../../../schemas/cosmos/chains.ts";
import { cosmosNetworkRewards, cosmosValidatorRewards } from "../../../schemas/cosmos/records.ts";
import { cosmosEndpoint } from "../../cosmos/endpoint.ts";

const tag = "Babylon rewards (v1)";

export const babylonValidatorRewards = cosmosEndpoint({
  chain,
  tag,
  operation: "babylonValidatorRewards",
  path: "validators/{validator_address}/rewards",
  summary: "Daily rewards of one validator",
  row: cosmosValidatorRewards,
  sql: "v1/babylon/validator_rewards.sql",
  subject: { parameter: "validator_address", kind: "validator" },
});

export const babylonNetworkRewards = cosmosEndpoint({
  chain,
  tag,
  operation: "babylonNetworkRewards",
  path: "network/rewards",
  summary: "Daily rewards of all validators",
  row: cosmosNetworkRewards,
  sql: "v1/babylon/network_rewards.sql",
});
