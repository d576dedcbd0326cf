/** What a replay has to know of each chain; data and pure functions beside the transform's own (heights.ts). */
import { parseRange } from "../ingest/eth/range.ts";
import type { ChainName } from "../lib/config.ts";
import { ConfigError } from "../lib/errors.ts";
import { internalSql } from "../lib/sql/internal.ts";
import type { Store } from "../lib/store/store.ts";
import { babylonChain, type CosmosChain, celestiaChain } from "../schemas/cosmos/chains.ts";
import { cosmosFamilies, cosmosRowsOf, daysAround, isCosmosMessageOf } from "../transform/cosmos/heights.ts";
import { ethFamilies, ethRowsOf, isEthMessageOf, loadCalendar } from "../transform/eth/heights.ts";
import { type HeightRange, heightColumns, type RowsOfRange } from "../transform/frame/heights.ts";

export type ReplayChain = {
  /** Network that the chain's own name means. */
  mainNetwork: string;
  /** Every table, what is read before its readers: the order in which they change places. */
  tables: readonly string[];
  /** Networks in the warehouse. */
  networks(store: Store): Promise<string[]>;
  /** Heights that `--from` and `--to` mean, heights or dates, as the warehouse knows them. @throws ConfigError */
  parseRange(store: Store, network: string, from: string, to: string): Promise<HeightRange>;
  /** Rows that a range leads to. @throws ConfigError when the warehouse knows too little */
  rowsOf(store: Store, network: string, range: HeightRange): Promise<RowsOfRange>;
  /** Whether a message, not yet checked, says something about a range of heights. */
  isNeeded(json: unknown, network: string, range: HeightRange): boolean;
  /** The newest heights that the live consumer may be at. */
  newest(store: Store, network: string): Promise<HeightRange | undefined>;
  /** Heights that are computed again at once. */
  heightsAtOnce: number;
};

async function networksIn(store: Store, sql: string, params = {}): Promise<string[]> {
  const rows = await store.rows<{ network: string }>(sql, params);
  return rows.map((row) => row.network);
}

/** The last `count` heights of a raw table. */
async function newestIn(
  store: Store,
  network: string,
  sql: string,
  count: number,
): Promise<HeightRange | undefined> {
  const [row] = await store.rows<{ rows: string; height: number }>(sql, { network });
  if (row === undefined || Number(row.rows) === 0) return undefined;
  return { from: Math.max(0, row.height - count + 1), to: row.height };
}

const eth: ReplayChain = {
  mainNetwork: "mainnet",
  get tables() {
    return Object.keys(heightColumns(ethFamilies));
  },
  networks: (store) => networksIn(store, internalSql("eth/networks")),
  parseRange: async (store, network, from, to) => parseRange(await loadCalendar(store, network), from, to),
  rowsOf: async (store, network, range) => ethRowsOf(await loadCalendar(store, network), range),
  isNeeded: isEthMessageOf,
  newest: (store, network) => newestIn(store, network, internalSql("eth/newest_height"), 4),
  heightsAtOnce: 8,
};

export const heightPattern = /^\d{1,9}$/;
const datePattern = /^\d{4}-\d{2}-\d{2}$/;

/** A height, or the first or last block of a day in the warehouse. */
async function blockOf(store: Store, network: string, text: string, end: "first" | "last"): Promise<number> {
  if (heightPattern.test(text)) return Number(text);
  if (!datePattern.test(text) || Number.isNaN(Date.parse(`${text}T00:00:00Z`)))
    throw new ConfigError(`"${text}" is neither a height nor a date such as 2026-01-31`, {
      code: "bad_range",
    });
  const [row] = await store.rows<{ blocks: string; first: number; last: number }>(
    internalSql("cosmos/blocks_of_day"),
    { network, day: text },
  );
  if (row === undefined || Number(row.blocks) === 0)
    throw new ConfigError(`The warehouse holds no block of ${network} of ${text}; give heights`, {
      code: "bad_range",
    });
  return row[end];
}

function cosmos(chain: CosmosChain): ReplayChain {
  return {
    mainNetwork: chain.mainNetwork,
    get tables() {
      return Object.keys(heightColumns(cosmosFamilies(chain)));
    },
    networks: (store) => networksIn(store, internalSql("cosmos/networks"), { chain: chain.id }),
    parseRange: async (store, network, from, to) => ({
      from: await blockOf(store, network, from, "first"),
      to: await blockOf(store, network, to, "last"),
    }),
    rowsOf: async (store, network, range) => {
      const days = await daysAround(store, network, range);
      if (days === undefined) throw new ConfigError(`The warehouse holds no block of ${network}`);
      return cosmosRowsOf(chain, network, range, days);
    },
    isNeeded: isCosmosMessageOf,
    newest: (store, network) => newestIn(store, network, internalSql("cosmos/newest_height"), 1),
    heightsAtOnce: 1_000_000,
  };
}

/** Every chain: one line each. */
export const replayChains: Readonly<Record<ChainName, ReplayChain>> = {
  eth,
  celestia: cosmos(celestiaChain),
  babylon: cosmos(babylonChain),
};
