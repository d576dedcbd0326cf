/** Networks of the family in the warehouse. */
import { refuseOtherChain } from "../../lib/otherChain.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import type { CosmosChain } from "../../schemas/cosmos/chains.ts";
import { createRows } from "../frame/columns.ts";
import { writeTables } from "../frame/tables.ts";

/** Older rows had no unit: they are version 1. */
const networkVersion = 2;

/**
 * Records the chain of a network, and the unit of its amounts.
 * @throws ConfigError `other_chain` if the name is another chain's: it alone distinguishes networks in tables
 */
export async function announceNetwork(
  store: Store,
  chain: Pick<CosmosChain, "id" | "denomination" | "token">,
  network: string,
): Promise<void> {
  const [pinned] = await store.rows<{ chain: string }>(internalSql("cosmos/chain_of_network"), { network });
  refuseOtherChain({ network, source: "A message", name: "chain", found: chain.id, pinned: pinned?.chain });
  const rows = createRows("dim_cosmos_network");
  rows.push({
    network,
    chain: chain.id,
    denomination: chain.denomination,
    token_symbol: chain.token.symbol,
    token_decimals: chain.token.decimals,
    version: networkVersion,
  });
  await writeTables(store, [rows.toTable()]);
}
