/**
 * Stakes of a run of blocks in the order in which they began and ended, with the supply between them: each begins with
 * the potential reward that the supply of that moment gives, and adds it; one that is aborted gives it back.
 */
import { type Cycle, cycleOfStake, toCycle } from "./cycle.ts";
import type { Config, Ended, Outcome, Stake, Told } from "./facts.ts";
import { maxValidatorStake, minRateAt, rewardOf, split } from "./reward.ts";

export type RunEvent =
  | { kind: "start"; stake: Stake }
  | { kind: "config"; config: Config }
  | { kind: "end"; outcome: Outcome }
  | { kind: "supply"; height: number; supply: bigint };

/** What stood when the run began, and what nodes told of it. */
export type Opening = {
  cycles: readonly Cycle[];
  /** Cycles as nodes told them, by transaction and start. */
  told: ReadonlyMap<string, Told>;
  ended: ReadonlyMap<string, Ended>;
  /** Transactions that no node had when their stakes ended. */
  lost: ReadonlySet<string>;
  helicon: number | null;
};

export const toldKey = (txId: string, start: number) => `${txId}/${start}`;

export type Ledger = {
  cycles: Cycle[];
  /** By height of a state: what it told less what blocks say; none where blocks don't say. */
  residuals: Map<number, bigint>;
  /** The place behind the last event that leaves the supply unknown before the first state; undefined: none does. */
  lostAt: number | undefined;
  /** What blocks say at the first state. */
  supplyAtState: bigint | undefined;
};

