/** Second versions of ratings, which weigh both parts evenly. */
import type { RatingVersion } from "../../schemas/ratings.ts";
import type { Ratings } from "../../transform/frame/ratings.ts";

type Part = number | null;

/** Both parts by their weights, or the one that is known. */
export function weightedRating(
  [weight, otherWeight]: readonly [number, number],
  part: Part,
  other: Part,
): Part {
  if (part === null || other === null) return part ?? other;
  return (weight * part + otherWeight * other) / (weight + otherWeight);
}

/** Both parts by the weights of a second version. */
export const evenRating = (part: Part, other: Part): Part => weightedRating([0.5, 0.5], part, other);

/** The ratings, and one more version. */
export function withVersion<Version extends RatingVersion>(
  ratings: Ratings<Version>,
  version: Version,
): Ratings<Version> {
  return { ...ratings, versions: [...ratings.versions, version] };
}
