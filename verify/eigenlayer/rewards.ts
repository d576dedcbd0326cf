/**
 * Claims and distribution roots. eigenlayer-contracts 1.9.0, RewardsCoordinator: cumulativeClaimed grows with each claim;
 * currRewardsCalculationEndTimestamp is that of the last submitted root, also after it was disabled.
 */
import { readViews } from "../../ingest/eigenlayer/reported.ts";
import type { Figure, Kind } from "../figure.ts";
import { dayEndsAndNewest, type EigenlayerSource, readEach } from "./source.ts";

/** Newest roots of a point that are read one by one. */
const rootsMax = 64;

type Root = { root: string; calculationEnd: bigint; activatedAt: bigint; disabled: boolean };

export function claimedRewards(source: EigenlayerSource): Kind {
  return {
    name: "claimed_rewards",
    title: "claimed rewards",
    source: "RewardsCoordinator.cumulativeClaimed",
    pointsOf: dayEndsAndNewest(source),
    read: (point, context) =>
      readEach<{ earner: string; token: string }>(
        source,
        { sql: "eigenlayer/verify_claimers", point, context },
        {
          view: ({ earner, token }) => ["cumulativeClaimed", [earner, token]],
          figures: ({ earner, token }, [amount]) => [
            { subject: earner, item: `claimed_base_units/${token}`, value: String(amount) },
          ],
        },
      ),
    own: {
      sql: "eigenlayer/verify_claimed_rewards",
      values: (_point, figures) => ({ pairs: figures.map(({ subject, item }) => `${subject}/${item}`) }),
    },
  };
}

function rootFigures(index: number, answer: readonly unknown[]): Figure[] {
  const [root, calculationEnd, activatedAt, disabled] = answer[0] as [string, bigint, bigint, boolean];
  const one: Root = { root, calculationEnd, activatedAt, disabled };
  return Object.entries({
    root: one.root.toLowerCase(),
    calculation_end_s: one.calculationEnd,
    activated_at_s: one.activatedAt,
    is_disabled: Number(one.disabled),
  }).map(([item, value]) => ({ subject: "", item: `${item}/${index}`, value: String(value) }));
}

export function distributionRoots(source: EigenlayerSource): Kind {
  return {
    name: "distribution_roots",
    title: "distribution roots",
    source: "RewardsCoordinator.getDistributionRootAtIndex",
    pointsOf: dayEndsAndNewest(source),
    read: async (point, { signal }) => {
      const sums = await readViews(
        source,
        [
          ["getDistributionRootsLength", []],
          ["currRewardsCalculationEndTimestamp", []],
        ],
        point,
        signal,
      );
      if ("missing" in sums) return sums;
      const [length, end] = sums.map(([value]) => String(value));
      const count = Number(length);
      const indices = Array.from({ length: Math.min(rootsMax, count) }, (_, i) => count - 1 - i);
      const roots = await readViews(
        source,
        indices.map((index) => ["getDistributionRootAtIndex", [index]] as const),
        point,
        signal,
      );
      if ("missing" in roots) return roots;
      return {
        figures: [
          { subject: "", item: "root_count", value: String(count) },
          { subject: "", item: "last_calculation_end_s", value: String(end) },
          ...roots.flatMap((answer, i) => rootFigures(indices[i] ?? 0, answer)),
        ],
      };
    },
    own: { sql: "eigenlayer/verify_distribution_roots", values: () => ({ size: rootsMax }) },
  };
}
