/** Rating versions of Solana, by slot. */
import { ratings } from "../../schemas/solana/rating.ts";
import type { Ratings } from "../frame/ratings.ts";
import { modelRevision } from "./versions.ts";

export const solanaRatings = {
  family: "solana",
  heightColumn: "from_slot",
  versions: ratings,
  modelRevision,
} as const satisfies Ratings;
