/** The three performance records of one validator: they differ in their fields only. */
import type { z } from "zod";
import {
  validatorAttestationsV1,
  validatorEffectivenessV1,
  validatorProposalsV1,
} from "../../../schemas/eth/records.ts";
import { defineEndpoint, type Endpoint } from "../../endpoint.ts";
import { ethereum as chain } from "../../eth/chain.ts";
import { periodQuery, periodValues } from "../../eth/periodRecords.ts";
import { redirectsByPubkey, validatorPath, withValidator } from "../../eth/validators.ts";

function performanceEndpoint(declared: {
  operation: string;
  segment: string;
  summary: string;
  row: z.ZodObject;
  sql: string;
  /** The same for days, which are rows of the table. */
  daySql: string;
}): Endpoint {
  return defineEndpoint({
    operation: declared.operation,
    method: "get",
    path: `/v1/eth/validators/{validator_index_or_pubkey}/${declared.segment}`,
    tag: "Ethereum performance (v1)",
    chain,
    summary: declared.summary,
    description: "A validator without a record in the range is answered with an empty list.",
    kind: "list",
    params: validatorPath,
    redirects: redirectsByPubkey,
    query: periodQuery(declared.row),
    answer: {
      row: declared.row,
      sql: declared.sql,
      cheaper: { value: "granularity", is: { day: { sql: declared.daySql } } },
    },
    prepare: (request, services) =>
      withValidator(request, services, async ({ validatorIndex }) => ({
        ...(await periodValues(request, services)),
        indices: [validatorIndex],
      })),
    weight: { bytes: 8, row: 10 },
    settles: { boundedBy: ["toDate", "toDay"] },
  });
}

export const validatorEffectivenessRecords = performanceEndpoint({
  operation: "validatorEffectivenessRecords",
  segment: "effectiveness",
  summary: "Ratings of one validator",
  row: validatorEffectivenessV1,
  sql: "v1/eth/validator_effectiveness.sql",
  daySql: "v1/eth/validator_effectiveness_day.sql",
});

export const validatorAttestations = performanceEndpoint({
  operation: "validatorAttestations",
  segment: "attestations",
  summary: "Attestations and sync signatures of one validator",
  row: validatorAttestationsV1,
  sql: "v1/eth/validator_attestations.sql",
  daySql: "v1/eth/validator_attestations_day.sql",
});

export const validatorProposals = performanceEndpoint({
  operation: "validatorProposals",
  segment: "proposals",
  summary: "Proposals of one validator",
  row: validatorProposalsV1,
  sql: "v1/eth/validator_proposals.sql",
  daySql: "v1/eth/validator_proposals_day.sql",
});
