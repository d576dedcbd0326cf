/**
 * Stakes of a run of blocks in the order of their starts and ends, with the supply in between: each starts with the
 * potential reward for the supply at that moment and adds it; an aborted stake returns it.
 */
import { type Cycle, cycleOfStake, toCycle } from "./cycle.ts";
import type { Config, Ended, Outcome, ReportedStake, Stake } from "./facts.ts";
import { maxValidatorStake, minRateAt, rewardOf, split } from "./reward.ts";

export type RunEvent =
  | { kind: "start"; stake: Stake }
  | { kind: "config"; config: Config }
  | { kind: "end"; outcome: Outcome }
  | { kind: "supply"; height: number; supply: bigint };

/** The state at the start of the run, and the reports of nodes about the run. */
export type Opening = {
  cycles: readonly Cycle[];
  /** Cycles reported by nodes, by transaction and start. */
  reported: ReadonlyMap<string, ReportedStake>;
  ended: ReadonlyMap<string, Ended>;
  /** Transactions that no node had when their stakes ended. */
  lost: ReadonlySet<string>;
  helicon: number | null;
  cortina: number;
};

export const reportedKey = (txId: string, start: number) => `${txId}/${start}`;

/** A supply change by an amount that is estimated, or that is computed from the supply at an earlier event. */
type Change = { place: number; madeAt: number; isGuessed: boolean };

export type Ledger = {
  cycles: Cycle[];
  /** By height of a state: reported supply less supply by blocks. */
  residuals: Map<number, bigint>;
  /** Supply by blocks at the first state. */
  supplyAtState: bigint | undefined;
  /** Changes before the first state that may be inexact. */
  changes: Change[];
};

/** Stakes that have not ended: validators by node, every stake by its transaction, and delegations' validators. */
function createOpenStakes() {
  const validators = new Map<string, Cycle>();
  const open = new Map<string, Cycle>();
  const validatorOf = new Map<Cycle, Cycle>();

  function add(cycle: Cycle): void {
    open.set(cycle.txId, cycle);
    const validator = validators.get(cycle.nodeId);
    if (cycle.isValidator) {
      validators.set(cycle.nodeId, cycle);
      takeOver(cycle);
    } else if (validator !== undefined) validatorOf.set(cycle, validator);
    setFee(cycle);
  }

  /** Delegations from before Banff that start in the same second come before their validator. */
  function takeOver(validator: Cycle): void {
    for (const cycle of open.values()) {
      const isOfIt = !cycle.isValidator && cycle.nodeId === validator.nodeId && !validatorOf.has(cycle);
      if (!isOfIt || cycle.start === undefined || cycle.start !== validator.start) continue;
      validatorOf.set(cycle, validator);
      setFee(cycle);
    }
  }

  function setFee(cycle: Cycle): void {
    const validator = validatorOf.get(cycle);
    if (cycle.isValidator || cycle.reward === undefined || validator === undefined) return;
    cycle.fee = split(cycle.reward, validator.shares).part;
  }

  function remove(cycle: Cycle): void {
    open.delete(cycle.txId);
    if (cycle.isValidator) validators.delete(cycle.nodeId);
  }

  return {
    add,
    remove,
    setFee,
    get: (txId: string) => open.get(txId),
    validatorOf: (cycle: Cycle) => validatorOf.get(cycle),
  };
}

