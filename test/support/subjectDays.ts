/** The expected lists of subjects of each chain, from its model, or from daily records that a suite has compared with it. */
import type { AvalancheHistory } from "../../fixtures/avalanche/history.ts";
import { avaxText } from "../../fixtures/avalanche/truth.ts";
import type { CardanoHistory } from "../../fixtures/cardano/model.ts";
import type { ExpectedDay } from "../../fixtures/cardano/truth.ts";
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { canonicalSnapshot } from "../../fixtures/eth/scenario/truth.ts";
import { earnedBy, type PolkadotHistory, totalStake } from "../../fixtures/polkadot/model.ts";
import { decimal } from "./decimal.ts";
import type { ModelDay } from "./ethModelDay.ts";
import type { ModelWindow } from "./ethModelWindows.ts";
import { addressOf, dayOfEra, dotText } from "./polkadotTruth.ts";
import type { ExpectedSubject } from "./subjects.ts";

/** A subject without known values. */
export const unknownSubject = {
  name: null,
  status: null,
  stake: null,
  commission: null,
  effectiveness: null,
  rewards: null,
  penalties: null,
  missedDuties: null,
  proposals: null,
  days: null,
  lastDay: null,
};

export const windowLengths = { "7d": 7, "1d": 1, all: 100_000 } as const;
type Window = keyof typeof windowLengths;

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

/** UTC days of a window that ends with the newest complete one. */
function daysOf(complete: readonly string[], window: Window): { days: Set<string>; last: string } {
  const last = [...complete].sort().at(-1) ?? "";
  const first = Date.parse(last) - (windowLengths[window] - 1) * 86_400_000;
  return { days: new Set(complete.filter((day) => Date.parse(day) >= first)), last };
}

/** Each window with its values. */
export const inWindows = <Said>(expected: (window: Window) => Said) =>
  Object.fromEntries((Object.keys(windowLengths) as Window[]).map((window) => [window, expected(window)]));

export function polkadotSubjects(history: PolkadotHistory, complete: readonly string[], window: Window) {
  const { days, last } = daysOf(complete, window);
  const { eras } = history;
  const accounts = [...new Set(eras.flatMap(({ validators }) => validators.map(({ account }) => account)))];
  return accounts.map((account): ExpectedSubject => {
    const elected = eras.flatMap((era) =>
      era.validators.filter((one) => one.account === account).map((validator) => ({ era, validator })),
    );
    const newest = elected.at(-1);
    const isActive = newest?.era === eras.at(-1);
    const own = elected.filter(({ era }) => days.has(dayOfEra(era)));
    return {
      ...unknownSubject,
      id: addressOf(account),
      name: history.nameOf(account),
      status: isActive ? "active" : "inactive",
      stake: newest !== undefined && isActive ? dotText(totalStake(newest.validator)) : null,
      commission: decimal(BigInt(newest?.validator.commission ?? 0), 9),
      rewards: dotText(
        sum(
          own.flatMap(({ era, validator }) => {
            const earned = earnedBy(era, validator);
            return [earned.validator, earned.delegators];
          }),
        ),
      ),
      days: String(new Set(own.map(({ era }) => dayOfEra(era))).size),
      lastDay: last,
    };
  });
}

/** @param records of the model, by day, with gross rewards as text */
export function avalancheSubjects(
  { ledger }: AvalancheHistory,
  records: readonly Record<string, unknown>[],
  complete: readonly string[],
  window: Window,
): ExpectedSubject[] {
  const { days, last } = daysOf(complete, window);
  const navax = (text: unknown) => BigInt(exactNavax(text));
  return [...new Set(ledger.stakes.map(({ nodeId }) => nodeId))].map((id) => {
    const stakes = ledger.stakes.filter(({ nodeId }) => nodeId === id);
    const lasting = stakes.filter(({ to }) => to === undefined);
    const own = records.filter(({ nodeId, day }) => nodeId === id && days.has(String(day)));
    const validators = stakes.filter(({ isValidator }) => isValidator);
    return {
      ...unknownSubject,
      id,
      status: lasting.some(({ isValidator }) => isValidator) ? "active" : "inactive",
      stake: avaxText(sum(lasting.map(({ weight }) => weight))),
      commission: decimal(BigInt(validators.at(-1)?.shares ?? 0), 6),
      rewards: avaxText(sum(own.map(({ totalGrossRewards }) => navax(totalGrossRewards)))),
      days: String(own.length),
      lastDay: last,
    };
  });
}

/** nAVAX of a text in AVAX. */
function exactNavax(text: unknown): string {
  const [whole = "0", fraction = ""] = String(text).split(".");
  return whole + fraction.padEnd(9, "0");
}

