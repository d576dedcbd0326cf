/** A run's ledger with the supply before it found, so that the supply at the first state is what a node told. */
import type { Told } from "./facts.ts";
import { type Ledger, type Opening, type RunEvent, reportedKey, runLedger } from "./ledger.ts";

/** Each step leaves a part of the error: what all stakes of a run add to the supply over all of it. */
const stepsMax = 200;
/** nAVAX around a solution where there may be others: a floor makes some supplies end alike. */
const neighbourhood = 4n;

/** How many of the rewards that nodes told come out so. */
function matches(ledger: Ledger, told: ReadonlyMap<string, Told>): number {
  let count = 0;
  for (const { txId, start, reward, isComputed } of ledger.cycles)
    if (isComputed && start !== undefined && told.get(reportedKey(txId, start))?.reward === reward)
      count += 1;
  return count;
}

/**
 * Rewards depend on the supply at their start, and the supply is told at a later block: between them only what begins and
 * ends changes it. What blocks make of it grows with what it was before, so that is found step by step, exactly.
 */
export function solveLedger(events: readonly RunEvent[], opening: Opening): Ledger {
  const state = events.find((event) => event.kind === "supply");
  const ledger =
    state === undefined ? runLedger(events, opening, undefined) : solved(events, opening, state.supply);
  markInexact(ledger);
  return ledger;
}

function solved(events: readonly RunEvent[], opening: Opening, target: bigint): Ledger {
  const run = (supply: bigint) => runLedger(events, opening, supply);
  let supply = target;
  let ledger = run(supply);
  for (let step = 0; step < stepsMax && ledger.supplyAtState !== target; step += 1) {
    supply += target - (ledger.supplyAtState ?? target);
    ledger = run(supply);
  }
  const isPlain = [-1n, 1n].every((by) => run(supply + by).supplyAtState !== target);
  return isPlain ? ledger : bestAround(supply, ledger, { run, target, told: opening.told });
}

/** Of supplies that lead to the same state the one by which most rewards come out as they were told. */
function bestAround(
  supply: bigint,
  ledger: Ledger,
  context: { run: (supply: bigint) => Ledger; target: bigint; told: ReadonlyMap<string, Told> },
): Ledger {
  const { run, target, told } = context;
  let best = { ledger, count: matches(ledger, told) };
  for (let by = -neighbourhood; by <= neighbourhood; by += 1n) {
    const other = run(supply + by);
    if (other.supplyAtState !== target) continue;
    const count = matches(other, told);
    if (count > best.count) best = { ledger: other, count };
  }
  return best.ledger;
}

/**
 * Before the last change by an inexact amount the supply isn't exact, and so no reward that follows from it; nor is a
 * change by such a reward.
 */
function markInexact({ cycles, changes }: Ledger): void {
  let last = -1;
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false;
    for (const { place, madeAt, isGuessed } of changes) {
      const isInexact = isGuessed || (madeAt >= 0 && madeAt <= last);
      if (!isInexact || place <= last) continue;
      last = place;
      isGrowing = true;
    }
  }
  for (const cycle of cycles)
    if (cycle.isComputed && cycle.madeAt >= 0 && cycle.madeAt <= last) cycle.isExact = false;
}
