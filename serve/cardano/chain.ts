/** Cardano, as the server knows it. */
import type { ServedChain } from "../chain.ts";

export const cardano: ServedChain = {
  id: "cardano",
  mainNetwork: "mainnet",
  networksSql: "lookup/cardano/networks.sql",
  note: "Amounts on Cardano are whole ADA, exact to the lovelace.",
};
