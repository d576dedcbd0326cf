/** Networks of the family in the warehouse. */
import { ConfigError } from "../../lib/errors.ts";
import type { Store } from "../../lib/store/store.ts";
import type { CosmosChain } from "../../schemas/cosmos/chains.ts";
import { createRows } from "../frame/columns.ts";

/** Rows of before had no unit: they are version 1. */
const networkVersion = 2;

/**
 * Says which chain a network belongs to, and the unit of its amounts.
 * @throws ConfigError `other_chain` when the name is another chain's: tables tell networks apart by it alone
 */
export async function announceNetwork(
  store: Store,
  chain: Pick<CosmosChain, "id" | "denomination" | "token">,
  network: string,
): Promise<void> {
  const [known] = await store.rows<{ chain: string }>(
    "select chain from dim_cosmos_network final where network = {network:String}",
    { network },
  );
  if (known !== undefined && known.chain !== chain.id) {
    throw new ConfigError(
      `The warehouse knows ${network} as a network of ${known.chain}, so it can't hold one of ${chain.id} by that name. ` +
        "Use another DATA_DIR or CLICKHOUSE_URL for it.",
      { code: "other_chain", meta: { network, chain: chain.id, known: known.chain } },
    );
  }
  const rows = createRows({
    network: "String",
    chain: "String",
    denomination: "String",
    token_symbol: "String",
    token_decimals: "UInt8",
    version: "UInt64",
  } as const);
  rows.push({
    network,
    chain: chain.id,
    denomination: chain.denomination,
    token_symbol: chain.token.symbol,
    token_decimals: chain.token.decimals,
    version: networkVersion,
  });
  await store.insert("dim_cosmos_network", rows.columns());
}
