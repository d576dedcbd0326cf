/** What the endpoints share: look-ups that are small, asked for by most requests, and slow to change. */
import { LRUCache } from "lru-cache";
import { loadSql } from "../lib/sql/file.ts";
import type { Store } from "../lib/store/store.ts";

type NetworkFacts = {
  network: string;
  /** Seconds since 1970 of slot 0. */
  genesisTime: number;
  slotsPerEpoch: number;
  secondsPerSlot: number;
};

/** Index and public key (0x, lower case) of a validator. */
export type ValidatorIdentity = { validatorIndex: number; pubkey: string };

export type Services = {
  store: Store;
  /** Ethereum networks by name, in the order of their names. */
  networks(): Promise<ReadonlyMap<string, NetworkFacts>>;
  /** Networks of a chain of the CometBFT family, by name. */
  cosmosNetworks(chain: string): Promise<readonly string[]>;
  /** Number of the latest day with records; 0 when there are none. */
  lastDay(network: string, dayType: "chain" | "utc"): Promise<number>;
  /** Known validators among the asked ones, in the order asked, each once. */
  validatorsByIndex(network: string, indices: readonly number[]): Promise<ValidatorIdentity[]>;
  validatorsByPubkey(network: string, pubkeys: readonly string[]): Promise<ValidatorIdentity[]>;
};

/** How long slow facts are believed. New networks and days appear at most this late. */
const factsTtlMs = 5_000;
const identitiesMax = 200_000;

type Row = { validatorIndex: number | string; pubkey: string };

export function createServices(store: Store, options: { factsTtlMs?: number } = {}): Services {
  const ttl = options.factsTtlMs ?? factsTtlMs;
  const facts = new LRUCache<string, Promise<unknown>>({ max: 1_000, ttl });
  const pubkeyOfIndex = new LRUCache<string, string>({ max: identitiesMax });
  const indexOfPubkey = new LRUCache<string, number>({ max: identitiesMax });

  /** One question at a time for each name: requests that arrive meanwhile share the answer. */
  function remembered<Value>(name: string, ask: () => Promise<Value>): Promise<Value> {
    const known = facts.get(name);
    if (known !== undefined) return known as Promise<Value>;
    const asked = ask();
    facts.set(name, asked);
    asked.catch(() => {
      if (facts.peek(name) === asked) facts.delete(name);
    });
    return asked;
  }

  async function lookUp(file: string, network: string, values: Record<string, readonly (string | number)[]>) {
    const rows = await store.rows<Row>(loadSql(`queries/${file}`).text, { network, ...values });
    for (const row of rows) {
      pubkeyOfIndex.set(`${network}/${row.validatorIndex}`, row.pubkey);
      indexOfPubkey.set(`${network}/${row.pubkey}`, Number(row.validatorIndex));
    }
  }

  return {
    store,
    networks: () =>
      remembered("networks", async () => {
        const rows = await store.rows<Record<keyof NetworkFacts, string>>(
          loadSql("queries/lookup/eth/networks.sql").text,
        );
        return new Map(
          rows.map((row) => [
            row.network,
            {
              network: row.network,
              genesisTime: Number(row.genesisTime),
              slotsPerEpoch: Number(row.slotsPerEpoch),
              secondsPerSlot: Number(row.secondsPerSlot),
            },
          ]),
        );
      }),
    cosmosNetworks: (chain) =>
      remembered(`cosmosNetworks/${chain}`, async () => {
        const rows = await store.rows<{ network: string }>(
          loadSql("queries/lookup/cosmos/networks.sql").text,
          { chain },
        );
        return rows.map(({ network }) => network);
      }),
    lastDay: (network, dayType) =>
      remembered(`lastDay/${network}/${dayType}`, async () => {
        const rows = await store.rows<{ lastDay: number | string }>(
          loadSql("queries/lookup/eth/last_day.sql").text,
          { network, dayType },
        );
        return Number(rows[0]?.lastDay ?? 0);
      }),
    validatorsByIndex: async (network, indices) => {
      const asked = [...new Set(indices)];
      const unknown = asked.filter((index) => !pubkeyOfIndex.has(`${network}/${index}`));
      if (unknown.length > 0)
        await lookUp("lookup/eth/validators_by_index.sql", network, { indices: unknown });
      return asked.flatMap((validatorIndex) => {
        const pubkey = pubkeyOfIndex.get(`${network}/${validatorIndex}`);
        return pubkey === undefined ? [] : [{ validatorIndex, pubkey }];
      });
    },
    validatorsByPubkey: async (network, pubkeys) => {
      const asked = [...new Set(pubkeys)];
      const unknown = asked.filter((pubkey) => !indexOfPubkey.has(`${network}/${pubkey}`));
      if (unknown.length > 0) {
        await lookUp("lookup/eth/validators_by_pubkey.sql", network, {
          pubkeys: unknown.map((pubkey) => pubkey.slice(2)),
        });
      }
      return asked.flatMap((pubkey) => {
        const validatorIndex = indexOfPubkey.get(`${network}/${pubkey}`);
        return validatorIndex === undefined ? [] : [{ validatorIndex, pubkey }];
      });
    },
  };
}
