/** Rating versions of Solana in the warehouse. */
import type { Store } from "../../lib/store/store.ts";
import { ratings } from "../../schemas/solana/rating.ts";
import { createRows } from "../frame/columns.ts";
import { writeTables } from "../frame/tables.ts";
import { modelRevision } from "./versions.ts";

/** Writes the versions of a network, which models join by slot. */
export async function writeRatings(store: Store, network: string, versions = ratings): Promise<void> {
  const rows = createRows("dim_solana_rating_version");
  for (const { version, from, proposerWeight, votingWeight } of versions)
    rows.push({
      network,
      from_slot: from,
      rating_version: version,
      proposer_weight: proposerWeight,
      voting_weight: votingWeight,
      version: modelRevision,
    });
  await writeTables(store, [rows.toTable()]);
}
