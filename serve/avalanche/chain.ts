/** Avalanche, as the server knows it. */
import type { ServedChain } from "../chain.ts";

export const avalanche: ServedChain = {
  id: "avalanche",
  mainNetwork: "mainnet",
  networksSql: "lookup/avalanche/networks.sql",
};
