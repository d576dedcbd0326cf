/** The stakes of a network, run by run of its blocks. */
import { secondsPerDay } from "../../lib/days.ts";
import { type Cycle, cycleOfTold, toCycle } from "./cycle.ts";
import type { BlockRun, Ended, Facts, Told } from "./facts.ts";
import { type Opening, type RunEvent, reportedKey } from "./ledger.ts";
import { solveLedger } from "./solve.ts";

export type RunResult = { run: BlockRun; cycles: Cycle[]; residuals: Map<number, bigint>; hasState: boolean };

const within = ({ from, to }: BlockRun, height: number) => height >= from && height <= to;

/** Where an event stands: its block, whether the block's time, a transaction or its end brings it, and which of these. */
type Placed = { event: RunEvent; height: number; phase: number; order: readonly (number | string)[] };

function compare(one: Placed, other: Placed): number {
  const [left, right] = [one, other].map(({ height, phase, order }) => [height, phase, ...order]) as [
    (number | string)[],
    (number | string)[],
  ];
  for (const [i, value] of left.entries()) {
    const against = right[i] as number | string;
    if (value !== against) return value < against ? -1 : 1;
  }
  return 0;
}

/** What happened in a run, in order. */
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

/** What a node said later of a validator that renews itself, when it was in another cycle: all but its cycle. */
const unknownCycle = (told: Told): Cycle => toCycle(told, { start: undefined, end: 0, isFeeKnown: false });

/** A stake lasts a year at most; most two weeks at least. */
const longest = 365 * secondsPerDay;
const usual = 14 * secondsPerDay;

/** A start before the run that nothing tells: what the transaction says, where it can be, is mostly near. */
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
 * Stakes that had begun before a run.
 * @param carried those of earlier runs that last on; what ended between the runs isn't known
 */
function openingCycles(
  facts: Facts,
  run: BlockRun,
  { told, carried }: { told: readonly Told[]; carried: readonly Cycle[] },
): Cycle[] {
  const begun = new Set(facts.stakes.filter(({ height }) => within(run, height)).map(({ txId }) => txId));
  const renewals = facts.outcomes.filter(({ isRenewal, height }) => isRenewal && within(run, height));
  // Before Durango a stake could begin up to two weeks behind its block.
  const latestUnseen = Math.max(run.firstAt, Math.min(facts.durango, run.firstAt + usual));
  const cycles = new Map<string, Cycle>();
  const add = (cycle: Cycle) => {
    if (!begun.has(cycle.txId) && !cycles.has(cycle.txId)) cycles.set(cycle.txId, cycle);
  };
  for (const one of told) {
    const hadOther = renewals.some(({ txId, height }) => txId === one.txId && height < one.height);
    const isOfBefore = one.start <= run.firstAt || !hadOther;
    const before = carried.find(({ txId, end }) => txId === one.txId && end === one.end);
    if (before !== undefined && isOfBefore)
      add({ ...before, accruedFee: one.accruedFee, toldAt: one.height, isFeeKnown: true });
    else if (isOfBefore) add({ ...cycleOfTold(one), isSurplus: one.start > latestUnseen });
    else add(unknownCycle(one));
  }
  for (const cycle of carried) if (cycle.end >= run.firstAt) add({ ...cycle, isFeeKnown: false });
  for (const one of facts.ended) if (one.nodeId !== "" && within(run, one.height)) add(endedCycle(one, run));
  // Validators first: delegations find theirs.
  return [...cycles.values()].sort((one, other) => Number(other.isValidator) - Number(one.isValidator));
}

/** @param told of a run, as nodes told it */
export function resolveRuns(facts: Facts, told: ReadonlyMap<BlockRun, readonly Told[]>): RunResult[] {
  const results: RunResult[] = [];
  const lost = new Set(facts.ended.filter(({ nodeId }) => nodeId === "").map(({ txId }) => txId));
  const ended = new Map(facts.ended.map((one) => [one.txId, one]));
  for (const run of facts.runs) {
    const own = told.get(run) ?? [];
    const carried = results.flatMap(({ cycles }) => cycles.filter(({ outcome }) => outcome === undefined));
    const opening: Opening = {
      cycles: openingCycles(facts, run, { told: own, carried }),
      told: new Map(own.map((one) => [reportedKey(one.txId, one.start), one])),
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
