/** x/staking, as comparisons read it: through the REST gateway, and by delegator instead of validator. */
import {
  QueryDelegatorDelegationsRequest,
  QueryDelegatorDelegationsResponse,
  QueryValidatorDelegationsRequest,
  QueryValidatorDelegationsResponse,
} from "cosmjs-types/cosmos/staking/v1beta1/query";
import { z } from "zod";
import { pages } from "../state.ts";
import type { CometClient } from "./client.ts";
import type { Gateway } from "./gateway.ts";

const gatewayPageSize = 200;

/** cosmos-sdk 0.53.5: proto/cosmos/staking/v1beta1/staking.proto. Fields with the default value may be left out. */
const validatorsAnswer = z.object({
  validators: z.array(
    z.object({
      operator_address: z.string(),
      jailed: z.boolean().default(false),
      status: z.string(),
      tokens: z.string().regex(/^\d+$/),
      commission: z.object({ commission_rates: z.object({ rate: z.string().regex(/^\d+(?:\.\d+)?$/) }) }),
    }),
  ),
  pagination: z
    .object({ next_key: z.string().nullable().default(null) })
    .nullable()
    .default(null),
});
export type GatewayValidator = z.infer<typeof validatorsAnswer>["validators"][number];

/** All validators after a block. @throws SourceError as `Gateway.get` */
export async function gatewayValidators(
  gateway: Gateway,
  height: number,
  signal?: AbortSignal,
): Promise<GatewayValidator[]> {
  const all: GatewayValidator[] = [];
  for (let key = ""; ; ) {
    const query = new URLSearchParams({ "pagination.limit": String(gatewayPageSize) });
    if (key !== "") query.set("pagination.key", key);
    const path = `/cosmos/staking/v1beta1/validators?${query}`;
    const { validators, pagination } = await gateway.get(path, validatorsAnswer, height, signal);
    all.push(...validators);
    if (!pagination?.next_key || validators.length === 0) return all;
    key = pagination.next_key;
  }
}

/** A delegator's stake with each validator after a block, base units. */
export async function delegationsOf(
  client: Pick<CometClient, "query">,
  delegator: string,
  height: number,
  signal?: AbortSignal,
): Promise<{ validator: string; amount: string }[]> {
  return await pages(async (pagination) => {
    const request = QueryDelegatorDelegationsRequest.encode({
      delegatorAddr: delegator,
      pagination,
    }).finish();
    const path = "/cosmos.staking.v1beta1.Query/DelegatorDelegations";
    const bytes = await client.query(path, request, height, signal);
    const { delegationResponses, pagination: page } = QueryDelegatorDelegationsResponse.decode(bytes);
    return {
      items: delegationResponses.map(({ delegation, balance }) => ({
        validator: delegation?.validatorAddress ?? "",
        amount: balance?.amount ?? "0",
      })),
      nextKey: page?.nextKey,
    };
  });
}

/** Number of delegations to a validator after a block, as the node counts them. */
export async function delegationCount(
  client: Pick<CometClient, "query">,
  validator: string,
  height: number,
  signal?: AbortSignal,
): Promise<string> {
  const pagination = { key: new Uint8Array(), offset: 0n, limit: 1n, countTotal: true, reverse: false };
  const request = QueryValidatorDelegationsRequest.encode({ validatorAddr: validator, pagination }).finish();
  const path = "/cosmos.staking.v1beta1.Query/ValidatorDelegations";
  const bytes = await client.query(path, request, height, signal);
  return String(QueryValidatorDelegationsResponse.decode(bytes).pagination?.total ?? 0n);
}
