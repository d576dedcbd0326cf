/** A short history of Cardano for the laws of the pipeline. */
import { createCardanoHistory } from "../../fixtures/cardano/model.ts";
import { startCardanoStub } from "../../fixtures/cardano/stubNode.ts";
import { createCardanoTransform } from "../../transform/cardano/transform.ts";
import type { ChainMessage, ChainTransform } from "../../transform/frame/worker.ts";
import { cardanoOptions, chain, openCardano } from "./cardano.ts";
import type { LawChain } from "./laws.ts";
import { log, publishedBy } from "./pipeline.ts";

/** @param epochs how many there are; the head is in the last of them */
export const cardanoLawsOf = (epochs: number): LawChain => ({
  family: "cardano",
  listen: async () => {
    const history = createCardanoHistory({ seed: 3, epochs, epochSeconds: 108_000, blocksPerEpoch: 40 });
    const stub = await startCardanoStub(history);
    const openSession = () => openCardano(cardanoOptions([stub.url]));
    try {
      const range = { from: history.first, to: history.last - 1 };
      return await publishedBy({ chain, openSession, range });
    } finally {
      await stub.close();
    }
  },
  createTransform: (store) => createCardanoTransform({ store, log }) as ChainTransform<ChainMessage>,
  completeSql: `select toString(day) as key, toString(tuple(*)) as row
    from fct_cardano_network_reward_daily final where is_complete = 1`,
});

export const cardanoLaws = cardanoLawsOf(4);
