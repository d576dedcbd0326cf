/** A run's ledger with the supply before it found, so that the supply at the first state is what a node told. */
import type { Told } from "./facts.ts";
import { type Ledger, type Opening, type RunEvent, runLedger, toldKey } from "./ledger.ts";

/** Each step leaves a part of the error: what all stakes of a run add to the supply over all of it. */
const stepsMax = 200;
/** nAVAX around a solution where there may be others: a floor makes some supplies end alike. */
const neighbourhood = 4n;

/** How many of the rewards that nodes told come out so. */
function matches(ledger: Ledger, told: ReadonlyMap<string, Told>): number {
  let count = 0;
  for (const { txId, start, reward, isComputed } of ledger.cycles)
    if (isComputed && start !== undefined && told.get(toldKey(txId, start))?.reward === reward) count += 1;
  return count;
}

/**
 * Rewards depend on the supply at their start, and the supply is told at a later block: between them only what begins and
 * ends changes it. What blocks make of it grows with what it was before, so that is found step by step, exactly.
 * Where something ended whose reward nothing tells, the supply before isn't known: the ledger begins behind it.
 */
export function solveLedger(events: readonly RunEvent[], opening: Opening): Ledger {
  const state = events.find((event) => event.kind === "supply");
  if (state === undefined) return runLedger(events, opening, { from: 0, supply: undefined });
  for (let from = 0; ; ) {
    const found = solveFrom(events, opening, { from, target: state.supply });
    if (found.lostAt === undefined || found.lostAt <= from) return found;
    from = found.lostAt;
  }
}

function solveFrom(
  events: readonly RunEvent[],
  opening: Opening,
  { from, target }: { from: number; target: bigint },
): Ledger {
  const run = (supply: bigint) => runLedger(events, opening, { from, supply });
  let supply = target;
  let ledger = run(supply);
  for (let step = 0; step < stepsMax; step += 1) {
    const { supplyAtState } = ledger;
    // Lost on the way, or before the event from which it counts.
    if (supplyAtState === undefined) return ledger;
    if (supplyAtState === target) return bestAround(supply, ledger, { run, target, told: opening.told });
    supply += target - supplyAtState;
    ledger = run(supply);
  }
  return ledger;
}

/** Of supplies that lead to the same state the one by which most rewards come out as they were told. */
function bestAround(
  supply: bigint,
  ledger: Ledger,
  { run, target, told }: { run: (supply: bigint) => Ledger; target: bigint; told: ReadonlyMap<string, Told> },
): Ledger {
  const isPlain = [-1n, 1n].every((by) => run(supply + by).supplyAtState !== target);
  if (isPlain) return ledger;
  let best = { ledger, count: matches(ledger, told) };
  for (let by = -neighbourhood; by <= neighbourhood; by += 1n) {
    const other = run(supply + by);
    if (other.supplyAtState !== target) continue;
    const count = matches(other, told);
    if (count > best.count) best = { ledger: other, count };
  }
  return best.ledger;
}
