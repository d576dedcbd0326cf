/** Execution rewards by day, as every operation that returns them should answer, from the model's slots. */
import { expect } from "vitest";
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import type { ExecutionSlot } from "../../fixtures/eth/scenario/executionTruth.ts";
import { gweiOf } from "./ethModelBlocks.ts";
import type { ModelDay } from "./ethModelDay.ts";
import { belongingsOf, validatorsAt } from "./ethModelEntities.ts";
import { earningsOf } from "./ethModelWindows.ts";
import type { ServeFixture } from "./serve.ts";

const fields = ["tips", "mev", "external", "missed"] as const;
type Sums = Record<(typeof fields)[number], bigint>;

type Expected = {
  chain: EthFixture;
  days: readonly ModelDay[];
  /** undefined: no node reports it. */
  truth: readonly ExecutionSlot[] | undefined;
  headers: Record<string, string>;
};

/** Of the slots of some validators on a day. */
function sumsOf(truth: readonly ExecutionSlot[], days: readonly ModelDay[]): Sums {
  const sums: Sums = { tips: 0n, mev: 0n, external: 0n, missed: 0n };
  for (const { validator, firstEpoch, lastEpoch } of days)
    for (const slot of truth) {
      if (slot.validator !== validator || slot.epoch < firstEpoch || slot.epoch > lastEpoch) continue;
      sums.tips += slot.validatorTips;
      sums.mev += slot.baselineMev;
      sums.external += slot.externalRewards;
      sums.missed += slot.missedRewards;
    }
  return sums;
}

const earningsOfAll = (days: readonly ModelDay[]) => days.reduce((sum, day) => sum + earningsOf(day), 0);

/** Whether a penalty depends on slashings before the history: then so do the total earnings. */
const hasUnknown = (days: readonly ModelDay[]) => days.some(({ unknownSlashings }) => unknownSlashings > 0);

const unknownV0 = {
  sumPriorityFees: null,
  sumBaselineMev: null,
  sumExternallySourcedExecutionRewards: null,
  sumMissedExecutionRewards: null,
  sumAllRewards: null,
};

function recordV0({ truth }: Expected, days: readonly ModelDay[]): Record<string, number | null> {
  if (truth === undefined) return unknownV0;
  const { tips, mev, external, missed } = sumsOf(truth, days);
  return {
    sumPriorityFees: gweiOf(tips),
    sumBaselineMev: gweiOf(mev),
    sumExternallySourcedExecutionRewards: gweiOf(external),
    sumMissedExecutionRewards: gweiOf(missed),
    sumAllRewards: hasUnknown(days)
      ? null
      : gweiOf(BigInt(earningsOfAll(days)) * 1_000_000_000n + tips + mev),
  };
}

const pick = (row: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]]));

async function rowsOf(served: ServeFixture, path: string, headers: Record<string, string>) {
  const response = await served.get(path, headers);
  expect([path, response.status]).toEqual([path, 200]);
  const text = await response.text();
  const body = JSON.parse(text) as { data?: Record<string, unknown>[]; results?: Record<string, unknown>[] };
  return { text, rows: body.data ?? body.results ?? [] };
}

/** Exact digits of a field of v1, record by record. */
const digitsOf = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`"${name}":(\\d+|null)`, "g"))].map(([, digits]) => digits);

