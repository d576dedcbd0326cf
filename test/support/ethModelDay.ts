/**
 * Days and longer periods of a generated chain, added up from its truth by the methodology's formulas, in plain loops.
 * Shares no code with the product: what an answer of the API should be is computed here a second time.
 */
import type { EthFixture } from "../../fixtures/eth/generate.ts";

type DayType = "chain" | "utc";
export type Granularity = "day" | "week" | "month" | "quarter" | "year" | "all";

type Duty = EthFixture["truth"]["dutyEpochs"][number];

/** Everything that is counted for one validator and day. Amounts are Gwei, penalties zero or below. */
const counters = {
  duties: 0,
  attested: 0,
  inclusions: 0,
  delay: 0,
  rightTarget: 0,
  rightHead: 0,
  lateSource: 0,
  lateTarget: 0,
  lateHead: 0,
  syncSigned: 0,
  syncMissed: 0,
  proposerDuties: 0,
  proposed: 0,
  proposedEmpty: 0,
  proposerScore: 0,
  slashesCollected: 0,
  slashesReceived: 0,
  attestationReward: 0,
  attestationPenalty: 0,
  inactivityPenalty: 0,
  syncReward: 0,
  syncPenalty: 0,
  blockReward: 0,
  slashingPenalty: 0,
  lateSourcePenalty: 0,
  lateTargetPenalty: 0,
  wrongTargetPenalty: 0,
  wrongHeadPenalty: 0,
  missedAttestationPenalty: 0,
  missedAttestationReward: 0,
  missedProposalReward: 0,
};
type Counters = typeof counters;

export type ModelDay = Counters & {
  validator: number;
  dayType: DayType;
  day: number;
  date: string;
  firstEpoch: number;
  lastEpoch: number;
  isComplete: boolean;
  attester: number | null;
  proposer: number | null;
  rating: number | null;
};

const daySeconds = 86_400;
const isoDate = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

type Calendar = { epochSeconds: number; genesis: number; epochsPerDay: number };

function calendarOf(chain: EthFixture): Calendar {
  const epochSeconds = chain.constants.number("SLOTS_PER_EPOCH") * chain.constants.number("SECONDS_PER_SLOT");
  return {
    epochSeconds,
    genesis: chain.options.genesisTime,
    epochsPerDay: Math.floor(daySeconds / epochSeconds),
  };
}

/** The day that an epoch belongs to: 24 hours from genesis labelled by their end, or the UTC day of its start. */
function dayOf({ epochSeconds, genesis, epochsPerDay }: Calendar, dayType: DayType, epoch: number) {
  if (dayType === "chain") {
    const day = Math.floor(epoch / epochsPerDay);
    return { day, date: isoDate(genesis + (day + 1) * epochsPerDay * epochSeconds) };
  }
  const start = genesis + epoch * epochSeconds;
  return {
    day: Math.floor(start / daySeconds) - Math.floor(genesis / daySeconds),
    date: isoDate(start),
  };
}

/** Rules of the rating by fork, as networks other than mainnet have them. */
function ratingRules(chain: EthFixture, epoch: number) {
  const { forks } = chain.options;
  const isFrom = (fork: "altair" | "bellatrix") => (forks[fork] ?? Number.POSITIVE_INFINITY) <= epoch;
  if (isFrom("bellatrix")) return { weight: 3 / 8, empty: 0.25, orphaned: 0 };
  return { weight: 1 / 8, empty: 1, orphaned: isFrom("altair") ? 0 : 1 };
}

