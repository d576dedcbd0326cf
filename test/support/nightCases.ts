/**
 * Cases that only the night runs. By day (`make test`) a file has one case of each kind; at night (`NIGHT=1`, which
 * `make test-nightly` sets for every file that imports this one) it has all of them.
 */
import { it } from "vitest";

export const isNight = process.env.NIGHT === "1";

/** A test of the night; it doesn't exist by day, so that it doesn't count as skipped. */
export const atNight = (name: string, run: () => unknown): void => {
  if (isNight) it(name, run as () => Promise<void>);
};

/** Whether a case of a long list runs: all do at night, one in so many by day. */
export const isDue = (place: number, oneIn: number) => isNight || place % oneIn === 0;

/** All cases at night; by day the first `byDay` of them, so the most productive one comes first. */
export function thinned<Case>(cases: readonly Case[], byDay = 1): readonly Case[] {
  return isNight ? cases : cases.slice(0, byDay);
}
