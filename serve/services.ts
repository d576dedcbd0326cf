/** Look-ups shared by the endpoints: small ones that most requests need and that change slowly. */
import { LRUCache } from "lru-cache";
import { loadSql } from "../lib/sql/file.ts";
import type { QueryParams, Store } from "../lib/store/store.ts";
import type { Usage } from "./access/usage.ts";
import type { ServedChain } from "./chain.ts";

export type Services = {
  store: Store;
  /** Names of the networks of a chain that have data. */
  networksOf(chain: ServedChain): Promise<readonly string[]>;
  /** Rows of a statement about all networks of a chain. Remembered like `lookup`; it may take `{chain:String}`. */
  ofChain<Row>(chain: Pick<ServedChain, "id">, file: string): Promise<readonly Row[]>;
  /**
   * Rows of a small statement below sql/queries, remembered for some seconds by its values. Concurrent requests share
   * the answer.
   */
  lookup<Row>(file: string, values?: QueryParams): Promise<readonly Row[]>;
  /** A key's lifetime usage, with this server's requests as of now. */
  usedBy: Usage["of"];
  /** Private state of a chain, such as a cache, that lives as long as these services: created at its first use. */
  own<Thing>(make: () => Thing): Thing;
};

/** How long slow facts are believed. New networks and days appear at most this late. */
const factsTtlMs = 5_000;

type Question = { file: string; values: QueryParams };

/** @param options.usedBy default: no usage */
export function createServices(
  store: Store,
  options: { factsTtlMs?: number | undefined; usedBy?: Usage["of"] } = {},
): Services {
  const facts = new LRUCache<string, readonly unknown[], Question>({
    max: 1_000,
    ttl: options.factsTtlMs ?? factsTtlMs,
    fetchMethod: (_name, _stale, { context }) =>
      store.rows(loadSql(`queries/${context.file}`).text, context.values),
  });
  const things = new Map<() => unknown, unknown>();

  async function lookup<Row>(file: string, values: QueryParams = {}): Promise<readonly Row[]> {
    const name = `${file} ${JSON.stringify(values)}`;
    return (await facts.forceFetch(name, { context: { file, values } })) as readonly Row[];
  }

  async function ofChain<Row>({ id }: Pick<ServedChain, "id">, file: string): Promise<readonly Row[]> {
    const takesChain = loadSql(`queries/${file}`).placeholders.length > 0;
    return await lookup<Row>(file, takesChain ? { chain: id } : {});
  }

  return {
    store,
    lookup,
    ofChain,
    usedBy: options.usedBy ?? (async () => ({ requests: 0, computeUnits: 0 })),
    networksOf: async (chain) => {
      const rows = await ofChain<{ network: string }>(chain, chain.networksSql);
      return rows.map(({ network }) => network);
    },
    own: <Thing>(make: () => Thing) => {
      if (!things.has(make)) things.set(make, make());
      return things.get(make) as Thing;
    },
  };
}
