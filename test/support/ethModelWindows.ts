/** Time windows of entities of a generated chain, from the model's days in plain loops. */
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { canonicalSnapshot } from "../../fixtures/eth/scenario/truth.ts";
import type { ModelDay } from "./ethModelDay.ts";
import { type Belonging, belongingsOf, type ModelKey, validatorsAt } from "./ethModelEntities.ts";

export type ModelWindow = {
  /** Days of its members, each on the days on which it was one. */
  days: readonly ModelDay[];
  rating: number | null;
  validators: number;
  stake: number;
  /** Of validators that were active, and of the entity, all the time. */
  steady: { validators: number; earnings: number; balanceSum: number };
};

/** Gwei of a validator in a day by its duties. */
export const earningsOf = (day: ModelDay) =>
  day.attestationReward +
  day.attestationPenalty +
  day.inactivityPenalty +
  day.syncReward +
  day.syncPenalty +
  day.blockReward +
  day.slashingPenalty;

function groupByValidator(days: readonly ModelDay[]): Map<number, ModelDay[]> {
  const groups = new Map<number, ModelDay[]>();
  for (const day of days) groups.set(day.validator, [...(groups.get(day.validator) ?? []), day]);
  return groups;
}

/** By `idType/entity`, the window of the last `length` of some complete chain days. */
export function modelWindows(
  chain: EthFixture,
  all: readonly ModelDay[],
  keys: readonly ModelKey[],
  length: number,
): Map<string, ModelWindow> {
  const days = all.filter(({ dayType, isComplete }) => dayType === "chain" && isComplete);
  const last = Math.max(...days.map(({ day }) => day));
  const own = days.filter(({ day }) => day > last - length);
  const numbers = new Set(own.map(({ day }) => day));
  const firstEpoch = Math.min(...own.map((day) => day.firstEpoch));
  const lastEpoch = Math.max(...own.map((day) => day.lastEpoch));
  const atEnd = validatorsAt(chain, lastEpoch);
  const wasActive = validatorsAt(chain, firstEpoch);
  const nameOf = ({ idType, entity }: Belonging) => `${idType}/${entity}`;
  const groups = new Map<string, ModelDay[]>();
  for (const day of own) {
    const validator = validatorsAt(chain, day.lastEpoch)[day.validator];
    if (validator === undefined) throw new Error(`Validator ${day.validator} is not known`);
    const names = [{ idType: "network", entity: "" }, ...belongingsOf(validator, keys, day.date)].map(nameOf);
    for (const name of names) groups.set(name, [...(groups.get(name) ?? []), day]);
  }
  return new Map(
    [...groups].map(([name, members]) => {
      const byValidator = groupByValidator(members);
      const steady = [...byValidator.values()].filter(
        (list) =>
          list.length === numbers.size &&
          wasActive[list[0]?.validator ?? -1]?.isActive === true &&
          atEnd[list[0]?.validator ?? -1]?.isActive === true,
      );
      const ofLast = members.filter(({ day, validator }) => day === last && atEnd[validator]?.isActive);
      const ratings = members.flatMap(({ rating }) => (rating === null ? [] : [rating]));
      const total = (list: readonly ModelDay[], of: (day: ModelDay) => number) =>
        list.reduce((sum, day) => sum + of(day), 0);
      return [
        name,
        {
          days: members,
          rating: ratings.length === 0 ? null : ratings.reduce((sum, one) => sum + one, 0) / ratings.length,
          validators: ofLast.length,
          stake: total(ofLast, ({ effectiveBalance }) => effectiveBalance),
          steady: {
            validators: steady.length,
            earnings: total(steady.flat(), earningsOf),
            balanceSum: total(steady.flat(), ({ effectiveBalance }) => effectiveBalance),
          },
        },
      ];
    }),
  );
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return mean(sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1));
}

const minus = (one: number | null, other: number | null) =>
  one === null || other === null ? null : one - other;

/** A validator's weight where each counts as one. */
function classOf(index: number, belongings: readonly Belonging[]): string {
  for (const type of ["pool", "nodeOperator", "depositAddress", "withdrawalAddress"]) {
    const [first] = belongings.flatMap(({ idType, entity }) => (idType === type ? [entity] : [])).sort();
    if (first !== undefined) return `${type}/${first}`;
  }
  return `validator/${index}`;
}

