/** Records of the API out of the model's days: periods, and every field of both versions. */
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { type Counters, daySeconds, isoDate, type ModelDay } from "./ethModelDay.ts";

export type Granularity = "day" | "week" | "month" | "quarter" | "year" | "all";

/** First and last date of the period that a date lies in; `all` has no end. */
function periodOf(date: string, granularity: Granularity): { first: string; last: string } {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1];
  const between = (from: number, until: number) => ({
    first: isoDate(from / 1000),
    last: isoDate(until / 1000 - daySeconds),
  });
  switch (granularity) {
    case "day":
      return { first: date, last: date };
    case "week": {
      const time = Date.parse(date);
      const monday = time - ((new Date(time).getUTCDay() + 6) % 7) * daySeconds * 1000;
      return between(monday, monday + 7 * daySeconds * 1000);
    }
    case "month":
      return between(Date.UTC(year, month), Date.UTC(year, month + 1));
    case "quarter":
      return between(Date.UTC(year, month - (month % 3)), Date.UTC(year, month - (month % 3) + 3));
    case "year":
      return between(Date.UTC(year, 0), Date.UTC(year + 1, 0));
    default:
      return { first: "1970-01-01", last: "9999-12-31" };
  }
}

/** Records that share one row of an answer, and the period that they lie in. */
export type ModelPeriod = { first: string; last: string; days: ModelDay[] };

/** Day records by period, the earliest first. */
export function periodsOf(days: readonly ModelDay[], granularity: Granularity): ModelPeriod[] {
  const periods = new Map<string, ModelPeriod>();
  for (const day of [...days].sort((a, b) => a.day - b.day)) {
    const period = periodOf(day.date, granularity);
    const record = periods.get(period.first) ?? { ...period, days: [] };
    record.days.push(day);
    periods.set(period.first, record);
  }
  return [...periods.values()];
}

const mean = (values: readonly (number | null)[]): number | null => {
  const numbers = values.filter((value) => value !== null);
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
};
const ratio = (above: number, below: number) => (below === 0 ? null : above / below);
const sumOf = (days: readonly ModelDay[], name: keyof Counters) =>
  days.reduce((sum, day) => sum + day[name], 0);

/** Mean of a value over the complete days of all validators; over all days where none of them is complete. */
function meanOf(days: readonly ModelDay[], read: (day: ModelDay) => number | null): number | null {
  const complete = days.filter(({ isComplete }) => isComplete);
  return mean((complete.length > 0 ? complete : days).map(read));
}

/** Of one validator ratios of sums, of several the means of their days' ratios. */
function ratios(days: readonly ModelDay[], isTogether: boolean) {
  const ratioOf = (above: keyof Counters, below: keyof Counters) =>
    isTogether
      ? meanOf(days, (day) => ratio(day[above], day[below]))
      : ratio(sumOf(days, above), sumOf(days, below));
  return {
    avgInclusionDelay: ratioOf("delay", "attested"),
    avgCorrectness: ratioOf("rightVotes", "countedVotes"),
    uptime: ratioOf("attested", "duties"),
  };
}

/** Fields that records of both versions have. */
function common(days: readonly ModelDay[], isTogether = false) {
  const total = (name: keyof Counters) => sumOf(days, name);
  return {
    totalAttestations: total("inclusions"),
    totalUniqueAttestations: total("attested"),
    totalAttestationAssignments: total("duties"),
    sumCorrectHead: total("rightHead"),
    sumCorrectTarget: total("rightTarget"),
    sumCorrectSource: total("attested"),
    sumInclusionDelay: total("delay"),
    ...ratios(days, isTogether),
    attesterEffectiveness: meanOf(days, ({ attester }) => attester),
    validatorEffectiveness: meanOf(days, ({ rating }) => rating),
    proposerEffectiveness: meanOf(days, ({ proposer }) => proposer),
    proposedCount: total("proposed"),
    proposerDutiesCount: total("proposerDuties"),
    executionProposedEmptyCount: total("proposedEmpty"),
    syncSignatureCount: total("syncSigned"),
    sumMissedSyncSignatures: total("syncSigned") + total("syncMissed") === 0 ? null : total("syncMissed"),
    sumLateSourceVotes: total("lateSource"),
    sumLateTargetVotes: total("lateTarget"),
    sumWrongTargetVotes: total("attested") - total("rightTarget"),
    sumWrongHeadVotes: total("attested") - total("rightHead"),
    sumMissedAttestations: total("duties") - total("attested"),
  };
}

