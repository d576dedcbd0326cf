/** Time windows of entities of a generated chain, from the model's days in plain loops. */
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import type { ModelDay } from "./ethModelDay.ts";
import { type Belonging, belongingsOf, type ModelKey, validatorsAt } from "./ethModelEntities.ts";

export type ModelWindow = {
  rating: number | null;
  validators: number;
  stake: number;
  /** Of validators that were active, and of the entity, all the time. */
  steady: { validators: number; earnings: number; balanceSum: number };
};

const earningsOf = (day: ModelDay) =>
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
