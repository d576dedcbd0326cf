/** A short history of Avalanche for the laws of the pipeline. */
import { createAvalancheHistory } from "../../fixtures/avalanche/history.ts";
import { startAvalancheStub } from "../../fixtures/avalanche/stubNode.ts";
import { toView } from "../../fixtures/avalanche/toView.ts";
import { createAvalancheTransform } from "../../transform/avalanche/transform.ts";
import type { ChainMessage, ChainTransform } from "../../transform/frame/worker.ts";
import { avalancheChain, avalancheOptions, openAvalanche } from "./avalanche.ts";
import type { LawChain } from "./laws.ts";
import { log, publishedBy } from "./pipeline.ts";

/** Stakes that began before this block are reported separately. */
const first = 40;

export const avalancheLaws: LawChain = {
  family: "avalanche",
  listen: async () => {
    const view = toView(createAvalancheHistory({ seed: 5, days: 12, gap: 24_000 }));
    const stub = await startAvalancheStub(view);
    const openSession = () => openAvalanche(avalancheOptions([stub.url], { unitBlocks: 70 }));
    try {
      return await publishedBy({ chain: avalancheChain, openSession, range: { from: first, to: view.head } });
    } finally {
      await stub.close();
    }
  },
  createTransform: (store) => createAvalancheTransform({ store, log }) as ChainTransform<ChainMessage>,
  completeSql: `select toString(day) as key, toString(tuple(*)) as row
    from fct_avalanche_network_reward_daily final where is_complete = 1`,
};
