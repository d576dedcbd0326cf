/**
 * Shares of stakers at the ends of days. eigenlayer-contracts 1.9.0: StrategyManager.getDeposits lists strategies with shares
 * and no others; DelegationManager.getWithdrawableShares applies the scaling factor of deposits, and what slashing has left;
 * EigenPodManager.podOwnerDepositShares is below zero for a deficit, which getWithdrawableShares reports as zero.
 */
import type { Figure, Kind } from "../figure.ts";
import { addressText, dayEndsOnly, type EigenlayerSource, explainPath, readEach } from "./source.ts";

type Staker = { staker: string; strategies: string[] };

const pairs = (
  item: string,
  staker: string,
  strategies: readonly string[],
  shares: readonly bigint[],
): Figure[] =>
  strategies.map((strategy, i) => ({
    subject: staker,
    item: `${item}/${strategy}`,
    value: String(shares[i] ?? ""),
  }));

const stakersOf = (_point: number, figures: readonly Figure[]) => ({
  stakers: [...new Set(figures.map(({ subject }) => subject))],
});

export function deposits(source: EigenlayerSource): Kind {
  return {
    name: "deposits",
    title: "deposit shares",
    source: "StrategyManager.getDeposits",
    pointsOf: dayEndsOnly(source),
    read: (point, context) =>
      readEach<Staker>(
        source,
        { sql: "eigenlayer/verify_stakers", point, context },
        {
          view: ({ staker }) => ["getDeposits", [staker]],
          figures: ({ staker }, answer) => {
            const [strategies, shares] = answer as [string[], bigint[]];
            return [
              { subject: staker, item: "strategy_count", value: String(strategies.length) },
              ...pairs("deposit_shares", staker, strategies.map(addressText), shares),
            ];
          },
        },
      ),
    own: { sql: "eigenlayer/verify_deposits", values: stakersOf },
    explain: (figure, date) => explainPath(figure, date, "deposit"),
  };
}

export function withdrawableShares(source: EigenlayerSource): Kind {
  const dates = new Map<number, string>();
  return {
    name: "withdrawable_shares",
    title: "withdrawable shares",
    source: "DelegationManager.getWithdrawableShares",
    pointsOf: async (range) => {
      const ends = await source.dayEnds(range);
      for (const { block, date } of ends) dates.set(block, date);
      return [...new Set(ends.map(({ block }) => block))];
    },
    read: (point, context) =>
      readEach<Staker>(
        source,
        { sql: "eigenlayer/verify_stakers", point, context },
        {
          view: ({ staker, strategies }) => ["getWithdrawableShares", [staker, strategies]],
          figures: ({ staker, strategies }, answer) => {
            const [shares] = answer as [bigint[]];
            return pairs("withdrawable_shares", staker, strategies, shares);
          },
        },
      ),
    own: {
      sql: "eigenlayer/verify_withdrawable_shares",
      values: (_point, figures) => ({
        stakers: figures.map(({ subject }) => subject),
        items: figures.map(({ item }) => item),
      }),
    },
    explain: (figure, date) => explainPath(figure, date, "withdrawal"),
    api: ({ subject, item, value }, point) => {
      const date = dates.get(point);
      // Without shares there is no record, and a deficit is returned as it is.
      if (date === undefined || value === "0") return undefined;
      const strategy = item.split("/")[1];
      return {
        path: `/v1/eigenlayer/delegators/${subject}/state?fromDate=${date}&toDate=${date}&limit=200`,
        pick: (body) => {
          const { results } = body as { results: { strategy: string; totalShares: unknown }[] };
          const record = results.find((one) => one.strategy === strategy);
          if (record === undefined) return undefined;
          // The parsed number has the precision of a double.
          return Number(record.totalShares) === Number(value) ? value : String(record.totalShares);
        },
      };
    },
  };
}

export function podShares(source: EigenlayerSource): Kind {
  return {
    name: "pod_shares",
    title: "shares of EigenPods",
    source: "EigenPodManager.podOwnerDepositShares",
    pointsOf: dayEndsOnly(source),
    read: (point, context) =>
      readEach<{ owner: string }>(
        source,
        { sql: "eigenlayer/verify_pod_owners", point, context },
        {
          view: ({ owner }) => ["podOwnerDepositShares", [owner]],
          figures: ({ owner }, [shares]) => [
            { subject: owner, item: "pod_shares_wei", value: String(shares) },
          ],
        },
      ),
    own: { sql: "eigenlayer/verify_pod_shares", values: stakersOf },
    explain: (figure, date) => explainPath(figure, date, "pod"),
  };
}
