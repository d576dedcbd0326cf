/** The networks that have pages; a server shows those of them that it serves. */
import { babylon, celestia } from "./cosmos.ts";
import type { Network } from "./describe.ts";
import { eigenlayer } from "./eigenlayer.ts";
import { ethereum } from "./eth.ts";
import { avalanche, cardano, polkadot } from "./others.ts";
import { polygon } from "./polygon.ts";
import { solana } from "./solana.ts";

export const networks: readonly Network[] = [
  ethereum,
  solana,
  polygon,
  celestia,
  babylon,
  polkadot,
  cardano,
  avalanche,
  eigenlayer,
];

export const networkOf = (id: string | undefined) => networks.find((network) => network.id === id);
