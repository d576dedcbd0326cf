/** Shared by lists of validators' metadata: the filters for validators. */
import { z } from "zod";
import type { QueryParams } from "../../lib/store/store.ts";
import { choice, listOf } from "../../schemas/request.ts";
import type { EndpointRequest, Prepared } from "../endpoint.ts";
import type { Services } from "../services.ts";
import { mappingDay } from "./entities.ts";
import { withValidator } from "./validators.ts";

const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i, "Input should be an address: 0x and 40 hexadecimal digits")
  .transform((text) => text.toLowerCase())
  .pipe(z.string().meta({ pattern: "^0[xX][0-9a-fA-F]{40}$" }));

export const metadataQuery = {
  operatorsIds: listOf(z.string().min(1).max(200))
    .default([])
    .describe("Only validators of these operators or pools"),
  withdrawalAddress: address.optional().describe("Only validators that withdraw to this address"),
  idType: choice(["nodeOperator", "pool"]).default("nodeOperator").describe("Type of `operatorsIds`"),
};

/** Other spellings of them that existing clients send. */
export const metadataAliases = {
  id_type: "idType",
  operators_ids: "operatorsIds",
  withdrawal_address: "withdrawalAddress",
};

type MetadataQuery = {
  operatorsIds: string[];
  withdrawalAddress?: string | undefined;
  idType: string;
};

/** @param place the first index (`from`), records to skip (`offset`), how many, and by `desc` in reverse */
export async function metadataValues(
  { query, network }: { query: MetadataQuery; network: string },
  services: Services,
  place: { from: number; offset: number; size: number; sortOrder: string },
): Promise<QueryParams> {
  return {
    network,
    mappingDay: await mappingDay(services, network),
    ...place,
    operatorsIds: query.operatorsIds,
    idType: query.idType,
    withdrawalAddress: query.withdrawalAddress ?? null,
  };
}

/** One validator's metadata, or the redirect to its index. */
export const oneMetadata = (
  request: EndpointRequest<{ validator_index_or_pubkey: number | string }>,
  services: Services,
): Promise<Prepared> =>
  withValidator(request, services, async ({ validatorIndex }) => ({
    network: request.network,
    mappingDay: await mappingDay(services, request.network),
    validatorIndex,
  }));