function addDuty(sums: Counters, duty: Duty, chain: EthFixture): void {
  const slots = chain.constants.number("SLOTS_PER_EPOCH");
  const isBeforeDeneb = duty.epoch < (chain.options.forks.deneb ?? Number.POSITIVE_INFINITY);
  if (duty.hasDuty) sums.duties += 1;
  if (duty.isAttested) {
    sums.attested += 1;
    sums.inclusions += duty.inclusionCount;
    sums.delay += duty.inclusionDelay;
    if (duty.isTargetRight) sums.rightTarget += 1;
    if (duty.isHeadRight) sums.rightHead += 1;
    if (duty.inclusionDelay > Math.floor(Math.sqrt(slots))) sums.lateSource += 1;
    if (duty.inclusionDelay > slots && isBeforeDeneb) sums.lateTarget += 1;
    if (duty.inclusionDelay > 1) sums.lateHead += 1;
  }
  const [source, target, head] = [duty.sourceReward, duty.targetReward, duty.headReward].map(Number) as [
    number,
    number,
    number,
  ];
  const gain = (amount: number) => Math.max(0, amount);
  const loss = (amount: number) => Math.min(0, amount);
  sums.attestationReward += gain(source) + gain(target) + gain(head) + Number(duty.inclusionDelayReward);
  sums.attestationPenalty += loss(source) + loss(target) + loss(head);
  sums.inactivityPenalty += Number(duty.inactivityPenalty);
  if (!duty.isAttested || duty.isSlashed) {
    sums.missedAttestationPenalty += loss(source) + loss(target) + loss(head);
  } else {
    sums.lateSourcePenalty += loss(source);
    if (duty.isTargetRight) sums.lateTargetPenalty += loss(target);
    else sums.wrongTargetPenalty += loss(target);
    sums.wrongHeadPenalty += loss(head);
  }
  sums.missedAttestationReward += Number(duty.missedReward);
  sums.syncSigned += duty.syncSigned;
  sums.syncMissed += duty.syncMissed;
  sums.syncReward += Number(duty.syncReward);
  sums.syncPenalty += Number(duty.syncPenalty);
}

type Proposal = EthFixture["truth"]["proposals"][number];
const blockRewardOf = (proposal: Proposal) =>
  Number(proposal.attestationReward + proposal.syncReward + proposal.slashingReward);

function addProposal(
  sums: Counters,
  proposal: Proposal,
  rules: ReturnType<typeof ratingRules>,
  meanReward: number,
): void {
  sums.proposerDuties += 1;
  if (proposal.status === "proposed") {
    sums.proposed += 1;
    if (proposal.isPayloadEmpty) sums.proposedEmpty += 1;
    sums.proposerScore += proposal.isPayloadEmpty ? rules.empty : 1;
    sums.blockReward += blockRewardOf(proposal);
    sums.slashesCollected += proposal.slashingCount;
    return;
  }
  if (proposal.status === "orphaned") sums.proposerScore += rules.orphaned;
  sums.missedProposalReward += meanReward;
}

/** Mean consensus reward of the proposed blocks of each epoch, in whole Gwei. */
function meanBlockRewards(chain: EthFixture): Map<number, number> {
  const rewards = new Map<number, number[]>();
  for (const proposal of chain.truth.proposals) {
    if (proposal.status !== "proposed") continue;
    const own = rewards.get(proposal.epoch) ?? [];
    rewards.set(proposal.epoch, own);
    own.push(blockRewardOf(proposal));
  }
  return new Map(
    [...rewards].map(([epoch, own]) => [
      epoch,
      Math.floor(own.reduce((sum, one) => sum + one, 0) / own.length),
    ]),
  );
}

function rate(day: Omit<ModelDay, "attester" | "proposer" | "rating">, weight: number): ModelDay {
  let attester: number | null = null;
  if (day.duties > 0) {
    const uptime = day.attested / day.duties;
    const correctness = (day.rightHead + day.rightTarget + day.attested) / (3 * day.attested);
    attester = day.attested === 0 ? 0 : (100 * uptime * correctness) / (day.delay / day.attested);
  }
  const proposer = day.proposerDuties === 0 ? null : (100 * day.proposerScore) / day.proposerDuties;
  const rating =
    proposer === null || attester === null
      ? (proposer ?? attester)
      : weight * proposer + (1 - weight) * attester;
  return { ...day, attester, proposer, rating };
}

