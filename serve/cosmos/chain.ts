/** Chains of the CometBFT family, as the server knows them. */
import type { CosmosChain } from "../../schemas/cosmos/chains.ts";
import type { ServedChain } from "../chain.ts";

/** What the server has to know of a chain of the family. */
export const servedCosmos = ({ id, mainNetwork }: CosmosChain): ServedChain => ({
  id,
  mainNetwork,
  networksSql: "lookup/cosmos/networks.sql",
});
