/** A second version of Solana's rating, which weighs both parts evenly. */
import { expect } from "vitest";
import { loadSql } from "../../lib/sql/file.ts";
import type { Store } from "../../lib/store/store.ts";
import { solanaRatings } from "../../transform/solana/ratings.ts";
import { evenRating, weightedRating, withVersion } from "./ratings.ts";

export const withSecondVersion = (from: number) =>
  withVersion(solanaRatings, { version: 2, from, proposerWeight: 1, votingWeight: 1 });

/** Both parts by their weights, or the one that is known. */
export const overall = (proposer: number | null, voting: number | null, isEven = false): number | null =>
  isEven ? evenRating(proposer, voting) : weightedRating([3, 5], proposer, voting);

/** Windows have the version of their last day. */
export async function expectWindowsRatedByVersion(store: Store): Promise<void> {
  const windows = await store.rows<Record<string, number | string>>(
    loadSql("queries/v1/solana/network_overview.sql").text,
    { network: "mainnet", sortOrder: "asc", limit: 10, offset: 0 },
  );
  const [last] = await store.rows<{ rating_version: number }>(
    "select rating_version from fct_solana_network_performance_daily final where day = {day:Date}",
    { day: windows[0]?.toDay ?? null },
  );
  const rated = (isEven: boolean) =>
    windows.map(({ proposerEffectiveness, votingEffectiveness }) =>
      overall(Number(proposerEffectiveness), Number(votingEffectiveness), isEven),
    );
  const isEven = last?.rating_version === 2;
  const ratingsOfWindows = windows.map(({ networkEffectiveness }) => networkEffectiveness);
  expect(ratingsOfWindows).toEqual(rated(isEven));
  expect(ratingsOfWindows).not.toEqual(rated(!isEven));
}
