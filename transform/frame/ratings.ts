/** Rating versions in the warehouse. */
import type { Store } from "../../lib/store/store.ts";
import type { RatingVersion } from "../../schemas/ratings.ts";
import { createRows } from "./columns.ts";
import { type TableColumns, writeTables } from "./tables.ts";

/** A family's rating versions, which are stored in `dim_<family>_rating_version`. */
export type Ratings<Version extends RatingVersion = RatingVersion> = Readonly<{
  family: "eth" | "polygon" | "solana";
  /** Column of the first height of a version. */
  heightColumn: "from_epoch" | "from_checkpoint" | "from_slot";
  versions: readonly Version[];
  modelRevision: number;
}>;

/** `proposerWeight` is `proposer_weight`. */
const columnOf = (rule: string) => rule.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Name and rules of a version, by column; flags are 0 or 1. */
export function ratingColumns({
  from: _,
  version,
  ...rules
}: RatingVersion): Record<string, string | number> {
  const columns = Object.entries(rules).map(([rule, value]) => [
    columnOf(rule),
    typeof value === "boolean" ? Number(value) : value,
  ]);
  return { rating_version: version, ...Object.fromEntries(columns) };
}

/** The rows of a network. @throws FatalError `bad_column` if a rule has no column, or a column no rule */
export function ratingTable(
  network: string,
  { family, heightColumn, versions, modelRevision }: Ratings,
): TableColumns {
  const rows = createRows(`dim_${family}_rating_version`);
  for (const version of versions)
    rows.push({
      network,
      [heightColumn]: version.from,
      ...ratingColumns(version),
      version: modelRevision,
    });
  return rows.toTable();
}

/** Writes the versions of a network, which statements join by height. */
export async function writeRatings(store: Store, network: string, ratings: Ratings): Promise<void> {
  await writeTables(store, [ratingTable(network, ratings)]);
}
