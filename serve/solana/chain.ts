/** Shared by the endpoints of Solana: the chain, and the cost of an answer. */
import type { ServedChain } from "../chain.ts";

export const solana: ServedChain = {
  id: "solana",
  mainNetwork: "mainnet",
  networksSql: "lookup/solana/networks.sql",
  note: "Amounts on Solana are whole SOL, exact to the lamport.",
};

/** All v0 endpoints: a unit for each 8 bytes. */
export const weightV0 = { bytes: 8, row: 0 };
export const weightV1 = { bytes: 8, row: 5 };
