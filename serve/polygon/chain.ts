/** Shared by the endpoints of Polygon: the chain, and the cost of an answer. */
import type { ServedChain } from "../chain.ts";

export const polygon: ServedChain = {
  id: "polygon",
  mainNetwork: "mainnet",
  networksSql: "lookup/polygon/networks.sql",
  note: "Amounts on Polygon are whole POL, exact to the wei.",
};

/** All v0 endpoints: a unit for each 8 bytes. */
export const weight = { bytes: 8, row: 0 };

/** Under maintenance in the original since July 2025: answered from the stored data. */
export const deprecated = true;
