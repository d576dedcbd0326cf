import { afterAll, beforeAll, expect, it } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { cosmosChains } from "../../schemas/cosmos/chains.ts";
import type { CosmosMessage } from "../../schemas/cosmos/events.ts";
import { openTemporaryStore } from "../../test/support/warehouse.ts";
import { announceNetwork } from "./networks.ts";
import { createCosmosTransform } from "./transform.ts";

let store: Store;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ store, close } = await openTemporaryStore({ family: "cosmos" }));
});
afterAll(() => close());

const readNetworks = () => store.rows("select * from dim_cosmos_network final order by network");

it("records the chain and the unit of a network, however often it is announced", async () => {
  for (const chain of [...cosmosChains, ...cosmosChains])
    await announceNetwork(store, chain, chain.mainNetwork);
  const rows = cosmosChains.map(({ id, mainNetwork, denomination, token }) => ({
    network: mainNetwork,
    chain: id,
    denomination,
    token_symbol: token.symbol,
    token_decimals: token.decimals,
    version: "2",
  }));
  expect(await readNetworks()).toEqual(rows.sort((a, b) => (a.network < b.network ? -1 : 1)));
});

it.each(cosmosChains)(
  "refuses another chain's message that names a network of $id, and writes nothing",
  async (chain) => {
    const before = await readNetworks();
    const message: CosmosMessage = {
      type: "state",
      network: chain.mainNetwork,
      height: 1,
      day: "2026-01-01",
      validators: [],
      delegation_count: null,
    };
    for (const other of cosmosChains.filter(({ id }) => id !== chain.id)) {
      const transform = createCosmosTransform(other, { store, log: createLogger("silent") });
      await expect(transform.write([message])).rejects.toMatchObject({
        kind: "config",
        code: "other_chain",
        message: expect.stringContaining(
          `of ${chain.mainNetwork} is of another chain: its chain is ${other.id}, this warehouse holds ${chain.id}`,
        ),
      });
    }
    expect(await readNetworks()).toEqual(before);
    expect(await store.rows("select 1 from raw_cosmos_state limit 1")).toEqual([]);
  },
);
