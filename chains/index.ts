/** Every chain: the only list. A chain of a known family is one row of its family's data. */
import { kindsOf } from "../lib/nodeVariables.ts";
import { cosmosChains } from "../schemas/cosmos/chains.ts";
import { avalanche } from "./avalanche.ts";
import { cardano } from "./cardano.ts";
import type { Chain } from "./chain.ts";
import { cosmosChain } from "./cosmos.ts";
import { eigenlayer } from "./eigenlayer.ts";
import { eth } from "./eth.ts";
import { polkadot } from "./polkadot.ts";
import { polygon } from "./polygon.ts";
import { solana } from "./solana.ts";

export const chains: readonly Chain[] = [
  eth,
  ...cosmosChains.map(cosmosChain),
  solana,
  polkadot,
  cardano,
  avalanche,
  eigenlayer,
  polygon,
];

/** The chain of a node setting: settings name no other. */
export function chainOf(node: { chain: string }): Chain {
  const chain = chains.find(({ id }) => id === node.chain);
  if (chain === undefined) throw new RangeError(`no chain ${node.chain}`);
  return chain;
}

/** The kinds of nodes of a chain, in their order; none of a chain that this release doesn't have. */
export function nodeKindsOf(chain: string): string[] {
  const settings = chains.find(({ id }) => id === chain)?.settings;
  return settings === undefined ? [] : kindsOf(settings);
}
