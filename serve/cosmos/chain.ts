/** Chains of the CometBFT family, as the server knows them. */
import type { CosmosChain } from "../../schemas/cosmos/chains.ts";
import type { ServedChain } from "../chain.ts";

/** A chain of the family as the server sees it. */
export const servedCosmos = ({ id, mainNetwork }: CosmosChain): ServedChain => ({
  id,
  mainNetwork,
  networksSql: "lookup/cosmos/networks.sql",
});
