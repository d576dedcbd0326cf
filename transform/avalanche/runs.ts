/** The stakes of a network, run by run of its blocks. */
import { secondsPerDay } from "../../lib/days.ts";
import { type Cycle, cycleOfReported, toCycle } from "./cycle.ts";
import type { BlockRun, Ended, Facts, ReportedStake } from "./facts.ts";
import { type Opening, type RunEvent, reportedKey } from "./ledger.ts";
import { solveLedger } from "./solve.ts";

export type RunResult = { run: BlockRun; cycles: Cycle[]; residuals: Map<number, bigint>; hasState: boolean };

const within = ({ from, to }: BlockRun, height: number) => height >= from && height <= to;

/** Position of an event: its block, whether the block's time, a transaction or its end causes it, and its index. */
type Placed = { event: RunEvent; height: number; phase: number; order: readonly (number | string)[] };

function compare(one: Placed, other: Placed): number {
  const [left, right] = [one, other].map(({ height, phase, order }) => [height, phase, ...order]) as [
    (number | string)[],
    (number | string)[],
  ];
  for (const [i, value] of left.entries()) {
    const against = right[i];
    if (value !== against) return against !== undefined && value < against ? -1 : 1;
  }
  return 0;
}

/** The events of a run, in order. */
function eventsOf({ stakes, configs, outcomes, states }: Facts, run: BlockRun): RunEvent[] {
  const placed: Placed[] = [];
  for (const stake of stakes) {
    const height = stake.pendingUntil ?? stake.height;
    if (!within(run, height)) continue;
    const isByTime = height > stake.height;
    const order = isByTime ? [stake.start, stake.pendingPriority, stake.txId] : [stake.position];
    placed.push({ event: { kind: "start", stake }, height, phase: isByTime ? 1 : 2, order });
  }
  for (const config of configs)
    if (within(run, config.height))
      placed.push({
        event: { kind: "config", config },
        height: config.height,
        phase: 2,
        order: [config.position],
      });
  for (const outcome of outcomes)
    if (within(run, outcome.height + 1))
      placed.push({ event: { kind: "end", outcome }, height: outcome.height + 1, phase: 0, order: [] });
  for (const { height, supply } of states)
    if (supply !== undefined && within(run, height))
      placed.push({ event: { kind: "supply", height, supply }, height, phase: 3, order: [] });
  return placed.sort(compare).map(({ event }) => event);
}

/** A node's later report of an auto-renewed validator in another cycle: everything except its cycle. */
const unknownCycle = (reported: ReportedStake): Cycle =>
  toCycle(reported, { start: undefined, end: 0, isFeeKnown: false });

/** A stake lasts at most a year, and usually at least two weeks. */
const longest = 365 * secondsPerDay;
const usual = 14 * secondsPerDay;

/** An unknown start before the run: the one in the transaction, where possible, is usually close. */
function guessStart({ end, saidStart }: Ended, run: BlockRun): number {
  const isPossible = saidStart > 0 && saidStart <= run.firstAt && end - saidStart <= longest;
  return isPossible ? saidStart : Math.min(run.firstAt, end - usual);
}

function endedCycle(ended: Ended, run: BlockRun): Cycle {
  if (ended.period > 0) return toCycle(ended, { start: undefined, end: 0, isFeeKnown: false });
  const start = ended.start ?? guessStart(ended, run);
  return toCycle(ended, {
    start,
    isStartKnown: ended.start !== undefined,
    end: ended.end,
    isFeeKnown: false,
  });
}

/**
 * Stakes that had started before a run.
 * @param carried those of earlier runs that continue; stakes that ended between the runs are unknown
 */
function openingCycles(
  facts: Facts,
  run: BlockRun,
  { reported, carried }: { reported: readonly ReportedStake[]; carried: readonly Cycle[] },
): Cycle[] {
  const begun = new Set(facts.stakes.filter(({ height }) => within(run, height)).map(({ txId }) => txId));
  const renewals = facts.outcomes.filter(({ isRenewal, height }) => isRenewal && within(run, height));
  // Before Durango a stake could start up to two weeks after its block.
  const latestUnseen = Math.max(run.firstAt, Math.min(facts.durango, run.firstAt + usual));
  const cycles = new Map<string, Cycle>();
  const add = (cycle: Cycle) => {
    if (!begun.has(cycle.txId) && !cycles.has(cycle.txId)) cycles.set(cycle.txId, cycle);
  };
  for (const one of reported) {
    const hadOther = renewals.some(({ txId, height }) => txId === one.txId && height < one.height);
    const isOfBefore = one.start <= run.firstAt || !hadOther;
    const before = carried.find(({ txId, end }) => txId === one.txId && end === one.end);
    if (before !== undefined && isOfBefore)
      add({ ...before, accruedFee: one.accruedFee, reportedAt: one.height, isFeeKnown: true });
    else if (isOfBefore) add({ ...cycleOfReported(one), isSurplus: one.start > latestUnseen });
    else add(unknownCycle(one));
  }
  for (const cycle of carried) if (cycle.end >= run.firstAt) add({ ...cycle, isFeeKnown: false });
  for (const one of facts.ended) if (one.nodeId !== "" && within(run, one.height)) add(endedCycle(one, run));
  // Validators first, so that delegations find theirs.
  return [...cycles.values()].sort((one, other) => Number(other.isValidator) - Number(one.isValidator));
}

/** @param reported stakes of each run, as reported by nodes */
export function resolveRuns(
  facts: Facts,
  reported: ReadonlyMap<BlockRun, readonly ReportedStake[]>,
): RunResult[] {
  const results: RunResult[] = [];
  const lost = new Set(facts.ended.filter(({ nodeId }) => nodeId === "").map(({ txId }) => txId));
  const ended = new Map(facts.ended.map((one) => [one.txId, one]));
  for (const run of facts.runs) {
    const own = reported.get(run) ?? [];
    const carried = results.flatMap(({ cycles }) => cycles.filter(({ outcome }) => outcome === undefined));
    const opening: Opening = {
      cycles: openingCycles(facts, run, { reported: own, carried }),
      reported: new Map(own.map((one) => [reportedKey(one.txId, one.start), one])),
      ended,
      lost,
      helicon: facts.helicon,
      cortina: facts.cortina,
    };
    const { cycles, residuals } = solveLedger(eventsOf(facts, run), opening);
    const hasState = facts.states.some(({ height }) => within(run, height));
    results.push({ run, cycles, residuals, hasState });
  }
  return results;
}
