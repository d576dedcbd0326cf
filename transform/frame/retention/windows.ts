/**
 * Runs of heights that partitions of several tables cover together, so that all facts of a height are dropped at once.
 */
import type { HeightRange } from "../../../lib/heightRange.ts";
import type { Partition } from "./partitions.ts";

/** A partition with the heights of its rows. */
export type PlacedPartition = Partition & { heights: HeightRange };

export type Window = {
  heights: HeightRange;
  /** In the order in which they are dropped. */
  partitions: PlacedPartition[];
  /** Time since the last write to it and its neighbours. */
  quietSeconds: number;
};

function greatestDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestDivisor(right, left % right);
}

const multiple = (left: number, right: number) => (left / greatestDivisor(left, right)) * right;

/**
 * Windows as long as the shortest run of heights at whose ends every table is partitioned: that of the longest
 * partitions, where each length divides the next one. Ascending.
 */
export function windowsOf(partitions: readonly PlacedPartition[]): Window[] {
  const lengths = new Set(partitions.map(({ heights }) => heights.to - heights.from + 1));
  const length = [...lengths].reduce(multiple, 1);
  const byPlace = new Map<number, PlacedPartition[]>();
  for (const partition of partitions) {
    const place = Math.floor(partition.heights.from / length);
    byPlace.set(place, [...(byPlace.get(place) ?? []), partition]);
  }
  const quiet = (place: number) =>
    Math.min(...(byPlace.get(place) ?? []).map(({ quietSeconds }) => quietSeconds));
  return [...byPlace]
    .sort(([a], [b]) => a - b)
    .map(([place, own]) => ({
      heights: { from: place * length, to: (place + 1) * length - 1 },
      partitions: own,
      quietSeconds: Math.min(quiet(place - 1), quiet(place), quiet(place + 1)),
    }));
}
