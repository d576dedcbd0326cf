/** `GET /v1/<chain>/verifications`: what was compared with the figures that nodes report themselves. */
import { z } from "zod";
import { paging } from "../schemas/request.ts";
import { verificationDifference, verificationRecord } from "../schemas/verificationRecords.ts";
import type { ServedChain } from "./chain.ts";
import { defineEndpoint, type Endpoint } from "./endpoint.ts";

export function verificationEndpoints(chain: ServedChain): Endpoint[] {
  const common = {
    ...{ method: "get" as const, kind: "list" as const, tag: "Verification (v1)", chain },
    params: z.object({}),
    query: z.object({ ...paging }),
    weight: { bytes: 8, row: 5 },
  };
  const path = `/v1/${chain.id}/verifications`;
  return [
    defineEndpoint({
      ...common,
      ...{ operation: `${chain.id}Verifications`, path },
      summary: "Comparisons of this installation's figures with those that its nodes report",
      description:
        "One record per kind of figure, over the points that are stored. A share of all heights (VERIFY_SHARE) is compared " +
        "continuously, and those of `validator-analytics verify` when it runs.",
      answer: { row: verificationRecord, sql: "v1/verifications.sql" },
      prepare: async ({ query, network }) => ({ values: { ...query, chain: chain.id, network } }),
    }),
    defineEndpoint({
      ...common,
      ...{ operation: `${chain.id}VerificationDifferences`, path: `${path}/differences` },
      summary: "Figures that differ from those of the nodes, newest first",
      description: "Up to 100 figures of each point.",
      answer: { row: verificationDifference, sql: "v1/verification_differences.sql" },
      prepare: async ({ query, network }) => ({ values: { ...query, chain: chain.id, network } }),
    }),
  ];
}
