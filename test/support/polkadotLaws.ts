/** A short history of Polkadot for the laws of the pipeline. */
import { firstEra } from "../../fixtures/polkadot/model.ts";
import type { ChainMessage, ChainTransform } from "../../transform/frame/worker.ts";
import { createPolkadotTransform } from "../../transform/polkadot/transform.ts";
import type { LawChain } from "./laws.ts";
import { log, publishedBy } from "./pipeline.ts";
import { openPolkadot, polkadotChain, polkadotOptions, startPolkadotNetwork } from "./polkadot.ts";

/** Both incentive formulas, an era without a date and a date with two. */
const range = { from: firstEra + 4, to: firstEra + 7 };

export const polkadotLaws: LawChain = {
  family: "polkadot",
  listen: async () => {
    const network = await startPolkadotNetwork(3);
    const openSession = () => openPolkadot(polkadotOptions(network));
    try {
      return await publishedBy({ chain: polkadotChain, openSession, range });
    } finally {
      await network.close();
    }
  },
  createTransform: (store) => createPolkadotTransform({ store, log }) as ChainTransform<ChainMessage>,
  completeSql: `select toString(day) as key, toString(tuple(*)) as row
    from fct_polkadot_network_reward_daily final where is_complete = 1`,
};
