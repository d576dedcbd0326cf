import { expect, it } from "vitest";
import { ratingColumns, ratingTable } from "./ratings.ts";

const second = { version: "second", from: 7, proposerWeight: 0.5, isSourceCounted: true };

it("rules are stored in columns of their names, flags as 0 and 1", () => {
  expect(ratingColumns(second)).toEqual({
    rating_version: "second",
    proposer_weight: 0.5,
    is_source_counted: 1,
  });
});

it("a rule without a column is refused by name", () => {
  const ratings = { family: "polygon", heightColumn: "from_checkpoint", modelRevision: 1 } as const;
  expect(() => ratingTable("mainnet", { ...ratings, versions: [second] })).toThrow(
    "dim_polygon_rating_version.is_source_counted: the table has no such column",
  );
});
