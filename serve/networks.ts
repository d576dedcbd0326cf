/** Which networks there are, and how far the records of each go: for users of the API, and for its operators. */
import { z } from "zod";
import { textColumn } from "../schemas/columns.ts";
import type { ServedChain } from "./chain.ts";
import { type CustomEndpoint, defineEndpoint } from "./endpoint.ts";
import type { Services } from "./services.ts";

const recordFreshness = z
  .object({
    record: textColumn.describe("Kind of record"),
    unit: z
      .enum(["day", "epoch", "checkpoint"])
      .describe("Unit of `until`; days are UTC dates, or begin on them"),
    until: textColumn.describe("Newest one that there is something of"),
    completeUntil: textColumn.nullable().describe("Newest complete one; null: none so far"),
  })
  .meta({ id: "RecordFreshness" });

const networkRecord = z
  .object({
    chain: textColumn.describe("Chain, as paths name it"),
    network: textColumn.describe("Network, as X-Service-Network names it"),
    isDefault: z.boolean().describe("Answers requests that name none"),
    records: z.array(recordFreshness).describe("Empty while nothing is computed"),
  })
  .meta({ id: "ServedNetwork" });

const networkList = z.object({ results: z.array(networkRecord) }).meta({ id: "ServedNetworkList" });
export type ServedNetwork = z.output<typeof networkRecord>;

type FreshnessRow = {
  network: string;
  record: string;
  unit: "day" | "epoch" | "checkpoint";
  until: string;
  completeUntil: string;
  completeCount: string;
};

/** Every network of the chains, with how far its records go. */
export async function loadNetworks(
  chains: readonly ServedChain[],
  services: Pick<Services, "ofChain" | "networksOf">,
): Promise<ServedNetwork[]> {
  const served: ServedNetwork[] = [];
  for (const chain of chains) {
    const networks = await services.networksOf(chain);
    if (networks.length === 0) continue;
    const file = chain.networksSql.replace(/networks\.sql$/, "freshness.sql");
    const rows = await services.ofChain<FreshnessRow>(chain, file);
    for (const network of networks) {
      const records = rows
        .filter((row) => row.network === network)
        .map(({ record, unit, until, completeUntil, completeCount }) => ({
          record,
          unit,
          until,
          completeUntil: Number(completeCount) === 0 ? null : completeUntil,
        }))
        .sort((one, other) => (one.record < other.record ? -1 : 1));
      const isDefault = network === chain.mainNetwork || networks.length === 1;
      served.push({ chain: chain.id, network, isDefault, records });
    }
  }
  return served;
}

/** The endpoint of the chains that are served. */
export const networksEndpoint = (chains: readonly ServedChain[]): CustomEndpoint =>
  defineEndpoint({
    operation: "networks",
    method: "get",
    path: "/v1/networks",
    tag: "Networks",
    summary: "Networks that are served, and how far their records go",
    description:
      "The kinds of records of each network, with the newest epoch, checkpoint or UTC day that has data, and the newest complete one.",
    kind: "custom",
    params: z.object({}),
    query: z.object({}),
    // Next to nothing: clients send this request before any other.
    weight: { bytes: 1_024, row: 1 },
    response: networkList,
    handle: async (_, services) => {
      const results = await loadNetworks(chains, services);
      return { text: JSON.stringify({ results }), rows: results.length };
    },
  });
