/** Every field of v1's answers about entities of a generated chain, compared with the model's days in plain loops. */
import { expect } from "vitest";
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { type Body, expectSameRecords, lastCompleteDate } from "./ethApi.ts";
import { groupRecords } from "./ethGroups.ts";
import { type Granularity, type ModelPeriod, periodsOf } from "./ethModelAnswers.ts";
import type { ModelDay } from "./ethModelDay.ts";
import { type Belonging, belongingsOf, type ModelKey, validatorsAt } from "./ethModelEntities.ts";
import { type ModelWindow, modelWindows } from "./ethModelWindows.ts";
import type { ServeFixture } from "./serve.ts";

const granularities = ["day", "week", "month", "quarter", "year", "all"] as const;
const network: Belonging = { idType: "network", entity: "" };

export type EntityCase = {
  chain: EthFixture;
  days: readonly ModelDay[];
  keys: readonly ModelKey[];
  served: ServeFixture;
};

type EntityDays = { of: Belonging; days: ModelDay[] };

/** Days of validators by their entity on that day: `idType/entity`. */
function daysByEntity(chain: EthFixture, days: readonly ModelDay[], keys: readonly ModelKey[]) {
  const states = new Map<number, ReturnType<typeof validatorsAt>>();
  const validatorOf = ({ lastEpoch, validator }: ModelDay) => {
    const state = states.get(lastEpoch) ?? validatorsAt(chain, lastEpoch);
    states.set(lastEpoch, state);
    return state[validator] as (typeof state)[number];
  };
  const groups = new Map<string, EntityDays>();
  for (const day of days) {
    for (const of of [network, ...belongingsOf(validatorOf(day), keys, day.date)]) {
      const name = `${of.idType}/${of.entity}`;
      const group = groups.get(name) ?? { of, days: [] };
      group.days.push(day);
      groups.set(name, group);
    }
  }
  /** The entity's validators on its last day that are active at its end. */
  const activeIn = (period: ModelPeriod) => {
    const last = Math.max(...period.days.map(({ lastEpoch }) => lastEpoch));
    return period.days.filter((day) => day.lastEpoch === last && validatorOf(day).isActive).length;
  };
  return { groups: [...groups.values()], activeIn };
}

/** Windows of entities of a type: in the list of all, and of each for itself. */
export async function expectEntityWindows({ chain, days, keys, served }: EntityCase, idType: string) {
  const types = new Map(Object.entries({ "1d": 1, "7d": 7, "30d": 30, all: 1_000 }));
  const windows = new Map(
    [...types].map(([name, length]) => [name, modelWindows(chain, days, keys, length)]),
  );
  const expectSummary = (record: Record<string, unknown>) => {
    const { id, timeWindow, avgValidatorEffectiveness, networkPenetration, validatorCount } = record;
    const model = windows.get(String(timeWindow))?.get(`${idType}/${id}`) as ModelWindow;
    const whole = windows.get(String(timeWindow))?.get("network/") as ModelWindow;
    expect(validatorCount).toBe(model.validators);
    expect(networkPenetration).toBeCloseTo(model.stake / whole.stake, 12);
    expect(avgValidatorEffectiveness).toBeCloseTo(model.rating ?? Number.NaN, 9);
  };
  const listed = [...(windows.get("7d") as Map<string, ModelWindow>)]
    .filter(([name, { validators }]) => name.startsWith(`${idType}/`) && validators > 0)
    .map(([name, { stake }]) => ({ id: name.slice(idType.length + 1), stake }))
    .sort((a, b) => b.stake - a.stake || (a.id < b.id ? -1 : 1));
  const ids = listed.map(({ id }) => id);
  const idsOf = ({ results }: Body) => results.map(({ id }) => id);
  const query = `limit=200&entityType=${idType}`;
  expect(idsOf(await served.fetchBody<Body>(`/v1/eth/entities?${query}`))).toEqual(ids);
  const summaries = await served.fetchBody<Body>(`/v1/eth/entities/summaries?${query}&window=7d`);
  expect(idsOf(summaries)).toEqual(ids);
  for (const record of summaries.results) expectSummary(record);
  for (const id of ids) {
    const path = `/v1/eth/entities/${encodeURIComponent(id)}/summaries`;
    const { results } = await served.fetchBody<Body>(`${path}?${query}`);
    expect(results.map(({ timeWindow }) => timeWindow)).toEqual([...types.keys()]);
    for (const record of results) expectSummary(record);
    expect((await served.fetchBody<Body>(`${path}?${query}&window=30d`)).results).toEqual([results[2]]);
  }
  return ids.length;
}

