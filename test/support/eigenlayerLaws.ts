/** A short history of EigenLayer for the laws of the pipeline. */
import { createEigenlayerHistory } from "../../fixtures/eigenlayer/history.ts";
import { startEigenlayerStub } from "../../fixtures/eigenlayer/stubNode.ts";
import { startStubSidecar } from "../../fixtures/eigenlayer/stubSidecar.ts";
import { createEigenlayerTransform } from "../../transform/eigenlayer/transform.ts";
import type { ChainMessage, ChainTransform } from "../../transform/frame/worker.ts";
import { allBlocks, eigenlayerChain, eigenlayerOptions, openEigenlayer } from "./eigenlayer.ts";
import type { LawChain } from "./laws.ts";
import { log, publishedBy } from "./pipeline.ts";

export const eigenlayerLaws: LawChain = {
  family: "eigenlayer",
  listen: async () => {
    const history = createEigenlayerHistory({ seed: 5, days: 7, gap: 6_000, completesM1: true });
    const [stub, sidecar] = [await startEigenlayerStub(history), await startStubSidecar(history)];
    const { address = "" } = history.payouts.tokens[0] ?? {};
    const rows = [{ day: 20_730, token: address, eth_price: "0.001", usd_price: null }];
    const options = eigenlayerOptions([stub.url], {
      ...{ sidecarUrls: [sidecar.url], unitBlocks: 40 },
      readPrices: async () => ({ version: 1, rows }),
    });
    try {
      return await publishedBy({
        chain: eigenlayerChain,
        openSession: () => openEigenlayer(options),
        range: allBlocks(history),
      });
    } finally {
      await stub.close();
      await sidecar.close();
    }
  },
  createTransform: (store) => createEigenlayerTransform({ store, log }) as ChainTransform<ChainMessage>,
  completeSql: `select concat(toString(day), hex(strategy)) as key, toString(tuple(*)) as row
    from fct_eigenlayer_strategy_daily final`,
  // The contracts agree with their logs.
  emptyTables: ["fct_eigenlayer_difference"],
};