/** A v0 record without its validator, or of several validators together. Start is the higher end. */
export function recordV0(
  { days }: ModelPeriod,
  granularity: Granularity,
  isTogether = false,
): Record<string, unknown> {
  const total = (name: keyof Counters) => sumOf(days, name);
  const numbers = days.map(({ day }) => day);
  const isDay = granularity === "day";
  const penalties = [
    "lateSourcePenalty",
    "wrongTargetPenalty",
    "lateTargetPenalty",
    "wrongHeadPenalty",
    "missedAttestationPenalty",
    "syncPenalty",
  ] as const;
  const gains = total("attestationReward") + total("syncReward") + total("blockReward");
  return {
    day: isDay ? Math.max(...numbers) : null,
    hour: null,
    startDay: isDay ? null : Math.max(...numbers),
    endDay: isDay ? null : Math.min(...numbers),
    startEpoch: Math.max(...days.map(({ lastEpoch }) => lastEpoch)),
    endEpoch: Math.min(...days.map(({ firstEpoch }) => firstEpoch)),
    ...common(days, isTogether),
    slashesCollected: total("slashesCollected"),
    slashesReceived: total("slashesReceived"),
    earnings:
      total("unknownSlashings") > 0
        ? null
        : gains +
          total("attestationPenalty") +
          total("inactivityPenalty") +
          total("syncPenalty") +
          total("slashingPenalty"),
    estimatedRewards: gains,
    estimatedPenalties: penalties.reduce((sum, name) => sum + total(name), 0),
    sumPriorityFees: null,
    sumBaselineMev: null,
    sumExternallySourcedExecutionRewards: null,
    sumConsensusBlockRewards: total("blockReward"),
    sumAttestationRewards: total("attestationReward"),
    sumMissedExecutionRewards: null,
    sumMissedConsensusBlockRewards: total("missedProposalReward"),
    sumMissedAttestationRewards: total("missedAttestationReward"),
    sumMissedSyncCommitteeRewards: -total("syncPenalty"),
    sumLateSourcePenalties: total("lateSourcePenalty"),
    sumWrongTargetPenalties: total("wrongTargetPenalty"),
    sumLateTargetPenalties: total("lateTargetPenalty"),
    sumWrongHeadPenalties: total("wrongHeadPenalty"),
    sumMissedAttestationPenalties: total("missedAttestationPenalty"),
    sumSyncCommitteePenalties: total("syncPenalty"),
    sumAllRewards: null,
  };
}

/** All fields of the three v1 records of one validator. Start is the lower end. */
export function recordV1(
  chain: EthFixture,
  period: ModelPeriod,
  granularity: Granularity,
  lastDate: string,
): Record<string, unknown> {
  const { days } = period;
  const slots = chain.constants.number("SLOTS_PER_EPOCH");
  const time = (slot: number) =>
    new Date((chain.options.genesisTime + slot * chain.constants.number("SECONDS_PER_SLOT")) * 1000)
      .toISOString()
      .replace(".000Z", "Z");
  const [first, last] = [days[0] as ModelDay, days.at(-1) as ModelDay];
  const isDay = granularity === "day";
  const shared = common(days);
  const endSlot = (last.lastEpoch + 1) * slots - 1;
  return {
    validatorIndex: first.validator,
    day: isDay ? first.day : null,
    hour: null,
    date: isDay ? first.date : null,
    startDay: isDay ? null : first.day,
    endDay: isDay ? null : last.day,
    startDate: isDay ? null : first.date,
    endDate: isDay ? null : last.date,
    startEpoch: first.firstEpoch,
    endEpoch: last.lastEpoch,
    startSlot: first.firstEpoch * slots,
    endSlot,
    startTimestamp: time(first.firstEpoch * slots),
    endTimestamp: time(endSlot + 1),
    ...shared,
    sourceAccuracy: ratio(shared.sumCorrectSource, shared.totalAttestationAssignments),
    targetAccuracy: ratio(shared.sumCorrectTarget, shared.totalAttestationAssignments),
    headAccuracy: ratio(shared.sumCorrectHead, shared.totalAttestationAssignments),
    sumLateHeadVotes: sumOf(days, "lateHead"),
    isFinalized: true,
    isComplete: days.every(({ isComplete }) => isComplete) && period.last <= lastDate,
  };
}
