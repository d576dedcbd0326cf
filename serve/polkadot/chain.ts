/** Polkadot, as the server knows it. */
import type { ServedChain } from "../chain.ts";

export const polkadot: ServedChain = {
  id: "polkadot",
  mainNetwork: "polkadot",
  networksSql: "lookup/polkadot/networks.sql",
  note: "Rewards on Polkadot are the amounts earned in the eras that ended on a day, not those claimed on it.",
};