/** Day records of the epochs from..to, of every validator that had a duty or a sync seat on the day. */
export function modelDays(
  chain: EthFixture,
  dayType: DayType,
  range: { from: number; to: number },
): ModelDay[] {
  const calendar = calendarOf(chain);
  const means = meanBlockRewards(chain);
  const covers = new Map<number, { date: string; epochs: number[]; isComplete: boolean }>();
  for (let epoch = range.from; epoch <= range.to; epoch++) {
    const { day, date } = dayOf(calendar, dayType, epoch);
    const known = covers.get(day) ?? { date, epochs: [], isComplete: false };
    known.epochs.push(epoch);
    covers.set(day, known);
  }
  const days: ModelDay[] = [];
  for (const [day, { date, epochs }] of covers) {
    const [first, last] = [epochs[0] as number, epochs.at(-1) as number];
    const isOfDay = (epoch: number) => epoch >= 0 && dayOf(calendar, dayType, epoch).day === day;
    const inDay = ({ epoch }: { epoch: number }) => epoch >= first && epoch <= last;
    const sums = new Map<number, Counters>();
    const of = (validator: number) => {
      const own = sums.get(validator) ?? { ...counters };
      sums.set(validator, own);
      return own;
    };
    const rules = ratingRules(chain, first);
    for (const duty of chain.truth.dutyEpochs) if (inDay(duty)) addDuty(of(duty.validator), duty, chain);
    for (const proposal of chain.truth.proposals) {
      if (inDay(proposal))
        addProposal(of(proposal.validator), proposal, rules, means.get(proposal.epoch) ?? 0);
    }
    for (const flow of chain.truth.flows) {
      if (flow.kind === "slashing_initial" && inDay(flow))
        of(flow.validator).slashingPenalty += Number(flow.amount);
    }
    const slots = chain.constants.number("SLOTS_PER_EPOCH");
    for (const slashing of chain.truth.slashings) {
      if (inDay({ epoch: Math.floor(slashing.slot / slots) })) of(slashing.validator).slashesReceived += 1;
    }
    for (const [validator, own] of sums) {
      if (own.duties + own.syncSigned + own.syncMissed === 0) continue;
      const isComplete = !isOfDay(first - 1) && !isOfDay(last + 1);
      days.push(
        rate(
          { ...own, validator, dayType, day, date, firstEpoch: first, lastEpoch: last, isComplete },
          rules.weight,
        ),
      );
    }
  }
  return days.sort((a, b) => a.day - b.day || a.validator - b.validator);
}

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
    const known = periods.get(period.first) ?? { ...period, days: [] };
    known.days.push(day);
    periods.set(period.first, known);
  }
  return [...periods.values()];
}

const mean = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
};
const ratio = (above: number, below: number) => (below === 0 ? null : above / below);
const sumOf = (days: readonly ModelDay[], name: keyof Counters) =>
  days.reduce((sum, day) => sum + day[name], 0);

/** Mean over the validators of their means over the days. */
function meanRating(days: readonly ModelDay[], name: "attester" | "proposer" | "rating"): number | null {
  const byValidator = new Map<number, (number | null)[]>();
  for (const day of days)
    byValidator.set(day.validator, [...(byValidator.get(day.validator) ?? []), day[name]]);
  return mean([...byValidator.values()].map(mean));
}

/** Fields that records of both versions have. */
function common(days: readonly ModelDay[]) {
  const total = (name: keyof Counters) => sumOf(days, name);
  return {
    totalAttestations: total("inclusions"),
    totalUniqueAttestations: total("attested"),
    totalAttestationAssignments: total("duties"),
    sumCorrectHead: total("rightHead"),
    sumCorrectTarget: total("rightTarget"),
    sumCorrectSource: total("attested"),
    sumInclusionDelay: total("delay"),
    avgInclusionDelay: ratio(total("delay"), total("attested")),
    avgCorrectness: ratio(
      total("rightHead") + total("rightTarget") + total("attested"),
      3 * total("attested"),
    ),
    uptime: ratio(total("attested"), total("duties")),
    attesterEffectiveness: meanRating(days, "attester"),
    validatorEffectiveness: meanRating(days, "rating"),
    proposerEffectiveness: meanRating(days, "proposer"),
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

/** A v0 record without its validator. Start is the higher end. */
export function recordV0({ days }: ModelPeriod, granularity: Granularity): Record<string, unknown> {
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
    ...common(days),
    slashesCollected: total("slashesCollected"),
    slashesReceived: total("slashesReceived"),
    earnings:
      gains +
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