/** Rates of return of validators, backward: each validator is an entity of its own. */
export async function expectValidatorAprs({ chain, days, served }: Omit<EntityCase, "keys">) {
  const validators = [...new Set(days.map(({ validator }) => validator))].filter((index) => index % 5 === 0);
  const own = validators.map((index) => ({
    key: String(index),
    kind: "index" as const,
    idType: "pool",
    entity: String(index),
  }));
  const complete = days.filter(({ dayType, isComplete }) => dayType === "chain" && isComplete);
  const dayCount = new Set(complete.map(({ day }) => day)).size;
  const lengths = { "1d": 1, "7d": 7, "30d": 30, all: 90 };
  let rates = 0;
  const windows = Object.values(lengths).map((length) => modelWindows(chain, days, own, length));
  for (const index of validators) {
    const { results } = await served.fetchBody<Body>(`/v1/eth/validators/${index}/aprs`);
    expect(results.map(({ timeWindow }) => timeWindow)).toEqual(Object.keys(lengths));
    for (const [place, length] of Object.values(lengths).entries()) {
      const none = { validators: 0, earnings: 0, balanceSum: 0 };
      const { steady } = windows[place]?.get(`pool/${index}`) ?? { steady: none };
      const apr = results[place] as Record<string, unknown>;
      expect([apr.id, apr.idType, apr.aprType, apr.percentage, apr.activeValidators]).toEqual([
        index,
        "validator",
        "backward",
        null,
        steady.validators,
      ]);
      expect(apr.activeStake).toBe(Math.round(steady.balanceSum / Math.min(length, dayCount)));
      if (steady.validators === 0) expect(apr.percentageConsensus).toBeNull();
      else expect(apr.percentageConsensus).toBeCloseTo((36_500 * steady.earnings) / steady.balanceSum, 1);
      rates += steady.validators;
    }
    const ahead = await served.fetchBody<Body>(`/v1/eth/validators/${index}/aprs?window=7d&aprType=forward`);
    const v0 = await served.fetchBody(`/v0/eth/validators/${index}/apr?window=7d&apr_type=forward`);
    expect(ahead.results).toEqual([v0]);
  }
  return rates;
}

/**
 * Of each entity one segment by one period, in turn; of the one with the most days all segments, by day and over all.
 * @returns how many answers that were
 */
export async function expectEntityAnswers({ chain, days, keys, served }: EntityCase, utc: boolean) {
  const own = days.filter(({ dayType }) => dayType === (utc ? "utc" : "chain"));
  const lastDate = lastCompleteDate(own);
  const { groups, activeIn } = daysByEntity(chain, own, keys);
  let answerCount = 0;
  const expectAnswer = async (
    group: EntityDays,
    granularity: Granularity,
    isWanted: (place: number) => boolean,
  ) => {
    const { idType, entity } = group.of;
    const isNetwork = group.of === network;
    const records = periodsOf(group.days, granularity).map((period) =>
      groupRecords(chain, period, granularity, lastDate, activeIn(period)),
    );
    const query = `limit=200&utc=${utc}&granularity=${granularity}`;
    for (const segment of Object.keys(records[0] ?? {}).filter((_, place) => isWanted(place))) {
      const path = isNetwork
        ? `/v1/eth/${segment}?${query}`
        : `/v1/eth/entities/${encodeURIComponent(entity)}/${segment}?${query}&entityType=${idType}`;
      const expected = records.map((ofSegments) => ofSegments[segment] ?? {});
      expectSameRecords(chain, path, (await served.fetchBody<Body>(path)).results, expected);
      answerCount += 1;
    }
  };
  const [most, ...others] = groups
    .filter(({ of }) => of !== network)
    .sort((a, b) => b.days.length - a.days.length) as [EntityDays, ...EntityDays[]];
  for (const granularity of ["day", "all"] as const) await expectAnswer(most, granularity, () => true);
  // Nearly every validator has a withdrawal address of its own.
  const some = others.filter(({ of }, place) => of.idType !== "withdrawalAddress" || place % 4 === 0);
  for (const [turn, group] of some.entries())
    await expectAnswer(group, granularities[turn % 6] as Granularity, (place) => place === turn % 5);
  const whole = groups.find(({ of }) => of === network) as EntityDays;
  // Effectiveness and rewards.
  for (const granularity of granularities)
    await expectAnswer(whole, granularity, (place) => place === 0 || place === 3);
  return answerCount;
}
