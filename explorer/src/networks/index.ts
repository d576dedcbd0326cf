/** The networks that have pages; a server shows those of them that it serves. */
import { babylon, celestia } from "./cosmos.ts";
import type { Network } from "./describe.ts";
import { eigenlayer } from "./eigenlayer.ts";
import { ethereum } from "./eth.ts";
import { avalanche, cardano, polkadot } from "./others.ts";
import { polygon } from "./polygon.ts";
import { solana } from "./solana.ts";
import { verifiedPage } from "./verified.ts";

const described: readonly Network[] = [
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

export const networks: readonly Network[] = described.map((network) => ({
  ...network,
  pages: [...(network.pages ?? []), verifiedPage(network.id)],
}));

export const networkOf = (id: string | undefined) => networks.find((network) => network.id === id);