export function cardanoSubjects(
  history: CardanoHistory,
  all: readonly ExpectedDay[],
  newestEpoch: number,
  window: Window,
): ExpectedSubject[] {
  const complete = all.filter(({ pools }) => pools[0]?.isComplete === true).map(({ day }) => day);
  const { days, last } = daysOf(complete, window);
  const epoch = history.epochs.find((one) => one.epoch === newestEpoch);
  return history.pools.flatMap((pool): ExpectedSubject[] => {
    const now = epoch?.pools.find((one) => one.pool === pool);
    if (now === undefined) return [];
    const own = all
      .filter(({ day }) => days.has(day))
      .flatMap(({ pools }) => pools.filter(({ poolId }) => poolId === pool.id));
    const { retiringEpoch, name, ticker } = pool;
    const isRetirementKnown = retiringEpoch !== null;
    return [
      {
        ...unknownSubject,
        id: pool.id,
        name: ticker === null ? name : `[${ticker}] ${name ?? ""}`.trimEnd(),
        status: isRetirementKnown
          ? retiringEpoch <= newestEpoch
            ? "retired"
            : "retiring"
          : now.stake > 0n
            ? "active"
            : "inactive",
        stake: decimal(now.stake, 6),
        commission: decimal(now.registration.margin, 6),
        rewards: decimal(
          sum(
            own.flatMap((day) => [
              day.totalEarnedDelegatorRewards ?? 0n,
              day.totalEarnedValidatorRewards ?? 0n,
            ]),
          ),
          6,
        ),
        days: String(own.length),
        lastDay: last,
      },
    ];
  });
}

const gwei = (value: number) => decimal(BigInt(value), 9);

const total = (days: readonly ModelDay[], of: (day: ModelDay) => number) =>
  days.reduce((sums, day) => sums + of(day), 0);

/** Validators' performance on some days, penalties positive. */
const doneOn = (days: readonly ModelDay[]) => ({
  rewards: gwei(total(days, (day) => day.attestationReward + day.syncReward + day.blockReward)),
  penalties: gwei(
    -total(
      days,
      (day) => day.attestationPenalty + day.inactivityPenalty + day.syncPenalty + day.slashingPenalty,
    ),
  ),
  missedDuties: String(
    total(days, (day) => day.duties - day.attested + day.proposerDuties - day.proposed + day.syncMissed),
  ),
  proposals: String(total(days, (day) => day.proposed)),
});

/** Entities of a type with active validators on the last day. Addresses have no sums. */
export function ethEntitySubjects(
  windows: ReadonlyMap<string, ModelWindow>,
  type: string,
  { isNamed, lastDay }: { isNamed: boolean; lastDay: string },
): ExpectedSubject[] {
  return [...windows]
    .filter(([name, { validators }]) => name.startsWith(`${type}/`) && validators > 0)
    .map(([name, { days, rating, stake }]) => {
      const id = name.slice(type.length + 1);
      return {
        ...unknownSubject,
        id,
        name: isNamed ? id : null,
        stake: gwei(stake),
        effectiveness: rating === null ? null : String(rating),
        ...(isNamed ? doneOn(days) : {}),
        days: String(new Set(days.map(({ day }) => day)).size),
        lastDay,
      };
    });
}

/** Validators of the registry after an epoch, with their days. */
export function ethSubjects(
  chain: EthFixture,
  all: readonly ModelDay[],
  newestEpoch: number,
  window: Window,
): ExpectedSubject[] {
  const complete = all.filter(({ dayType, isComplete }) => dayType === "chain" && isComplete);
  const last = Math.max(...complete.map(({ day }) => day));
  const length = Math.min(windowLengths[window], 90);
  const { date = null, lastEpoch: endEpoch = newestEpoch } = complete.find(({ day }) => day === last) ?? {};
  const slots = chain.constants.number("SLOTS_PER_EPOCH");
  const { validators } = canonicalSnapshot(chain, newestEpoch * slots);
  const { validators: before } = canonicalSnapshot(chain, endEpoch * slots);
  return validators.map((validator, index) => {
    const [activation, exit] = [validator.activationEpoch, validator.exitEpoch].map((epoch) =>
      Number(epoch ?? Number.POSITIVE_INFINITY),
    ) as [number, number];
    const hasCompleteDays = complete.some((day) => day.validator === index);
    const own = complete.filter((day) => day.validator === index && day.day > last - length);
    const ratings = own.flatMap(({ rating }) => (rating === null ? [] : [rating]));
    return {
      ...unknownSubject,
      id: String(index),
      status:
        activation > newestEpoch
          ? "pending"
          : validator.slashed
            ? "slashed"
            : exit > 1e12
              ? "active"
              : exit > newestEpoch
                ? "exiting"
                : "exited",
      stake:
        activation <= endEpoch && exit > endEpoch ? gwei(Number(before[index]?.effectiveBalance)) : gwei(0),
      effectiveness:
        ratings.length === 0
          ? null
          : String(ratings.reduce((sums, rating) => sums + rating, 0) / ratings.length),
      ...(hasCompleteDays ? { ...doneOn(own), days: String(own.length) } : {}),
      lastDay: date,
    };
  });
}