/** G = 1 - 2 · Σ(x · (rank - 1) + x / 2) / N / Σx, the largest first. */
function giniOf(names: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const sizes = [...counts.values()].sort((a, b) => b - a);
  const area = sizes.reduce((sum, size, place) => sum + size * place + size / 2, 0);
  return 1 - (2 * area) / sizes.length / names.length;
}

/** Every window's values for the whole network, by the name of the field in the answer. */
export function modelOverview(
  chain: EthFixture,
  all: readonly ModelDay[],
  keys: readonly ModelKey[],
  length: number,
) {
  const slots = chain.constants.number("SLOTS_PER_EPOCH");
  const days = all.filter(({ dayType, isComplete }) => dayType === "chain" && isComplete);
  const last = Math.max(...days.map(({ day }) => day));
  const own = days.filter(({ day }) => day > last - length);
  const epochs = new Set(
    own.flatMap(({ firstEpoch, lastEpoch }) =>
      Array.from({ length: lastEpoch - firstEpoch + 1 }, (_, i) => firstEpoch + i),
    ),
  );
  const stateOf = (day: number) => {
    const one = days.find((each) => each.day === day);
    if (one === undefined) return { count: null, stake: null, balance: null };
    const { validators } = canonicalSnapshot(chain, one.lastEpoch * slots);
    const { balances } = canonicalSnapshot(chain, (one.lastEpoch + 1) * slots - 1);
    const active = validatorsAt(chain, one.lastEpoch).filter(({ isActive }) => isActive);
    return {
      count: active.length,
      stake: active.reduce((sum, { index }) => sum + Number(validators[index]?.effectiveBalance), 0),
      balance: mean(active.map(({ index }) => Number(balances[index]))),
    };
  };
  const now = stateOf(last);
  const before = stateOf(Number.isFinite(length) ? last - length : last);
  const newest = own.find(({ day }) => day === last) as ModelDay;
  const { validators } = canonicalSnapshot(chain, newest.lastEpoch * slots);
  const active = validatorsAt(chain, newest.lastEpoch).filter(({ isActive }) => isActive);
  const ages = active.map(({ index }) => newest.lastEpoch + 1 - Number(validators[index]?.activationEpoch));
  const firstEpoch = Math.min(...epochs);
  const wasActive = validatorsAt(chain, firstEpoch);
  const rates = [...groupByValidator(own)]
    .filter(([validator, list]) => {
      const isSteady = wasActive[validator]?.isActive && active.some(({ index }) => index === validator);
      return isSteady && list.length === new Set(own.map(({ day }) => day)).size;
    })
    .map(([, list]) => {
      const stake = list.reduce((sum, { effectiveBalance }) => sum + effectiveBalance, 0) / list.length;
      return (list.reduce((sum, day) => sum + earningsOf(day), 0) / stake / list.length) * 365 * 100;
    });
  const [rate, medianRate] = [mean(rates) ?? Number.NaN, median(rates) ?? Number.NaN];
  const missed = chain.truth.proposals.filter(
    ({ epoch, status }) => epochs.has(epoch) && status !== "proposed",
  ).length;
  const belongings = active.map((validator) =>
    classOf(validator.index, belongingsOf(validator, keys, newest.date)),
  );
  return {
    validatorCount: now.count,
    validatorCountDiff: minus(now.count, before.count),
    medianValidatorAgeDays: Math.floor(
      (median(ages) ?? Number.NaN) / (newest.lastEpoch - newest.firstEpoch + 1),
    ),
    activeStake: now.stake,
    activeStakeDiff: minus(now.stake, before.stake),
    avgValidatorBalance: now.balance,
    avgValidatorBalanceDiff: minus(now.balance, before.balance),
    avgValidatorEffectiveness: mean(own.flatMap(({ rating }) => (rating === null ? [] : [rating]))),
    avgInclusionDelay: mean(own.flatMap(({ delay, attested }) => (attested === 0 ? [] : [delay / attested]))),
    avgUptime: mean(own.flatMap(({ attested, duties }) => (duties === 0 ? [] : [(100 * attested) / duties]))),
    sumMissedSlots: missed,
    missedSlotsPercentage: (100 * missed) / (epochs.size * slots),
    avgConsensusAprPercentage: rate,
    medianConsensusAprPercentage: medianRate,
    avgConsensusAprGwei: Math.round((rate / 100) * 32e9),
    medianConsensusAprGwei: Math.round((medianRate / 100) * 32e9),
    giniCoefficient: giniOf(belongings),
  };
}
