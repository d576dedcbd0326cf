/** The list of validators. */
import { z } from "zod";
import { validatorMetadata } from "../../../schemas/eth/validatorMetadata.ts";
import { orderedPaging } from "../../../schemas/request.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { ethereum as chain } from "../../eth/chain.ts";
import { metadataAliases, metadataQuery, metadataValues, oneMetadata } from "../../eth/validatorMetadata.ts";
import { redirectsByPubkey, validatorPath } from "../../eth/validators.ts";

const shared = {
  method: "get",
  tag: "Ethereum validators (v1)",
  chain,
  weight: { bytes: 8, row: 5 },
} as const;

const validators = defineEndpoint({
  ...shared,
  operation: "validatorsMetadata",
  path: "/v1/eth/validators",
  summary: "Metadata of validators, in index order",
  kind: "list",
  params: z.object({}),
  query: z.object({ ...orderedPaging, ...metadataQuery }),
  // The record of v0.
  answer: {
    row: validatorMetadata,
    sql: "v0/eth/validators.sql",
    count: "lookup/eth/validator_count.sql",
  },
  prepare: async (request, services) => ({
    values: await metadataValues(request, services, {
      from: 0,
      offset: request.query.offset,
      size: request.query.limit,
      sortOrder: request.query.sortOrder,
    }),
  }),
  aliases: metadataAliases,
});

const validator = defineEndpoint({
  ...shared,
  operation: "validatorMetadata",
  path: "/v1/eth/validators/{validator_index_or_pubkey}",
  summary: "Metadata of one validator",
  kind: "one",
  params: validatorPath,
  redirects: redirectsByPubkey,
  query: z.object({}),
  answer: { row: validatorMetadata, sql: "v0/eth/validator.sql" },
  prepare: oneMetadata,
});

/** After the fixed paths below the list. */
export const validatorEndpoints = [validators, validator];