async function expectValidators({ served }: { served: ServeFixture }, expected: Expected) {
  const own = expected.days.filter(({ dayType }) => dayType === "chain");
  const validators = [...new Set(own.map(({ validator }) => validator))].sort((a, b) => a - b).slice(0, 40);
  const indicesQuery = validators.map((index) => `indices=${index}`).join("&");
  const days = own.filter(({ validator }) => validators.includes(validator));
  const { rows } = await rowsOf(
    served,
    `/v0/eth/validators/effectiveness?${indicesQuery}&from=100000&granularity=day&size=200`,
    expected.headers,
  );
  expect(rows.length).toBe(Math.min(200, days.length));
  for (const row of rows) {
    const day = days.find((one) => one.validator === row.validatorIndex && one.day === row.day);
    expect(pick(row, Object.keys(unknownV0))).toEqual(recordV0(expected, day === undefined ? [] : [day]));
  }
  const { text } = await rowsOf(
    served,
    `/v1/eth/validators/rewards?${indicesQuery}&groupBy=granularity&limit=200`,
    expected.headers,
  );
  const numbers = [...new Set(days.map(({ day }) => day))].sort((a, b) => a - b);
  const names = {
    tips: "sumPriorityFeesWei",
    mev: "sumBaselineMevWei",
    missed: "sumMissedExecutionRewardsWei",
  };
  for (const [field, name] of Object.entries(names))
    expect(digitsOf(text, name)).toEqual(
      numbers.map((number) => {
        if (expected.truth === undefined) return "null";
        const sums = sumsOf(
          expected.truth,
          days.filter(({ day }) => day === number),
        );
        return String(sums[field as keyof Sums]);
      }),
    );
}

async function expectNetwork({ served }: { served: ServeFixture }, expected: Expected) {
  for (const [dayType, path] of [
    ["chain", "/v0/eth/network/chainDailyRewards?size=50"],
    ["utc", "/v0/eth/network/dailyRewards?size=50"],
  ]) {
    const days = expected.days.filter((day) => day.dayType === dayType);
    if (days.length === 0) continue;
    const { rows } = await rowsOf(served, path ?? "", expected.headers);
    const numbers = [...new Set(days.map(({ day }) => day))].sort((a, b) => b - a);
    expect(rows.length).toBe(numbers.length);
    for (const [place, row] of rows.entries()) {
      const { sumPriorityFees, sumBaselineMev } = recordV0(
        expected,
        days.filter(({ day }) => day === numbers[place]),
      );
      expect(pick(row, ["sumPriorityFees", "sumBaselineMev"])).toEqual({ sumPriorityFees, sumBaselineMev });
      // Conservation: proposers' rewards equal the payments of blocks.
      expect(row.sumExecutionRewards === null).toBe(expected.truth === undefined);
    }
  }
}

/** Shares of relays: each block weighs one. */
function relayersOf(slots: readonly ExecutionSlot[]) {
  const shares = new Map<string, number>();
  for (const { relays } of slots)
    for (const name of relays.length === 0 ? ["no_mev_boost"] : relays)
      shares.set(name, (shares.get(name) ?? 0) + 1 / Math.max(1, relays.length));
  return [...shares]
    .map(([relayer, share]) => ({ relayer, percentage: share / slots.length }))
    .sort((a, b) => b.percentage - a.percentage || (a.relayer < b.relayer ? -1 : 1));
}

async function expectEntities({ served }: { served: ServeFixture }, expected: Expected) {
  const { chain, truth, headers } = expected;
  const days = expected.days.filter(({ dayType, isComplete }) => dayType === "chain" && isComplete);
  const last = Math.max(...days.map(({ day }) => day));
  const lastDays = days.filter(({ day }) => day === last);
  const addresses = new Map<string, ModelDay[]>();
  for (const day of lastDays) {
    const validator = validatorsAt(chain, day.lastEpoch)[day.validator];
    if (validator === undefined) continue;
    for (const { idType, entity } of belongingsOf(validator, [], day.date))
      if (idType === "withdrawalAddress") addresses.set(entity, [...(addresses.get(entity) ?? []), day]);
  }
  expect(addresses.size).toBeGreaterThan(0);
  for (const [id, own] of [...addresses].slice(0, 6)) {
    const at = `/v0/eth/operators/${id}`;
    const { rows } = await rowsOf(
      served,
      `${at}/effectiveness?idType=withdrawalAddress&size=1&from=${last}`,
      headers,
    );
    expect(pick(rows[0] ?? {}, Object.keys(unknownV0))).toEqual(recordV0(expected, own));
    const slots = (truth ?? []).filter(
      ({ validator, epoch, status }) =>
        status === "proposed" &&
        own.some((day) => day.validator === validator && epoch >= day.firstEpoch && epoch <= day.lastEpoch),
    );
    const shares = (await (
      await served.get(`${at}/relayers?idType=withdrawalAddress&window=1d`, headers)
    ).json()) as { relayer: string; percentage: number }[];
    expect(shares.map(({ relayer }) => relayer)).toEqual(relayersOf(slots).map(({ relayer }) => relayer));
    for (const [place, { percentage }] of relayersOf(slots).entries())
      expect(shares[place]?.percentage).toBeCloseTo(percentage, 12);
  }
}

