import { babylon } from "../ingest/babylon/index.ts";
import { celestia } from "../ingest/celestia/index.ts";
import type { Chain } from "./chain.ts";
import { cosmosChain } from "./cosmos.ts";
import { ethChain } from "./eth.ts";

/** Every chain: one line each. */
export const chains: readonly Chain[] = [
  ethChain,
  cosmosChain("celestia", celestia, (config) => config.CELESTIA_START_HEIGHT),
  cosmosChain("babylon", babylon, (config) => config.BABYLON_START_HEIGHT),
];

/** The chain of a node setting: settings name no other. */
export function chainOf(node: { chain: string }): Chain {
  const found = chains.find(({ id }) => id === node.chain);
  if (found === undefined) throw new RangeError(`no chain ${node.chain}`);
  return found;
}
