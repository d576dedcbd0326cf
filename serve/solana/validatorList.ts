/** Shared by v1 lists of one validator's days or intervals. */
import type { z } from "zod";
import type { EndpointRequest } from "../endpoint.ts";
import type { Services } from "../services.ts";
import { validatorPath } from "./addresses.ts";
import { solana as chain, weightV1 as weight } from "./chain.ts";
import { listQuery, listSettles, listValues } from "./performance.ts";
import { voteAccountOf } from "./subjects.ts";

type ListRequest = EndpointRequest<z.output<typeof validatorPath>, z.output<typeof listQuery>>;

export const validatorList = {
  method: "get",
  chain,
  kind: "list",
  params: validatorPath,
  query: listQuery,
  prepare: async ({ params, query, network }: ListRequest, services: Services) => ({
    values: {
      network,
      voteAccount: await voteAccountOf(services, network, params.validator_id),
      ...listValues(query),
    },
  }),
  weight,
  settles: listSettles,
} as const;