const average = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

async function expectReturns({ served }: { served: ServeFixture }, expected: Expected) {
  const { chain, truth, headers } = expected;
  const days = expected.days.filter(({ dayType, isComplete }) => dayType === "chain" && isComplete);
  const last = Math.max(...days.map(({ day }) => day));
  const own = days.filter(({ day }) => day === last);
  const overview = (await (await served.get("/v0/eth/network/overview", headers)).json()) as Record<
    string,
    unknown
  >[];
  const window = overview.find(({ timeWindow }) => timeWindow === "1d") ?? {};
  const unknown = ["consensusLayerRewardsPercentage", "priorityFeesPercentage", "baselineMevPercentage"];
  const rates = ["avgExecutionAprPercentage", "medianExecutionAprPercentage", "avgNetworkAprPercentage"];
  if (truth === undefined) {
    for (const name of [...unknown, ...rates, "executionRewardsRatio"])
      expect([name, window[name]]).toEqual([name, null]);
    return;
  }
  const { tips, mev } = sumsOf(truth, own);
  const all = BigInt(earningsOfAll(own)) * 1_000_000_000n + tips + mev;
  if (hasUnknown(own)) expect(unknown.map((name) => window[name])).toEqual([null, null, null]);
  else {
    expect(window.priorityFeesPercentage).toBeCloseTo((100 * Number(tips)) / Number(all), 9);
    expect(window.baselineMevPercentage).toBeCloseTo((100 * Number(mev)) / Number(all), 9);
    expect(unknown.reduce((sum, name) => sum + Number(window[name]), 0)).toBeCloseTo(100, 9);
  }
  const atStart = validatorsAt(chain, own[0]?.firstEpoch ?? 0);
  const atEnd = validatorsAt(chain, own[0]?.lastEpoch ?? 0);
  const whole = own.filter(({ validator }) => atStart[validator]?.isActive && atEnd[validator]?.isActive);
  const percentages = whole
    .map((day) => {
      const sums = sumsOf(truth, [day]);
      return (36_500 * Number(sums.tips + sums.mev)) / 1e9 / day.effectiveBalance;
    })
    .sort((a, b) => a - b);
  expect(window.avgExecutionAprPercentage).toBeCloseTo(average(percentages), 6);
  const half = percentages.length / 2;
  expect(window.medianExecutionAprPercentage).toBeCloseTo(
    average(percentages.slice(Math.ceil(half) - 1, Math.floor(half) + 1)),
    6,
  );
  const proposer = whole.find((day) => sumsOf(truth, [day]).tips > 0n)?.validator;
  const apr = (await (
    await served.get(`/v0/eth/validators/${proposer}/apr?window=1d`, headers)
  ).json()) as Record<string, number>;
  const paid = sumsOf(
    truth,
    whole.filter(({ validator }) => validator === proposer),
  );
  const balance = whole.find(({ validator }) => validator === proposer)?.effectiveBalance ?? 0;
  expect(apr.percentageExecution).toBe(
    Math.round((100 * 36_500 * Number(paid.tips + paid.mev)) / 1e9 / balance) / 100,
  );
  expect(apr.percentage).toBeCloseTo((apr.percentageConsensus ?? 0) + (apr.percentageExecution ?? 0), 9);
}

/** Compares days of validators, entities and the network, and their windows. */
export async function expectDays(opened: { served: ServeFixture }, expected: Expected): Promise<void> {
  await expectValidators(opened, expected);
  await expectNetwork(opened, expected);
  await expectEntities(opened, expected);
  await expectReturns(opened, expected);
}
