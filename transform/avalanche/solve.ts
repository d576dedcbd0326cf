/** Finds the supply before a run for which the ledger's supply at the first state equals the reported one. */
import type { ReportedStake } from "./facts.ts";
import { type Ledger, type Opening, type RunEvent, reportedKey, runLedger } from "./ledger.ts";

/** Each step leaves a part of the error: the amount that all stakes of a run add to the supply over all of it. */
const stepsMax = 200;
/** nAVAX around a solution in which to search for others: rounding gives some supplies the same result. */
const neighbourhood = 4n;

/** Number of computed rewards that equal the reported ones. */
function matches(ledger: Ledger, reported: ReadonlyMap<string, ReportedStake>): number {
  let count = 0;
  for (const { txId, start, reward, isComputed } of ledger.cycles)
    if (isComputed && start !== undefined && reported.get(reportedKey(txId, start))?.reward === reward)
      count += 1;
  return count;
}

/**
 * Rewards depend on the supply at their start, but the supply is reported at a later block. In between, only stakes
 * that start and end change it. The change grows with the supply before it, so the exact supply is found step by step.
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
  return isPlain ? ledger : bestAround(supply, ledger, { run, target, reported: opening.reported });
}

/** Of the supplies that lead to the same state, the one for which most rewards equal the reported ones. */
function bestAround(
  supply: bigint,
  ledger: Ledger,
  context: { run: (supply: bigint) => Ledger; target: bigint; reported: ReadonlyMap<string, ReportedStake> },
): Ledger {
  const { run, target, reported } = context;
  let best = { ledger, count: matches(ledger, reported) };
  for (let by = -neighbourhood; by <= neighbourhood; by += 1n) {
    const other = run(supply + by);
    if (other.supplyAtState !== target) continue;
    const count = matches(other, reported);
    if (count > best.count) best = { ledger: other, count };
  }
  return best.ledger;
}

/**
 * Before the last change by an inexact amount the supply is not exact, and neither are rewards computed from it, nor
 * changes by such rewards.
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
