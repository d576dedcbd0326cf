/** Private sets of the caller's organization, on all networks. */
import { z } from "zod";
import { integerColumn, textColumn, timestampColumn } from "../../../schemas/columns.ts";
import { orderedPaging } from "../../../schemas/request.ts";
import { defineEndpoint } from "../../endpoint.ts";

const accountTag = z
  .object({
    chain: textColumn.describe("Chain, as paths name it"),
    network: textColumn.describe("Network of its validators, as X-Service-Network names it"),
    id: z.string().meta({ format: "uuid" }).describe("Identifier, as in the path of its records"),
    name: textColumn.describe("Name").meta({ example: "our validators" }),
    validators: integerColumn.describe("Validators that belong to it"),
    createdBy: z.string().meta({ format: "uuid" }).describe("Identifier of the key that created it"),
    createdAt: timestampColumn.describe("Time of creation"),
    updatedAt: timestampColumn
      .nullable()
      .describe("Time at which validators were last added or removed; null before that"),
  })
  .meta({ id: "AccountTag" });

export const accountTags = defineEndpoint({
  operation: "accountTags",
  method: "get",
  path: "/v1/account/tags",
  tag: "Account",
  summary: "Private sets of the organization on all networks, oldest first",
  kind: "list",
  params: z.object({}),
  query: z.object(orderedPaging),
  answer: { row: accountTag, sql: "v1/account/tags.sql" },
  prepare: async ({ caller, query }) => ({
    values: { organizationId: caller.organizationId, ...query },
  }),
  weight: { bytes: 8, row: 2 },
  isPrivate: true,
});
