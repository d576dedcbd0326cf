/** Amounts that validators have not withdrawn, by queries of the nodes' state: for chains without a REST gateway. */
import {
  QueryValidatorCommissionRequest,
  QueryValidatorCommissionResponse,
  QueryValidatorOutstandingRewardsRequest,
  QueryValidatorOutstandingRewardsResponse,
} from "cosmjs-types/cosmos/distribution/v1beta1/query";
import type { CosmosChain } from "../../../schemas/cosmos/chains.ts";
import { decToText } from "../state.ts";
import type { CometClient } from "./client.ts";
import type { UnclaimedAmounts } from "./distribution.ts";

type Coin = { denom: string; amount: string };

export function createUnclaimedAmounts(
  chain: CosmosChain,
  client: Pick<CometClient, "query">,
): UnclaimedAmounts {
  const own = (coins: readonly Coin[] = []) =>
    decToText(coins.find(({ denom }) => denom === chain.denomination)?.amount ?? "0");
  const query = "/cosmos.distribution.v1beta1.Query";
  return {
    outstanding: async (validatorAddress, height, signal) => {
      const request = QueryValidatorOutstandingRewardsRequest.encode({ validatorAddress }).finish();
      const bytes = await client.query(`${query}/ValidatorOutstandingRewards`, request, height, signal);
      return own(QueryValidatorOutstandingRewardsResponse.decode(bytes).rewards?.rewards);
    },
    commission: async (validatorAddress, height, signal) => {
      const request = QueryValidatorCommissionRequest.encode({ validatorAddress }).finish();
      const bytes = await client.query(`${query}/ValidatorCommission`, request, height, signal);
      return own(QueryValidatorCommissionResponse.decode(bytes).commission?.commission);
    },
  };
}
