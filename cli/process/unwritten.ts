/** Finds the heights that later ones have overtaken, for a listener. */
import type { Chain } from "../../chains/chain.ts";
import type { Unwritten } from "../../ingest/listener/gaps.ts";
import { secondsPerDay } from "../../lib/days.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Store } from "../../lib/store/store.ts";

type HeightRecords = Pick<Chain, "secondsPerHeight"> & {
  records: Pick<Chain["records"], "firstUnwritten" | "nextWritten" | "newest">;
};

/** Heights this far before the newest one, with nothing before them, were dropped because of their age. */
const historySeconds = 2 * secondsPerDay;

export function unwrittenOf({ records, secondsPerHeight }: HeightRecords, store: Store): Unwritten {
  async function isHistory(network: string, range: HeightRange): Promise<boolean> {
    const newest = await records.newest(store, network);
    if (newest === undefined || (newest.to - range.to) * secondsPerHeight < historySeconds) return false;
    if (range.from === 0) return true;
    const before = { from: 0, to: range.from - 1 };
    return (await records.nextWritten(store, network, before)) > before.to;
  }

  return async (network, { from, to }) => {
    const ranges: HeightRange[] = [];
    for (let height = from; height <= to; ) {
      const first = await records.firstUnwritten(store, network, { from: height, to });
      if (first > to) break;
      const next = await records.nextWritten(store, network, { from: first, to });
      ranges.push({ from: first, to: next - 1 });
      height = next;
    }
    const [oldest] = ranges;
    if (oldest?.from === from && (await isHistory(network, oldest))) ranges.shift();
    return ranges;
  };
}
