/** The chains that are served, in the order of their endpoints; without these, which are hundreds of schemas. */
import { cosmosChains } from "../schemas/cosmos/chains.ts";
import { avalanche } from "./avalanche/chain.ts";
import { cardano } from "./cardano/chain.ts";
import type { ServedChain } from "./chain.ts";
import { servedCosmos } from "./cosmos/chain.ts";
import { eigenlayer } from "./eigenlayer/chain.ts";
import { ethereum } from "./eth/chain.ts";
import { polkadot } from "./polkadot/chain.ts";
import { polygon } from "./polygon/chain.ts";
import { solana } from "./solana/chain.ts";

export const servedChains: readonly ServedChain[] = [
  ethereum,
  ...cosmosChains.map(servedCosmos),
  solana,
  polkadot,
  cardano,
  avalanche,
  eigenlayer,
  polygon,
];
