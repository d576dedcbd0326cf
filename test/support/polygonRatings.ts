/** A second version of Polygon's rating, which begins in the middle of a history. */
import { expect } from "vitest";
import type { PriorityFees } from "../../fixtures/polygon/fees.ts";
import type { PolygonHistory } from "../../fixtures/polygon/history.ts";
import type { Range } from "../../fixtures/polygon/truth.ts";
import type { Store } from "../../lib/store/store.ts";
import { writeRatings } from "../../transform/frame/ratings.ts";
import { polygonRatings } from "../../transform/polygon/ratings.ts";
import { expectedStats, type Text } from "./polygonTruth.ts";
import { evenRating, withVersion } from "./ratings.ts";

const name = "polygon-2";
const second = { version: name, signerWeight: 0.5, proposerWeight: 0.5 };

/** The record as the second version rates it. */
function ratedEvenly(record: Text): Text {
  const { checkpointSignerEffectiveness: signing, checkpointProposerEffectiveness: proposing } = record;
  const rating = evenRating(Number(signing), proposing === "null" ? null : Number(proposing));
  return { ...record, effectiveness: String(rating), effectivenessVersion: name };
}

/** Checkpoints and days below the version keep their ratings, later ones and windows that end later have new ones. */
export async function expectRatedByVersion(
  store: Store,
  history: PolygonHistory,
  range: Range,
  extras: { hasBor: boolean; fees: PriorityFees },
  dataOf: (path: string) => Promise<Text[]>,
): Promise<void> {
  const from = Math.floor((range.from + range.to) / 2);
  await writeRatings(store, history.network, withVersion(polygonRatings, { ...second, from }));
  const versions = new Set<unknown>();
  for (const granularity of ["checkpoint", "day"] as const)
    for (const { id } of history.checkpoints.at(-1)?.validators ?? []) {
      const records = await dataOf(`validators/${id}/effectiveness?granularity=${granularity}&size=200`);
      const expected = expectedStats(history, range, id, granularity, extras);
      expect(records, String(id)).toEqual(
        expected.map((record) => (Number(record.fromCheckpoint) >= from ? ratedEvenly(record) : record)),
      );
      for (const { effectivenessVersion } of records) versions.add(effectivenessVersion);
    }
  expect([...versions].sort()).toEqual(["polygon-1", name]);
  const summaries = await dataOf("validators?window=all&size=200");
  const later = summaries.filter(({ effectivenessVersion }) => effectivenessVersion === name);
  expect(later).not.toEqual([]);
  expect(later).toEqual(later.map(ratedEvenly));
}
