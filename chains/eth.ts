import { createBeaconClient } from "../ingest/eth/api/client.ts";
import { eth, ethOptions } from "../ingest/eth/index.ts";
import { parseRange } from "../ingest/eth/range.ts";
import { ConfigError } from "../lib/errors.ts";
import type { Store } from "../lib/store/store.ts";
import { ethTopics } from "../schemas/eth/events.ts";
import { createEthTransform } from "../transform/eth/transform.ts";
import type { ChainMessage, ChainTransform } from "../transform/frame/worker.ts";
import type { Chain } from "./chain.ts";

/** The genesis that the warehouse holds for a network. */
async function pinnedGenesis(store: Store, network: string): Promise<string | undefined> {
  const [row] = await store.rows<{ root: string }>(
    "select toString(genesis_validators_root) as root from dim_eth_network final where network = {network:String}",
    { network },
  );
  return row?.root;
}

export const ethChain: Chain = {
  id: "eth",
  unit: "epoch",
  topics: Object.values(ethTopics),
  open: async (config, node, store, deps) => {
    const session = await eth.open(ethOptions(config, node), deps);
    const pinned = store && (await pinnedGenesis(store, session.network));
    const { genesisValidatorsRoot } = session.info.chain;
    if (pinned !== undefined && pinned !== genesisValidatorsRoot) {
      throw new ConfigError(
        `The node of ${session.network} is of another chain: its genesis_validators_root is ${genesisValidatorsRoot}, this warehouse holds ${pinned}. ` +
          "Use that chain's node, another DATA_DIR, or ETH_NETWORK_NAME.",
        { code: "other_chain" },
      );
    }
    return {
      chain: ethChain,
      session,
      parseRange: async (from, to) => parseRange(session.info.chain, from, to),
    };
  },
  createTransform: (deps) => createEthTransform(deps) as ChainTransform<ChainMessage>,
  readable: async (store, network, { from, to }) => {
    const [row] = await store.rows<{ epochs: string; uncovered: string }>(
      `with (select max(end_epoch) from int_eth_day final where network = {network:String} and day_type = 'chain' and start_epoch <= {to:UInt32}) as covered
      select count() as epochs, countIf(epoch > covered) as uncovered
      from int_eth_epoch final
      where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}`,
      { network, from, to },
    );
    const done = Number(row?.epochs ?? 0);
    return { done, isReadable: done === to - from + 1 && Number(row?.uncovered) === 0 };
  },
  firstUnwritten: async (store, network, { from, to }) => {
    // An epoch that is computed was complete; a support epoch is only complete.
    const written = await store.rows<{ epoch: number }>(
      `with (select max(slots_per_epoch) from dim_eth_network final where network = {network:String}) as slots
      select epoch from int_eth_epoch final
      where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
      union distinct
      select epoch from raw_eth_epoch final
      where network = {network:String} and epoch between {from:UInt32} and {to:UInt32} and role = 'support'
        and epoch in (
          select epoch from raw_eth_block final
          where network = {network:String} and epoch between {from:UInt32} and {to:UInt32} and is_final = 1
          group by epoch having uniqExact(slot) = slots
        )
        and epoch in (
          select epoch from raw_eth_committee final
          where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
          group by epoch having count() = slots
        )`,
      { network, from, to },
    );
    const epochs = new Set(written.map(({ epoch }) => epoch));
    let next = from;
    while (epochs.has(next)) next += 1;
    return next;
  },
  checkNode: async (config, node, url, { log, signal }) => {
    const client = createBeaconClient({
      ...ethOptions(config, { ...node, urls: [url] }),
      urls: [url],
      nodeOptions: { rounds: 1 },
      log,
    });
    const chain = await client.chain(signal);
    const head = await client.head(signal, { isFollowing: true });
    const finalized = await client.finalized("head", signal);
    return `${chain.network}, head slot ${head.slot}, finalized epoch ${finalized.epoch}`;
  },
  describeStore: async (store) => {
    const [row] = await store.rows<{ epochs: string; networks: string }>(
      "select count() as epochs, uniqExact(network) as networks from int_eth_epoch final",
    );
    return `${row?.epochs} epochs of ${row?.networks} networks computed`;
  },
};
