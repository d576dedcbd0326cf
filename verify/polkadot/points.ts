/** Points and sums of an era, in storage of a later state. A point is an era. */
import type { PolkadotInfo } from "../../ingest/polkadot/session.ts";
import { type Account, readValue, type Uint } from "../../ingest/polkadot/storage.ts";
import { toSs58 } from "../../lib/ss58.ts";
import { createChoices } from "../choices.ts";
import type { Figure, Kind } from "../figure.ts";
import { addressPrefix, explainValidator, orMissing, stateKeeping, storedEra } from "./source.ts";

type Points = { total: Uint; individual: ReadonlyMap<Account, Uint> };
type Choice = { day: string | null; items: string[] };

/**
 * Points that the relay chain reported for validators, the amount paid, the incentive's budget and all stake. Once an era has
 * ended, the runtime changes none of them until it prunes the era (polkadot-sdk, pallet-staking-async, session_rotation.rs).
 */
export function eraPoints(info: PolkadotInfo): Kind {
  const choices = createChoices<Choice>({ day: null, items: [] });

  async function readSums(era: number, signal: AbortSignal): Promise<Figure[]> {
    const state = await stateKeeping(info, era, signal);
    const value = <Value>(name: string) => readValue<Value>(state, "staking", name, era);
    const points = await value<Points>("erasRewardPoints");
    const sums = {
      points: points?.total,
      total_stake_planck: await value<Uint>("erasTotalStake"),
      payout_planck: await value<Uint>("erasValidatorReward"),
      incentive_budget_planck: await value<Uint>("erasValidatorIncentiveBudget"),
    };
    return [
      ...Object.entries(sums).flatMap(([item, sum]) =>
        sum === undefined ? [] : [{ subject: "", item, value: sum.toBigInt().toString() }],
      ),
      ...[...(points?.individual ?? [])].map(([account, count]) => ({
        subject: toSs58(addressPrefix, account.toU8a()),
        ...{ item: "points", value: String(count.toNumber()) },
      })),
    ];
  }

  return {
    name: "era_points",
    title: "points, payout and stake of eras",
    source: "state_getStorage of Staking.ErasRewardPoints, ErasValidatorReward and ErasTotalStake",
    read: (era, context) =>
      orMissing(async () => {
        const stored = await storedEra(era, context);
        if ("missing" in stored) return stored;
        const figures = await readSums(era, context.signal);
        const items = figures.filter(({ subject }) => subject === "").map(({ item }) => item);
        choices.set(era, { day: stored.recorded_day, items });
        return figures;
      }),
    own: { sql: "polkadot/verify_era_points", values: choices.of },
    explain: ({ subject }, date) => explainValidator(subject, date),
  };
}
