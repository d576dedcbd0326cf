/** The second source: unclaimed earnings per validator from a REST gateway. */
import { z } from "zod";
import type { CosmosChain } from "../../../schemas/cosmos/chains.ts";
import { splitCoins } from "../decode.ts";
import { createGateway, type Gateway, type GatewayOptions } from "./gateway.ts";

const coins = z.array(z.object({ denom: z.string(), amount: z.string() })).nullable();
const outstandingAnswer = z.object({ rewards: z.object({ rewards: coins }) });
const commissionAnswer = z.object({ commission: z.object({ commission: coins }) });

/** An amount after a block, base units. @throws SourceError, `pruned` if the node has dropped the state */
type ReadAmount = (validator: string, height: number, signal?: AbortSignal) => Promise<string>;

/** Amounts that validators have not withdrawn. */
export type UnclaimedAmounts = { outstanding: ReadAmount; commission: ReadAmount };

export type DistributionSource = UnclaimedAmounts & {
  /** Amounts after a block, base units. @throws SourceError, `pruned` if the gateway has dropped the state */
  read(
    validator: string,
    height: number,
    signal?: AbortSignal,
  ): Promise<{ outstanding_rewards: string; accumulated_commission: string }>;
  /** @throws SourceError if the gateway does not answer. @returns its chain id. */
  chainId(signal?: AbortSignal): Promise<string>;
  gateway: Gateway;
};

export function createDistributionSource(chain: CosmosChain, options: GatewayOptions): DistributionSource {
  const gateway = createGateway(options);
  const pathOf = (validator: string) => `/cosmos/distribution/v1beta1/validators/${validator}`;
  const own = (list: z.output<typeof coins>) =>
    splitCoins((list ?? []).map(({ denom, amount }) => `${amount}${denom}`).join(","), chain.denomination)
      .amount;

  const outstanding: ReadAmount = async (validator, height, signal) => {
    const path = `${pathOf(validator)}/outstanding_rewards`;
    return own((await gateway.get(path, outstandingAnswer, height, signal)).rewards.rewards);
  };
  const commission: ReadAmount = async (validator, height, signal) => {
    const path = `${pathOf(validator)}/commission`;
    return own((await gateway.get(path, commissionAnswer, height, signal)).commission.commission);
  };

  return {
    outstanding,
    commission,
    read: async (validator, height, signal) => {
      const [outstanding_rewards, accumulated_commission] = await Promise.all([
        outstanding(validator, height, signal),
        commission(validator, height, signal),
      ]);
      return { outstanding_rewards, accumulated_commission };
    },
    chainId: gateway.chainId,
    gateway,
  };
}
