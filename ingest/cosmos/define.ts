/** Makes a chain of the family from its data. */

import type { CosmosChain } from "../../schemas/cosmos/chains.ts";
import { cosmosTopics } from "../../schemas/cosmos/events.ts";
import { type ChainDefinition, defineChain } from "../listener/chain.ts";
import { type CosmosInfo, type CosmosOptions, openCosmosSession } from "./session.ts";

export type CosmosDefinition = ChainDefinition<CosmosOptions, CosmosInfo> & { cosmos: CosmosChain };

export function defineCosmosChain(cosmos: CosmosChain): CosmosDefinition {
  return {
    ...defineChain<CosmosOptions, CosmosInfo>({
      id: cosmos.id,
      token: cosmos.token,
      unit: "block",
      finality:
        "a block is final at once; following waits for the next one, which tells whether the day has ended",
      topics: cosmosTopics(cosmos.id),
      open: (options, deps) => openCosmosSession(cosmos, options, deps),
    }),
    cosmos,
  };
}
