import { z } from "zod";
import { selfReport } from "../../../schemas/eth/selfReportRecord.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { ethereum as chain } from "../../eth/chain.ts";
import { reportValidators } from "../../eth/selfReports.ts";
import { validatorPubkey } from "../../eth/validators.ts";

const newSelfReport = z
  .strictObject({
    validators: z
      .array(validatorPubkey)
      .min(1, "At least one public key is needed")
      .max(1_000, "At most 1000 values are allowed")
      .describe("Public keys of validators that the organization runs"),
    poolTag: z
      .string()
      .max(200, "At most 200 characters are allowed")
      .regex(/\S/, "Input should not be empty")
      .nullable()
      .default(null)
      .describe(
        "Pool for which it runs them, by its exact name; not the organization's own; null without one",
      ),
  })
  .meta({
    id: "SelfReportIn",
    example: { validators: [`0x${"00000002".repeat(12)}`], poolTag: "Lido" },
  });

export const reportOwnValidators = defineEndpoint({
  operation: "selfReportValidators",
  method: "post",
  path: "/v0/selfReports/validators",
  tag: "Ethereum self reports (v0)",
  chain,
  summary: "Report validators as the organization's own",
  description:
    "For approved organizations. A validator belongs to the organization that reported it first; one that another organization has " +
    "reported refuses the whole call. Reported again by the same one, the pool is replaced.",
  kind: "custom",
  status: 201,
  params: z.object({}),
  query: z.object({}),
  body: { schema: newSelfReport },
  response: selfReport,
  handle: async (request, services) => {
    const validators = [...new Set(request.body.validators)];
    const { poolTag } = request.body;
    await reportValidators(services, request, { validators, poolTag });
    const operatorName = request.caller.organizationName;
    return {
      text: JSON.stringify({ operatorName, validators, network: request.network, poolTag }),
      rows: validators.length,
    };
  },
  weight: { bytes: 8, row: 0 },
});
