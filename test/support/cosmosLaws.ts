/** A short history of a CometBFT chain for the laws of the pipeline. */
import { createCosmosHistory } from "../../fixtures/cosmos/model.ts";
import { startCosmosStub } from "../../fixtures/cosmos/stubNode.ts";
import type { CosmosChain } from "../../schemas/cosmos/chains.ts";
import { createCosmosTransform } from "../../transform/cosmos/transform.ts";
import type { ChainMessage, ChainTransform } from "../../transform/frame/worker.ts";
import { cosmosOptions, log, openCosmos } from "./cosmos.ts";
import type { LawChain } from "./laws.ts";
import { publishedBy } from "./pipeline.ts";

const blocks = 50;

export function cosmosLaws(chain: CosmosChain): LawChain {
  return {
    family: "cosmos",
    // 50 blocks, in several messages.
    listen: async () => {
      const history = createCosmosHistory({
        chain,
        seed: 3,
        chainId: chain.mainNetwork,
        blocks,
        validators: 4,
        secondsPerBlock: 5_000,
      });
      const stub = await startCosmosStub(history);
      const openSession = () => openCosmos(chain, cosmosOptions([stub.url], { restUrls: [stub.url] }));
      try {
        return await publishedBy({
          chain,
          openSession,
          range: { from: 1, to: blocks },
        });
      } finally {
        await stub.close();
      }
    },
    createTransform: (store) => createCosmosTransform(chain, { store, log }) as ChainTransform<ChainMessage>,
    completeSql: `select toString(day) as key, toString(tuple(*)) as row
      from fct_cosmos_network_reward_daily final where is_complete = 1`,
    emptyTables: chain.readsDelegations
      ? []
      : ["fct_cosmos_delegator_state_daily", "fct_cosmos_validator_state_daily", "raw_cosmos_delegation"],
  };
}
