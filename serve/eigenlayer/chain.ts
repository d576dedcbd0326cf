/** EigenLayer, as the server knows it. */
import type { ServedChain } from "../chain.ts";

export const eigenlayer: ServedChain = {
  id: "eigenlayer",
  mainNetwork: "mainnet",
  networksSql: "lookup/eigenlayer/networks.sql",
};
