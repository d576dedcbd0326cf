/** How far the events of stakes are told without a gap: what is before can be computed. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";

type Scan = { from_block: number; to_block: number; is_whole: boolean };

export type Coverage = ReturnType<typeof createCoverage>;

export function createCoverage(store: Store) {
  /** By network: what was found so far, which stays. */
  const known = new Map<string, number>();

  return {
    /** The last block of the root chain up to which all is told; −1: nothing is. */
    async coveredTo(network: string): Promise<number> {
      let covered = known.get(network) ?? -1;
      const scans = await store.rows<Scan>(internalSql("polygon/scans_since"), {
        network,
        covered_to: covered,
      });
      for (const { from_block, to_block, is_whole } of scans)
        if (is_whole && from_block <= covered + 1) covered = Math.max(covered, to_block);
      known.set(network, covered);
      return covered;
    },
    /** Facts may have gone: looks anew. */
    forget: (network: string) => void known.delete(network),
  };
}
