/** Rating versions of Polygon in the warehouse. */
import type { Store } from "../../lib/store/store.ts";
import { ratings } from "../../schemas/polygon/rating.ts";
import { createRows } from "../frame/columns.ts";
import { writeTables } from "../frame/tables.ts";
import { modelRevision } from "./versions.ts";

/** Writes the versions of a network, which statements join by checkpoint. */
export async function writeRatings(store: Store, network: string, versions = ratings): Promise<void> {
  const rows = createRows("dim_polygon_rating_version");
  for (const { version, from, signerWeight, proposerWeight } of versions)
    rows.push({
      network,
      from_checkpoint: from,
      rating_version: version,
      signer_weight: signerWeight,
      proposer_weight: proposerWeight,
      version: modelRevision,
    });
  await writeTables(store, [rows.toTable()]);
}
