/** `GET /v1/<chain>/verifications`: what was compared with the figures that nodes report themselves. */
import { z } from "zod";
import { loadSql } from "../lib/sql/file.ts";
import type { QueryParams } from "../lib/store/store.ts";
import { wholeNumber } from "../schemas/request.ts";
import { verificationDifferenceList, verificationList } from "../schemas/verificationRecords.ts";
import type { ServedChain } from "./chain.ts";
import { type CustomAnswer, defineEndpoint, type Endpoint } from "./endpoint.ts";
import type { Services } from "./services.ts";

const differencesMax = 1_000;

/** The rows as the engine wrote them: no integer passes through a double. */
async function answer({ store }: Services, statement: string, values: QueryParams): Promise<CustomAnswer> {
  const text = await store.text(loadSql(`queries/app/${statement}.sql`).text, values);
  const rows = text.split("\n").filter((line) => line !== "");
  return { text: `{"results":[${rows.join(",")}]}`, rows: rows.length };
}

export function verificationEndpoints(chain: ServedChain): Endpoint[] {
  const common = {
    ...{ method: "get" as const, kind: "custom" as const, tag: "Verification (v1)", chain },
    params: z.object({}),
    weight: { bytes: 1_024, row: 1 },
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
      query: z.object({}),
      response: verificationList,
      handle: ({ network }, services) => answer(services, "verifications", { chain: chain.id, network }),
    }),
    defineEndpoint({
      ...common,
      ...{ operation: `${chain.id}VerificationDifferences`, path: `${path}/differences` },
      summary: "Figures that differ from those of the nodes, newest first",
      description: "Up to 100 figures of each point.",
      query: z.object({
        limit: wholeNumber(1, differencesMax).default(100).describe("Records in the answer"),
      }),
      response: verificationDifferenceList,
      handle: ({ network, query: { limit } }, services) =>
        answer(services, "verification_differences", { chain: chain.id, network, limit }),
    }),
  ];
}
