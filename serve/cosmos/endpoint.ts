/** Shared by the endpoints of chains of the CometBFT family: addresses. */
import { z } from "zod";
import { addressBytes, toAddress } from "../../lib/bech32.ts";
import { type CosmosChain, operatorPrefix } from "../../schemas/cosmos/chains.ts";
import { dailyRecords, type Subject } from "../dailyRecords.ts";
import type { Endpoint } from "../endpoint.ts";
import { servedCosmos } from "./chain.ts";

/** The kind of address in a path. */
export type SubjectKind = "validator" | "delegator";

/** An address for examples; its key doesn't exist. */
export const exampleAddress = (prefix: string) => toAddress(prefix, new Uint8Array(20).fill(1));

export function subjectOf(chain: CosmosChain, kind: SubjectKind): Subject {
  const prefix = kind === "delegator" ? chain.prefix : operatorPrefix(chain);
  const parameter = z
    .string()
    .refine(
      (text) => addressBytes(text, prefix) !== undefined,
      `Input should be the address of a ${kind}: bech32 with prefix ${prefix} and a right checksum`,
    )
    .meta({
      example: exampleAddress(prefix),
      format: `bech32-${prefix}`,
      pattern: `^(?:${prefix}1[02-9ac-hj-np-z]{38,58}|${prefix.toUpperCase()}1[02-9AC-HJ-NP-Z]{38,58})$`,
    })
    .describe(`Address of the ${kind}, ${prefix}1…`);
  return {
    name: kind,
    parameter,
    toStored: (text) => text.toLowerCase(),
    knownSql: `lookup/cosmos/${kind}.sql`,
  };
}

/** A list of daily records, of one address or of the network. */
export function cosmosEndpoint({
  chain,
  subject,
  ...declared
}: {
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
  return dailyRecords({
    ...declared,
    chain: servedCosmos(chain),
    token: chain.token.symbol,
    subject: subject === undefined ? undefined : subjectOf(chain, subject),
    values: { tokenDecimals: chain.token.decimals },
  });
}
