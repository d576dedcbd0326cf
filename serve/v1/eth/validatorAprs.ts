import { z } from "zod";
import { validatorApr } from "../../../schemas/eth/entityRecords.ts";
import { limitPaging, timeWindow } from "../../../schemas/request.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { ethereum as chain } from "../../eth/chain.ts";
import { aprType, forwardValues } from "../../eth/entities.ts";
import { redirectsByPubkey, validatorPath, withValidator } from "../../eth/validators.ts";

export const validatorAprs = defineEndpoint({
  operation: "validatorAprs",
  method: "get",
  path: "/v1/eth/validators/{validator_index_or_pubkey}/aprs",
  tag: "Ethereum performance (v1)",
  chain,
  summary: "Rate of return of one validator in each time window",
  description: "Without a rate where it was not active in every epoch of the window.",
  kind: "list",
  params: validatorPath,
  redirects: redirectsByPubkey,
  query: z.object({
    ...limitPaging,
    window: timeWindow
      .optional()
      .describe("Only this time window: chain days that end with the last complete one, 90 at most"),
    aprType,
  }),
  aliases: { apr_type: "aprType" },
  answer: { row: validatorApr, sql: "v1/eth/validator_aprs.sql" },
  prepare: (request, services) =>
    withValidator(request, services, async ({ validatorIndex }) => {
      const { window, ...query } = request.query;
      return {
        network: request.network,
        validatorIndex,
        ...(await forwardValues(services, request.network)),
        ...query,
        windows: window === undefined ? [...timeWindow.options] : [window],
      };
    }),
  weight: { bytes: 8, row: 10 },
});
