/**
 * Days and longer periods of a generated chain, added up from its truth by the methodology's formulas, in plain loops.
 * Shares no code with the product: the API's expected answers are computed here a second time.
 */
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { correlationPenalties, isCorrelationKnown, penalisedValidators } from "./ethModelCorrelations.ts";

type DayType = "chain" | "utc";

type Duty = EthFixture["truth"]["dutyEpochs"][number];

/** Everything that is counted for one validator and day. Amounts are Gwei, penalties zero or below. */
const counters = {
  duties: 0,
  attested: 0,
  /** Votes that correctness counts, and those of them that are right. */
  countedVotes: 0,
  rightVotes: 0,
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
  /** Missed slots that may hide an orphan, where one would score. */
  unknownOrphans: 0,
  slashesCollected: 0,
  slashesReceived: 0,
  attestationReward: 0,
  attestationPenalty: 0,
  inactivityPenalty: 0,
  syncReward: 0,
  syncPenalty: 0,
  blockReward: 0,
  slashingPenalty: 0,
  /** Correlation penalties of any size that depend on slashings before the range. */
  unknownSlashings: 0,
  lateSourcePenalty: 0,
  lateTargetPenalty: 0,
  wrongTargetPenalty: 0,
  wrongHeadPenalty: 0,
  missedAttestationPenalty: 0,
  missedAttestationReward: 0,
  missedProposalReward: 0,
};
export type Counters = typeof counters;

export type ModelDay = Counters & {
  validator: number;
  dayType: DayType;
  day: number;
  date: string;
  firstEpoch: number;
  lastEpoch: number;
  isComplete: boolean;
  /** In the state of the last epoch. */
  effectiveBalance: number;
  attester: number | null;
  proposer: number | null;
  rating: number | null;
};

export const daySeconds = 86_400;
export const isoDate = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

type Calendar = { epochSeconds: number; secondsPerSlot: number; genesis: number; epochsPerDay: number };

function calendarOf(chain: EthFixture): Calendar {
  const secondsPerSlot = chain.constants.number("SECONDS_PER_SLOT");
  const epochSeconds = chain.constants.number("SLOTS_PER_EPOCH") * secondsPerSlot;
  return {
    epochSeconds,
    secondsPerSlot,
    genesis: chain.options.genesisTime,
    epochsPerDay: Math.floor(daySeconds / epochSeconds),
  };
}

/** The day that an epoch belongs to: 24 hours from genesis labelled by their last slot, or the UTC day of its start. */
function dayOf(calendar: Calendar, dayType: DayType, epoch: number) {
  const { epochSeconds, secondsPerSlot, genesis, epochsPerDay } = calendar;
  if (dayType === "chain") {
    const day = Math.floor(epoch / epochsPerDay);
    const end = genesis + (day + 1) * epochsPerDay * epochSeconds;
    return { day, date: isoDate(end - secondsPerSlot) };
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
  if (isFrom("bellatrix")) return { weight: 3 / 8, empty: 0.25, orphaned: 0, votes: 3 };
  if (isFrom("altair")) return { weight: 1 / 8, empty: 1, orphaned: 0, votes: 3 };
  // Target and head: before Altair a source that was included was right anyway.
  return { weight: 1 / 8, empty: 1, orphaned: 1, votes: 2 };
}

function addDuty(sums: Counters, duty: Duty, chain: EthFixture): void {
  const slots = chain.constants.number("SLOTS_PER_EPOCH");
  const inclusionEpoch = Math.floor(((duty.dutySlot ?? 0) + duty.inclusionDelay) / slots);
  const isBeforeDeneb = inclusionEpoch < (chain.options.forks.deneb ?? Number.POSITIVE_INFINITY);
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
  else if (rules.orphaned > 0) sums.unknownOrphans += 1;
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
    const correctness = day.rightVotes / day.countedVotes;
    attester = day.attested === 0 ? 0 : (100 * uptime * correctness) / (day.delay / day.attested);
  }
  const proposer = day.proposerDuties === 0 ? null : (100 * day.proposerScore) / day.proposerDuties;
  const rating =
    proposer === null || attester === null
      ? (proposer ?? attester)
      : weight * proposer + (1 - weight) * attester;
  return { ...day, attester, proposer, rating };
}

/** Day records of the epochs from..to, of every validator that had a duty, earned, paid or was slashed on the day. */
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
    const cover = covers.get(day) ?? { date, epochs: [], isComplete: false };
    cover.epochs.push(epoch);
    covers.set(day, cover);
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
    const balances = chain.truth.epochBalances.find(({ epoch }) => epoch === last)?.effectiveBalances;
    for (const duty of chain.truth.dutyEpochs) if (inDay(duty)) addDuty(of(duty.validator), duty, chain);
    for (const proposal of chain.truth.proposals) {
      if (inDay(proposal))
        addProposal(of(proposal.validator), proposal, rules, means.get(proposal.epoch) ?? 0);
    }
    for (const flow of chain.truth.flows) {
      if (flow.kind === "slashing_initial" && inDay(flow))
        of(flow.validator).slashingPenalty += Number(flow.amount);
    }
    for (const { epoch, validator, gwei } of correlationPenalties(chain, range.from))
      if (gwei !== null && inDay({ epoch })) of(validator).slashingPenalty += gwei;
    for (const epoch of epochs)
      if (!isCorrelationKnown(chain, epoch, range.from))
        for (const validator of penalisedValidators(chain, epoch)) of(validator).unknownSlashings += 1;
    const slots = chain.constants.number("SLOTS_PER_EPOCH");
    for (const slashing of chain.truth.slashings) {
      if (inDay({ epoch: Math.floor(slashing.slot / slots) })) of(slashing.validator).slashesReceived += 1;
    }
    for (const [validator, own] of sums) {
      if (Object.values(own).every((value) => value === 0)) continue;
      own.countedVotes = rules.votes * own.attested;
      own.rightVotes = own.rightHead + own.rightTarget + (rules.votes - 2) * own.attested;
      const isComplete = !isOfDay(first - 1) && !isOfDay(last + 1);
      days.push(
        rate(
          {
            ...own,
            validator,
            dayType,
            day,
            date,
            firstEpoch: first,
            lastEpoch: last,
            isComplete,
            effectiveBalance: Number(balances?.[validator]),
          },
          rules.weight,
        ),
      );
    }
  }
  return days.sort((a, b) => a.day - b.day || a.validator - b.validator);
}
