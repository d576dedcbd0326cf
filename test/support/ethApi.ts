/** Chains whose answers are compared with their truth, and how two records are compared. */
import { expect } from "vitest";
import { type EthFixture, generateChain } from "../../fixtures/eth/generate.ts";
import { midnightChain } from "../../fixtures/eth/scenario/presets.ts";
import { groupRecords } from "./ethGroups.ts";
import { type Granularity, type ModelPeriod, periodsOf, recordV1 } from "./ethModelAnswers.ts";
import type { ModelDay } from "./ethModelDay.ts";
import type { Pace } from "./ethPipeline.ts";

export type EthApiCase = {
  name: string;
  chain: () => EthFixture;
  hasManyDays: boolean;
  pace: Pace;
  /** The share of the validators' days that are explained: one in so many. */
  explainedOneIn?: number;
};

/** Four epochs a day. Chain days end half a day before UTC days; 2023-04-01 falls inside. */
const overTheQuartersEnd = (validators: number) =>
  generateChain({
    seed: 21,
    validators,
    preset: "minimal",
    startEpoch: 40,
    epochs: 25,
    spec: { SECONDS_PER_SLOT: "2700" },
    genesisTime: Date.UTC(2023, 2, 20, 12, 0, 23) / 1000,
    knobs: { emptyPayloadRate: 0.15, missedSlotRate: 0.06, missRate: 0.05 },
  });

export const cases: EthApiCase[] = [
  {
    name: "days of four epochs over the end of a week, a month and a quarter",
    chain: () => overTheQuartersEnd(48),
    hasManyDays: true,
    pace: "afterwards",
  },
];

export const longCases: EthApiCase[] = [
  {
    name: "days of four epochs, 72 validators, as the listener goes",
    chain: () => overTheQuartersEnd(72),
    hasManyDays: true,
    pace: "live",
    explainedOneIn: 3,
  },
  {
    name: "ratings of three forks",
    chain: () =>
      generateChain({
        seed: 23,
        validators: 48,
        preset: "minimal",
        startEpoch: 0,
        epochs: 14,
        forks: { phase0: 0, altair: 4, bellatrix: 8, capella: 8, deneb: 8, electra: 8 },
        spec: { SECONDS_PER_SLOT: "2700" },
        genesisTime: Date.UTC(2023, 2, 20, 12, 0, 23) / 1000,
        knobs: { emptyPayloadRate: 0.3, missedSlotRate: 0.05 },
      }),
    hasManyDays: true,
    pace: "live",
    explainedOneIn: 3,
  },
  {
    name: "days of 225 epochs that end, by both kinds, inside the chain",
    chain: () => generateChain({ ...midnightChain(22), validators: 64 }),
    hasManyDays: false,
    pace: "live",
  },
];

/** Gwei of phase0 proposers are booked by the model at the duty's epoch and by the product at the block's. */
export const isPhase0 = (chain: EthFixture) => (chain.options.forks.altair ?? 0) > chain.options.startEpoch;
const phase0Amounts = /earnings|estimatedRewards|Rewards$|Penalt/;

/** Two records are the same when integers are, and fractions to 12 digits. */
function differences(actual: Record<string, unknown>, expected: Record<string, unknown>): string[] {
  const names = new Set([...Object.keys(actual), ...Object.keys(expected)]);
  return [...names].flatMap((name) => {
    const [own, wanted] = [actual[name], expected[name]];
    if (own === wanted || (Array.isArray(own) && JSON.stringify(own) === JSON.stringify(wanted))) return [];
    const isClose =
      typeof own === "number" &&
      typeof wanted === "number" &&
      !(Number.isInteger(own) && Number.isInteger(wanted)) &&
      Math.abs(own - wanted) <= 1e-12 * Math.abs(wanted);
    return isClose ? [] : [`${name}: ${String(own)} instead of ${String(wanted)}`];
  });
}

export type Body = {
  page: unknown;
  pages: number;
  total: number;
  data: Record<string, unknown>[];
  results: Record<string, unknown>[];
  next: string | null;
  previous: string | null;
};

/** Compares all fields; in phase0 no amounts. */
export function expectSameRecords(
  chain: EthFixture,
  what: string,
  actual: readonly Record<string, unknown>[],
  expected: readonly Record<string, unknown>[],
) {
  expect([what, actual.length]).toEqual([what, expected.length]);
  const wrong = expected.flatMap((record, i) => {
    const own = actual[i] ?? {};
    return differences(own, record)
      .filter((text) => !isPhase0(chain) || !phase0Amounts.test(text.split(":")[0] ?? ""))
      .map((text) => `record ${i}, ${text}`);
  });
  expect([what, wrong]).toEqual([what, []]);
  for (const [i, record] of expected.entries())
    expect(Object.keys(actual[i] ?? {}).sort()).toEqual(Object.keys(record).sort());
}

export const daysOf = (days: readonly ModelDay[], validator: number) =>
  days.filter((day) => day.validator === validator);

const segments = {
  effectiveness: [
    "validatorEffectiveness",
    "attesterEffectiveness",
    "proposerEffectiveness",
    "uptime",
    "avgCorrectness",
    "avgInclusionDelay",
    "sumInclusionDelay",
  ],
  attestations: [
    "attesterEffectiveness",
    "uptime",
    "avgCorrectness",
    "sourceAccuracy",
    "targetAccuracy",
    "headAccuracy",
    "avgInclusionDelay",
    "sumInclusionDelay",
    "totalAttestationAssignments",
    "totalAttestations",
    "totalUniqueAttestations",
    "sumMissedAttestations",
    "sumCorrectHead",
    "sumCorrectTarget",
    "sumCorrectSource",
    "sumWrongHeadVotes",
    "sumWrongTargetVotes",
    "sumLateHeadVotes",
    "sumLateTargetVotes",
    "sumLateSourceVotes",
    "syncSignatureCount",
    "sumMissedSyncSignatures",
  ],
  proposals: ["proposerEffectiveness", "proposerDutiesCount", "proposedCount", "executionProposedEmptyCount"],
} as const;
const periodFields = [
  ...["validatorIndex", "day", "hour", "date", "startDay", "endDay", "startDate", "endDate", "startEpoch"],
  ...["endEpoch", "startSlot", "endSlot", "startTimestamp", "endTimestamp", "isFinalized", "isComplete"],
];

export const v1Segments = ["effectiveness", "attestations", "proposals", "rewards", "penalties"] as const;

/** Date of the latest complete day. */
export const lastCompleteDate = (days: readonly ModelDay[]) =>
  days.reduce((latest, { date, isComplete }) => (isComplete && date > latest ? date : latest), "");

export function v1Records(
  chain: EthFixture,
  days: readonly ModelDay[],
  segment: (typeof v1Segments)[number],
  validator: number,
  granularity: Granularity,
): Record<string, unknown>[] {
  const lastDate = lastCompleteDate(days);
  return periodsOf(daysOf(days, validator), granularity).map((period: ModelPeriod) => {
    if (segment === "rewards" || segment === "penalties") {
      // Sums, so as of several.
      const { validatorCount: _, ...sums } =
        groupRecords(chain, period, granularity, lastDate, 1)[segment] ?? {};
      return { ...sums, validatorIndex: validator };
    }
    const wanted = [...periodFields, ...segments[segment]];
    const record = recordV1(chain, period, granularity, lastDate);
    return Object.fromEntries(wanted.map((name) => [name, record[name]]));
  });
}