/** @param supply before the event `from`; undefined: unknown until a state tells it */
export function runLedger(
  events: readonly RunEvent[],
  opening: Opening,
  { from, supply: first }: { from: number; supply: bigint | undefined },
): Ledger {
  const validators = new Map<string, Cycle>();
  const open = new Map<string, Cycle>();
  const validatorOf = new Map<Cycle, Cycle>();
  const configs = new Map<string, Config>();
  const ledger: Ledger = { cycles: [], residuals: new Map(), lostAt: undefined, supplyAtState: undefined };
  let supply: bigint | undefined;
  let isBeforeState = true;

  function add(cycle: Cycle): void {
    ledger.cycles.push(cycle);
    open.set(cycle.txId, cycle);
    if (cycle.isValidator) {
      validators.set(cycle.nodeId, cycle);
      return;
    }
    const validator = validators.get(cycle.nodeId);
    if (validator === undefined) return;
    validatorOf.set(cycle, validator);
  }

  function setFee(cycle: Cycle): void {
    const validator = validatorOf.get(cycle);
    if (cycle.isValidator || cycle.reward === undefined || validator === undefined || cycle.fee !== undefined)
      return;
    cycle.fee = split(cycle.reward, validator.shares).part;
  }

  function lose(place: number): void {
    supply = undefined;
    if (isBeforeState) ledger.lostAt = place + 1;
  }

  /** Its reward joins the supply. */
  function mint(cycle: Cycle, place: number): void {
    const { start, end, weight } = cycle;
    const told = start === undefined ? undefined : opening.told.get(toldKey(cycle.txId, start))?.reward;
    if (supply !== undefined && start !== undefined) {
      const terms = { weight, duration: end - start, minRate: minRateAt(start, opening.helicon) };
      cycle.reward = rewardOf(terms, supply);
      cycle.isComputed = true;
    } else cycle.reward ??= told;
    if (cycle.reward === undefined) lose(place);
    else if (supply !== undefined) supply += cycle.reward;
    setFee(cycle);
  }

  /** A validator's next cycle, from what was configured; as a node told it when its last one isn't known. */
  function renew(cycle: Cycle, { height }: Outcome, place: number): void {
    const config = configs.get(cycle.txId);
    const { end: start } = cycle;
    const told = opening.told.get(toldKey(cycle.txId, start));
    const period = config?.period ?? cycle.period;
    const restakeShares = config?.restakeShares ?? cycle.restakeShares;
    if (period === 0) return;
    const isKnown = cycle.reward !== undefined && cycle.isFeeKnown && cycle.start !== undefined;
    if (!isKnown && told === undefined) {
      lose(place);
      return;
    }
    const weight = isKnown ? renewedWeight(cycle, restakeShares) : (told as Told).weight;
    const end = isKnown ? start + period : (told as Told).end;
    const next = toCycle({ ...cycle, weight, period, restakeShares, height }, { start, end });
    add(next);
    if (isKnown) {
      mint(next, place);
      return;
    }
    next.reward = (told as Told).reward;
    if (supply !== undefined) supply += next.reward;
  }

  function endDelegation(cycle: Cycle, { isCommitted, decidedAt, height }: Outcome): void {
    const { reward, fee } = cycle;
    const isKnown = reward !== undefined && fee !== undefined;
    const paidOwn = !isCommitted ? 0n : isKnown ? reward - fee : undefined;
    cycle.outcome = { isCommitted, decidedAt, paidOwn, paidFee: 0n };
    const validator = validatorOf.get(cycle);
    // What a node told of the validator holds the fees of before.
    if (!isCommitted || validator === undefined || height < validator.toldAt) return;
    if (fee === undefined) validator.isFeeKnown = false;
    else validator.accruedFee += fee;
  }

  function endCycle(outcome: Outcome, place: number): void {
    const { isCommitted, decidedAt, txId } = outcome;
    const cycle = open.get(txId);
    if (cycle === undefined) {
      // Of a subnet, unless no node had its transaction.
      if (opening.lost.has(txId)) lose(place);
      return;
    }
    open.delete(txId);
    if (outcome.isRenewal && cycle.end === 0) cycle.end = outcome.proposedAt;
    if (cycle.isValidator) {
      validators.delete(cycle.nodeId);
      takePaid(cycle, outcome);
      cycle.outcome = {
        isCommitted,
        decidedAt,
        paidOwn: isCommitted ? cycle.reward : 0n,
        paidFee: cycle.accruedFee,
      };
    } else {
      takePaid(cycle, outcome);
      endDelegation(cycle, outcome);
    }
    if (!isCommitted) {
      if (cycle.reward === undefined) lose(place);
      else if (supply !== undefined) supply -= cycle.reward;
    } else if (outcome.isRenewal) renew(cycle, outcome, place);
  }

  /** What UTXOs say of a stake that began before the run. */
  function takePaid(cycle: Cycle, { isCommitted, isRenewal }: Outcome): void {
    const paid = opening.ended.get(cycle.txId)?.paid;
    if (paid === undefined || isRenewal || (cycle.start !== undefined && cycle.reward !== undefined)) return;
    const [first = 0n, second = 0n] = paid;
    if (cycle.isValidator) {
      if (isCommitted) cycle.reward ??= first;
      cycle.accruedFee = isCommitted ? second : first;
      cycle.isFeeKnown = true;
    } else if (isCommitted && cycle.reward === undefined) {
      const shares = validatorOf.get(cycle)?.shares;
      if (shares === undefined) return;
      const total = totalOf(first, shares);
      cycle.reward = total;
      cycle.fee = total - first;
    }
  }

  for (const cycle of opening.cycles) {
    const own = { ...cycle };
    add(own);
  }
  // Validators first or not: delegations find theirs once all are there.
  for (const cycle of ledger.cycles) {
    const validator = validators.get(cycle.nodeId);
    if (!cycle.isValidator && validator !== undefined) validatorOf.set(cycle, validator);
    setFee(cycle);
  }

  events.forEach((event, place) => {
    if (place === from) supply = first;
    if (event.kind === "config") configs.set(event.config.txId, event.config);
    else if (event.kind === "start") {
      const cycle = cycleOfStake(event.stake);
      add(cycle);
      mint(cycle, place);
    } else if (event.kind === "end") endCycle(event.outcome, place);
    else {
      if (supply !== undefined) ledger.residuals.set(event.height, event.supply - supply);
      if (isBeforeState) ledger.supplyAtState = supply;
      supply ??= event.supply;
      isBeforeState = false;
    }
  });
  return ledger;
}

/** A validator's stake in its next cycle. */
function renewedWeight({ weight, reward = 0n, accruedFee }: Cycle, restakeShares: number): bigint {
  const restaked = split(reward, restakeShares).part + split(accruedFee, restakeShares).part;
  const room = maxValidatorStake - weight;
  return weight + (restaked < room ? restaked : room);
}

/** The smallest reward of a delegation of which so much is left when the validator has taken its shares. */
function totalOf(own: bigint, shares: number): bigint {
  const left = 1_000_000n - BigInt(shares);
  return left === 0n ? own : (own * 1_000_000n + left - 1n) / left;
}
