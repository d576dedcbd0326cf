import { createBeaconClient } from "../ingest/eth/api/client.ts";
import { eth, ethOptions } from "../ingest/eth/index.ts";
import { parseRange } from "../ingest/eth/range.ts";
import { refuseOtherChain } from "../lib/otherChain.ts";
import { internalSql } from "../lib/sql/internal.ts";
import type { Store } from "../lib/store/store.ts";
import { ethTopics } from "../schemas/eth/events.ts";
import { createEthTransform } from "../transform/eth/transform.ts";
import type { ChainMessage, ChainTransform } from "../transform/frame/worker.ts";
import type { Chain } from "./chain.ts";

/** The genesis that the warehouse holds for a network. */
async function pinnedGenesis(store: Store, network: string): Promise<string | undefined> {
  const [row] = await store.rows<{ root: string }>(internalSql("eth/genesis"), { network });
  return row?.root;
}

export const ethChain: Chain = {
  id: "eth",
  unit: "epoch",
  topics: Object.values(ethTopics),
  open: async (config, node, store, deps) => {
    const session = await eth.open(ethOptions(config, node), deps);
    const pinned = store && (await pinnedGenesis(store, session.network));
    refuseOtherChain({
      network: session.network,
      source: "The node",
      name: "genesis_validators_root",
      found: session.info.chain.genesisValidatorsRoot,
      pinned,
      nameSetting: "ETH_NETWORK_NAME",
    });
    return {
      chain: ethChain,
      session,
      parseRange: async (from, to) => parseRange(session.info.chain, from, to),
    };
  },
  createTransform: (deps) => createEthTransform(deps) as ChainTransform<ChainMessage>,
  readable: async (store, network, { from, to }) => {
    const [row] = await store.rows<{ epochs: string; uncovered: string }>(
      internalSql("eth/readable_epochs"),
      { network, from, to },
    );
    const done = Number(row?.epochs ?? 0);
    return { done, isReadable: done === to - from + 1 && Number(row?.uncovered) === 0 };
  },
  firstUnwritten: async (store, network, { from, to }) => {
    const written = await store.rows<{ epoch: number }>(internalSql("eth/written_epochs"), {
      network,
      from,
      to,
    });
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
    const [row] = await store.rows<{ epochs: string; networks: string }>(internalSql("eth/content"));
    return `${row?.epochs} epochs of ${row?.networks} networks computed`;
  },
};