/** @param first supply before the first event; undefined: unknown until a state reports it */
export function runLedger(events: readonly RunEvent[], opening: Opening, first: bigint | undefined): Ledger {
  const stakes = createOpenStakes();
  const { setFee, validatorOf } = stakes;
  const configs = new Map<string, Config>();
  const ledger: Ledger = { cycles: [], residuals: new Map(), supplyAtState: undefined, changes: [] };
  let supply = first;
  let isBeforeState = true;

  function add(cycle: Cycle): void {
    ledger.cycles.push(cycle);
    stakes.add(cycle);
  }

  function note(place: number, { madeAt, isGuessed }: Pick<Change, "madeAt" | "isGuessed">): void {
    if (isBeforeState) ledger.changes.push({ place, madeAt, isGuessed });
  }

  function potential({ start, end, weight }: Cycle): bigint | undefined {
    if (supply === undefined || start === undefined) return undefined;
    return rewardOf({ weight, duration: end - start, minRate: minRateAt(start, opening.helicon) }, supply);
  }

  /** Adds its reward to the supply. */
  function mint(cycle: Cycle, place: number): void {
    const reported =
      cycle.start === undefined ? undefined : opening.reported.get(reportedKey(cycle.txId, cycle.start));
    const computed = potential(cycle);
    cycle.isComputed = computed !== undefined;
    cycle.reward = computed ?? reported?.reward;
    cycle.madeAt = place;
    if (supply !== undefined) supply += cycle.reward ?? 0n;
    setFee(cycle);
  }

  /** A validator's next cycle, by its configuration, or as a node reported it if the previous cycle is unknown. */
  function renew(cycle: Cycle, { height }: Outcome, place: number): void {
    const config = configs.get(cycle.txId);
    const { end: start } = cycle;
    const reported = opening.reported.get(reportedKey(cycle.txId, start));
    const period = config?.period ?? cycle.period;
    const restakeShares = config?.restakeShares ?? cycle.restakeShares;
    const isKnown = cycle.reward !== undefined && cycle.isFeeKnown && cycle.isStartKnown;
    if (!isKnown && reported === undefined) {
      // Whether it continues, and with which amount, is unknown.
      note(place, { madeAt: place, isGuessed: true });
      return;
    }
    if (isKnown && period === 0) return;
    const weight = isKnown ? renewedWeight(cycle, restakeShares) : (reported as ReportedStake).weight;
    const end = isKnown ? start + period : (reported as ReportedStake).end;
    const begun = { ...cycle, weight, period, restakeShares, height };
    const next = toCycle(begun, { start, end, isReported: !isKnown });
    add(next);
    mint(next, place);
  }

  /**
   * Fees of delegations to such a validator are paid when they end; those of later validators when the validator ends.
   */
  const isBeforeCortina = ({ start }: Cycle) => start !== undefined && start < opening.cortina;

  function endDelegation(cycle: Cycle, { isCommitted, decidedAt, height }: Outcome): void {
    const { reward, fee } = cycle;
    const isKnown = reward !== undefined && fee !== undefined;
    const paidOwn = !isCommitted ? 0n : isKnown ? reward - fee : undefined;
    const validator = validatorOf(cycle);
    const paysFee = isCommitted && validator !== undefined && isBeforeCortina(validator);
    cycle.outcome = { isCommitted, decidedAt, paidOwn, paidFee: paysFee ? fee : 0n };
    if (paysFee) return;
    // The node's report of the validator includes earlier fees.
    if (!isCommitted || validator === undefined || height < validator.reportedAt) return;
    if (fee === undefined || !cycle.isExact) validator.isFeeKnown = false;
    validator.accruedFee += fee ?? 0n;
  }

  function endCycle(outcome: Outcome, place: number): void {
    const { isCommitted, decidedAt, txId } = outcome;
    const cycle = stakes.get(txId);
    if (cycle === undefined) {
      // Stake of a subnet, unless no node had its transaction.
      if (opening.lost.has(txId)) note(place, { madeAt: place, isGuessed: true });
      return;
    }
    stakes.remove(cycle);
    if (outcome.isRenewal && cycle.end === 0) cycle.end = outcome.proposedAt;
    takePaid(cycle, outcome);
    if (cycle.isValidator) {
      const paidOwn = isCommitted ? cycle.reward : 0n;
      cycle.outcome = { isCommitted, decidedAt, paidOwn };
    } else endDelegation(cycle, outcome);
    if (!isCommitted) giveBack(cycle, place);
    else if (outcome.isRenewal) renew(cycle, outcome, place);
  }

  function giveBack(cycle: Cycle, place: number): void {
    note(place, { madeAt: cycle.madeAt, isGuessed: !cycle.isExact });
    if (supply !== undefined) supply -= cycle.reward ?? 0n;
  }

  /** For a stake that started before the run, the part shown by its UTXOs; without UTXOs, its value at its end. */
  function takePaid(cycle: Cycle, { isCommitted, isRenewal }: Outcome): void {
    const [first = 0n, second = 0n] = opening.ended.get(cycle.txId)?.paid ?? [];
    const isPaid = opening.ended.get(cycle.txId)?.paid !== undefined;
    if (cycle.reward !== undefined || isRenewal) return;
    const validator = validatorOf(cycle);
    const shares = validator?.shares;
    if (isPaid && cycle.isValidator) {
      if (isCommitted) cycle.reward = first;
      cycle.accruedFee = isCommitted ? second : first;
      cycle.isFeeKnown = true;
    } else if (isPaid && isCommitted && validator !== undefined && isBeforeCortina(validator)) {
      // All of it is the fee if the validator takes everything, because nothing else was paid.
      cycle.fee = shares === 1_000_000 ? first : second;
      cycle.reward = first + second;
    } else if (isPaid && isCommitted && shares !== undefined) {
      cycle.reward = totalOf(first, shares);
      cycle.fee = cycle.reward - first;
    }
    if (cycle.reward !== undefined) return;
    cycle.reward = potential(cycle);
    cycle.isExact = false;
    setFee(cycle);
  }

  // Validators first, so that delegations find theirs.
  for (const cycle of opening.cycles) add({ ...cycle });
  events.forEach((event, place) => {
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
  return restaked < room ? weight + restaked : maxValidatorStake;
}

/** The smallest reward of a delegation that leaves this amount after the validator's share. */
function totalOf(own: bigint, shares: number): bigint {
  const left = 1_000_000n - BigInt(shares);
  return left === 0n ? own : (own * 1_000_000n + left - 1n) / left;
}
