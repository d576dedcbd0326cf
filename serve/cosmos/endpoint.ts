/** What the endpoints of chains of the CometBFT family share: addresses, days. */
import { z } from "zod";
import { addressBytes, toAddress } from "../../lib/bech32.ts";
import { type CosmosChain, operatorPrefix } from "../../schemas/cosmos/chains.ts";
import { dayRange, limitPaging } from "../../schemas/request.ts";
import { defineEndpoint, type Endpoint } from "../endpoint.ts";
import { requireSubject, type SubjectKind } from "./subjects.ts";

/** An address for examples; nobody has its key. */
export const exampleAddress = (prefix: string) => toAddress(prefix, new Uint8Array(20).fill(1));

const address = (prefix: string, what: string) =>
  z
    .string()
    .refine(
      (text) => addressBytes(text, prefix) !== undefined,
      `Input should be the address of ${what}: bech32 with prefix ${prefix} and a right checksum`,
    )
    .meta({ example: exampleAddress(prefix) });

const tokenQuery = z.object({
  ...limitPaging,
  fromDate: dayRange.fromDate,
  toDate: dayRange.toDate,
});

/** A list of daily records, of one address or of the network. */
export function cosmosEndpoint(declared: {
  chain: CosmosChain;
  operation: string;
  /** Below `/v1/<chain>/`, with the parameter that names the subject. */
  path: string;
  tag: string;
  summary: string;
  row: z.ZodObject;
  sql: string;
  subject?: SubjectKind;
}): Endpoint {
  const { chain, subject } = declared;
  const [, parameter = ""] = /\{(\w+)\}/.exec(declared.path) ?? [];
  const prefix = subject === "delegator" ? chain.prefix : operatorPrefix(chain);
  const params: z.ZodObject =
    subject === undefined
      ? z.object({})
      : z.object({
          [parameter]: address(prefix, `a ${subject}`).describe(`Address of the ${subject}, ${prefix}1…`),
        });
  return defineEndpoint({
    operation: declared.operation,
    method: "get",
    path: `/v1/${chain.id}/${declared.path}`,
    tag: declared.tag,
    chain: {
      id: chain.id,
      mainNetwork: chain.mainNetwork,
      networksSql: "lookup/cosmos/networks.sql",
    },
    summary: declared.summary,
    description: `Daily records in ${chain.token.symbol}, by UTC day, oldest first.`,
    kind: "list",
    params,
    query: tokenQuery,
    answer: { row: declared.row, sql: declared.sql },
    prepare: async ({ params: asked, query, network }, services) => {
      const values = {
        network,
        fromDate: query.fromDate ?? null,
        toDate: query.toDate ?? null,
        sortOrder: query.sortOrder,
        limit: query.limit,
        offset: query.offset,
        tokenDecimals: chain.token.decimals,
      };
      if (subject === undefined) return { values };
      const text = String((asked as Record<string, unknown>)[parameter]);
      await requireSubject(services, network, subject, text);
      return { values: { ...values, [subject]: text } };
    },
    weight: { bytes: 8, row: 5 },
    settles: { boundedBy: ["toDate"] },
  });
}
