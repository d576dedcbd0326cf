/** Rating versions of Polygon, by checkpoint. */
import { ratings } from "../../schemas/polygon/rating.ts";
import type { Ratings } from "../frame/ratings.ts";
import { modelRevision } from "./versions.ts";

export const polygonRatings = {
  family: "polygon",
  heightColumn: "from_checkpoint",
  versions: ratings,
  modelRevision,
} as const satisfies Ratings;
