/** The gapless range of stake events: checkpoints in it can be computed. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";

type Scan = { from_block: number; to_block: number; is_whole: boolean };

export type Coverage = ReturnType<typeof createCoverage>;

export function createCoverage(store: Store) {
  /** By network: the range found so far, which only grows. */
  const coveredUntil = new Map<string, number>();

  return {
    /** The last block of the root chain up to which all events are stored; −1: none. */
    async coveredTo(network: string): Promise<number> {
      let covered = coveredUntil.get(network) ?? -1;
      const scans = await store.rows<Scan>(internalSql("polygon/scans_since"), {
        network,
        covered_to: covered,
      });
      for (const { from_block, to_block, is_whole } of scans)
        if (is_whole && from_block <= covered + 1) covered = Math.max(covered, to_block);
      coveredUntil.set(network, covered);
      return covered;
    },
    /** Facts may have been dropped: reads them again. */
    forget: (network: string) => void coveredUntil.delete(network),
  };
}
