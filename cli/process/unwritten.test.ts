import { expect, it } from "vitest";
import type { Store } from "../../lib/store/store.ts";
import { unwrittenOf } from "./unwritten.ts";

/** A chain of a height an hour, of which these are in the tables. */
function unwritten(heights: readonly number[], range: { from: number; to: number }) {
  const written = new Set(heights);
  const first = (from: number, to: number, isWanted: (height: number) => boolean) => {
    for (let height = from; height <= to; height += 1) if (isWanted(height)) return height;
    return to + 1;
  };
  const records = {
    firstUnwritten: async (_: Store, __: string, { from, to }: typeof range) =>
      first(from, to, (height) => !written.has(height)),
    nextWritten: async (_: Store, __: string, { from, to }: typeof range) =>
      first(from, to, (height) => written.has(height)),
    newest: async () => ({ from: 0, to: Math.max(...heights) }),
  };
  return unwrittenOf({ records, secondsPerHeight: 3_600 }, undefined as unknown as Store)("one", range);
}
const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, place) => from + place);

it("is reported as ranges: heights that later ones have overtaken, and heights that are on their way", async () => {
  expect(await unwritten([1, 2, 5, 6, 9], { from: 1, to: 12 })).toEqual([
    { from: 3, to: 4 },
    { from: 7, to: 8 },
    { from: 10, to: 12 },
  ]);
  expect(await unwritten([1, 2, 3], { from: 1, to: 3 })).toEqual([]);
});

it("excludes what was dropped because of its age: two days old, with nothing before it", async () => {
  expect(await unwritten(run(100, 200), { from: 10, to: 200 })).toEqual([]);
  expect(await unwritten(run(190, 200), { from: 189, to: 200 })).toEqual([{ from: 189, to: 189 }]);
  expect(await unwritten([5, ...run(100, 200)], { from: 10, to: 200 })).toEqual([{ from: 10, to: 99 }]);
  // A kept gap is queried by itself.
  expect(await unwritten(run(100, 200), { from: 20, to: 30 })).toEqual([]);
  expect(await unwritten([5, ...run(100, 200)], { from: 20, to: 30 })).toEqual([{ from: 20, to: 30 }]);
});
