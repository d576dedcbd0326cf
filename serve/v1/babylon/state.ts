import { babylonChain as chain } from "../../../schemas/cosmos/chains.ts";
import { cosmosDelegatorState, cosmosValidatorState } from "../../../schemas/cosmos/records.ts";
import { cosmosEndpoint } from "../../cosmos/endpoint.ts";

const tag = "Babylon state (v1)";

export const babylonValidatorState = cosmosEndpoint({
  chain,
  tag,
  operation: "babylonValidatorState",
  path: "validators/{validator_address}/state",
  summary: "Stake and delegators of one validator at the end of each day",
  row: cosmosValidatorState,
  sql: "v1/babylon/validator_state.sql",
  subject: { parameter: "validator_address", kind: "validator" },
});

export const babylonDelegatorState = cosmosEndpoint({
  chain,
  tag,
  operation: "babylonDelegatorState",
  path: "delegators/{delegator_address}/state",
  summary: "Stake of one delegator with each of its validators at the end of each day",
  row: cosmosDelegatorState,
  sql: "v1/babylon/delegator_state.sql",
  subject: { parameter: "delegator_address", kind: "delegator" },
});
