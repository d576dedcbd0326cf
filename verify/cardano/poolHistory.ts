/** Figures of pools in an epoch, as Koios computes them: /pool_history. */
import type { PoolHistory } from "../../ingest/cardano/api/answers.ts";
import type { CardanoInfo } from "../../ingest/cardano/session.ts";
import { secondsPerDay } from "../../lib/days.ts";
import { createChoices } from "../choices.ts";
import type { ApiFigure, Figure, Kind } from "../figure.ts";
import { baseFigures, forPools, samplePools } from "./pools.ts";
import { lackOf, orMissing, paidEpochs, rewardNeeds, storedEpoch } from "./source.ts";

/** Pools with blocks, and as many others. */
const poolCount = 128;

const lovelacePerAda = 1_000_000;
/** The return is a percentage, as a double: more digits would depend on the power function of a library. */
const returnUnits = 1_000_000;

type Choice = { pools: string[]; without_rewards: string[]; day: string | null };

/** Koios returns null for rewards that it does not have, and also for a sum of members' rewards that is 0. */
function rewardFigures(subject: string, row: PoolHistory): Figure[] {
  if (row.pool_fees === null) return [];
  const values = {
    fees_lovelace: row.pool_fees,
    delegator_reward_lovelace: row.deleg_rewards ?? "0",
    member_reward_lovelace: row.member_rewards ?? "0",
    return_on_stake_millionths_of_percent: String(Math.round(Number(row.epoch_ros ?? 0) * returnUnits)),
  };
  return Object.entries(values).map(([item, value]) => ({ subject, item, value }));
}

/** Payments on the first day of the epoch after next, where epochs are so long that no other is paid on it. */
function paidToMembers({ subject }: Figure, day: string): ApiFigure {
  return {
    path: `/v1/cardano/validators/${subject}/rewards?fromDate=${day}&toDate=${day}`,
    pick: (body) => {
      const { results = [] } = body as { results?: { totalRealizedDelegatorRewards: number }[] };
      const ada = results[0]?.totalRealizedDelegatorRewards;
      return ada === undefined ? undefined : String(Math.round(ada * lovelacePerAda));
    },
  };
}

/**
 * Stakes, blocks, terms and rewards. Koios adds up db-sync's tables of stakes, blocks and the ledger's rewards
 * (koios-artifacts 1.4.2, pool_history_cache.sql): fees are the cost and the margin's part of all rewards, or the leader's
 * reward where it is below the cost; delegators get the rest, owners included. The warehouse has rewards by the ledger's
 * formulas.
 */
export function poolHistory(info: CardanoInfo): Kind {
  const choices = createChoices<Choice>({ pools: [], without_rewards: [], day: null });

  async function readPools(epoch: number, pools: readonly string[], signal: AbortSignal) {
    const rows = await forPools(pools, async (pool) => ({
      ...{ pool, row: await info.client.poolHistory(pool, epoch, signal) },
    }));
    return rows.flatMap(({ pool, row }) => (row === undefined ? [] : [{ pool, row }]));
  }

  return {
    name: "pool_history",
    title: "stakes, blocks, terms and rewards of pools",
    source: "GET /pool_history",
    pointsOf: paidEpochs(info),
    read: (epoch, context) =>
      orMissing(async () => {
        const stored = await storedEpoch(context);
        const missing = lackOf(epoch, stored, rewardNeeds);
        if (missing !== undefined) return { missing };
        const pools = await samplePools(context, poolCount);
        const answers = await readPools(epoch, pools, context.signal);
        if (answers.length === 0) return { missing: `pool_history: no pool has a row of epoch ${epoch}` };
        const withoutRewards = answers.filter(({ row }) => row.pool_fees === null).map(({ pool }) => pool);
        choices.set(epoch, {
          ...{ pools, without_rewards: withoutRewards, day: stored?.recorded_payment_day ?? null },
        });
        return answers.flatMap(({ pool, row }) => [...baseFigures(pool, row), ...rewardFigures(pool, row)]);
      }),
    own: { sql: "cardano/verify_pool_history", values: choices.of },
    explain: ({ subject }, date) => `/v1/cardano/validators/${subject}/explain?date=${date}&kind=payout`,
    api: (figure, epoch) => {
      const { day } = choices.of(epoch);
      const isOnly = info.calendar().epochSeconds >= secondsPerDay;
      if (figure.item !== "member_reward_lovelace" || figure.value === "0") return undefined;
      return day === null || !isOnly ? undefined : paidToMembers(figure, day);
    },
  };
}
