/** Frequent events, cut out of topics and data by words. */
import type { ShareKind } from "../../schemas/eigenlayer/events.ts";
import type { RecordEvent } from "./abi.ts";
import { addDelegation, addShare, type DatedLog, type Facts } from "./facts.ts";
import type { Growth } from "./growth.ts";
import type { Log } from "./logs.ts";
import { account, indexed, offsetOf, word } from "./logWords.ts";
import { nativeStrategy } from "./networks.ts";

const native = nativeStrategy.slice(2);
const noOperator = "0".repeat(40);

/** What an event's facts depend on, except its own log. */
type Surroundings = { growth: Growth; next: Log | undefined };

export type FrequentEvent = {
  /** Minimum topics and data words of its log. */
  size: readonly [topics: number, words: number];
  add(facts: Facts, dated: DatedLog, around: Surroundings): void;
};

/** @param at the word of the strategy, which the amount follows */
function addDeposit(facts: Facts, dated: DatedLog, at: number, growth: Growth): void {
  const { log } = dated;
  const [staker, strategy] = [account(log, 0), account(log, at)];
  addShare(facts, dated, { kind: "deposit", staker, strategy, amount: word(log, at + 1) });
  growth.note(log, staker + strategy);
}

/** Native shares of a pod's owner. */
function addPod(facts: Facts, dated: DatedLog, kind: "pod" | "pod_total"): void {
  const { log } = dated;
  addShare(facts, dated, { kind, staker: indexed(log, 1), strategy: native, amount: word(log, 0) });
}

/** An amount after words of its staker and strategy. */
function addAmount(facts: Facts, dated: DatedLog, kind: ShareKind): void {
  const { log } = dated;
  addShare(facts, dated, { kind, staker: account(log, 0), strategy: account(log, 1), amount: word(log, 2) });
}

/**
 * A withdrawal: its root, and a tuple of staker, delegatedTo, withdrawer, nonce, startBlock, strategies and shares. One row
 * per strategy.
 */
function addQueued(
  facts: Facts,
  dated: DatedLog,
  kind: { root: "m2" | "scaled"; share: "withdrawal_m2" | "withdrawal_scaled" },
): void {
  const { log } = dated;
  const start = offsetOf(log, 1);
  const [strategies, shares] = [start + offsetOf(log, start + 5), start + offsetOf(log, start + 6)];
  const count = Number(`0x${word(log, strategies)}`);
  if (!(log.data.length >= 2 + 64 * (shares + 1 + count)) || count !== Number(`0x${word(log, shares)}`))
    throw new RangeError("a withdrawal is cut off");
  const place = { block: log.block, log_index: log.logIndex };
  facts.withdrawals.push({ ...place, kind: kind.root, withdrawal_root: `0x${word(log, 0)}` });
  for (let position = 0; position < count; position += 1)
    addShare(facts, dated, {
      ...{ kind: kind.share, position, staker: account(log, start) },
      strategy: account(log, strategies + 1 + position),
      amount: word(log, shares + 1 + position),
    });
}

const undelegation: FrequentEvent = {
  size: [3, 0],
  add: (facts, dated) => addDelegation(facts, dated, indexed(dated.log, 1), noOperator),
};

export const frequentEvents: Readonly<Partial<Record<RecordEvent, FrequentEvent>>> = {
  depositOfToken: {
    size: [1, 4],
    add: (facts, dated, { growth }) => addDeposit(facts, dated, 2, growth),
  },
  deposit: {
    size: [1, 3],
    add: (facts, dated, { growth }) => addDeposit(facts, dated, 1, growth),
  },
  shareWithdrawalQueued: {
    size: [1, 4],
    add: (facts, dated) => {
      const { log } = dated;
      const [staker, strategy] = [account(log, 0), account(log, 2)];
      addShare(facts, dated, { kind: "withdrawal_m1", staker, strategy, amount: word(log, 3) });
    },
  },
  podSharesUpdated: {
    size: [2, 1],
    add: (facts, dated, { growth }) => {
      addPod(facts, dated, "pod");
      growth.note(dated.log, indexed(dated.log, 1) + native);
    },
  },
  newTotalShares: { size: [2, 1], add: (facts, dated) => addPod(facts, dated, "pod_total") },
  beaconFactorDecreased: {
    size: [1, 3],
    add: (facts, dated) => {
      const { log } = dated;
      const [staker, amount] = [account(log, 0), word(log, 2)];
      addShare(facts, dated, { kind: "beacon_factor", staker, strategy: native, amount });
    },
  },
  scalingFactorUpdated: {
    size: [1, 3],
    add: (facts, dated, { growth, next }) =>
      addAmount(facts, dated, growth.isReset(dated.log, next) ? "scaling_reset" : "scaling_factor"),
  },
  operatorSharesIncreased: {
    size: [2, 3],
    add: (facts, dated) => addAmount(facts, dated, "operator_increase"),
  },
  operatorSharesDecreased: {
    size: [2, 3],
    add: (facts, dated) => addAmount(facts, dated, "operator_decrease"),
  },
  withdrawalQueuedM2: {
    size: [1, 9],
    add: (facts, dated) => addQueued(facts, dated, { root: "m2", share: "withdrawal_m2" }),
  },
  slashingWithdrawalQueued: {
    size: [1, 10],
    add: (facts, dated) => addQueued(facts, dated, { root: "scaled", share: "withdrawal_scaled" }),
  },
  stakerDelegated: {
    size: [3, 0],
    add: (facts, dated) => addDelegation(facts, dated, indexed(dated.log, 1), indexed(dated.log, 2)),
  },
  stakerUndelegated: undelegation,
  stakerForceUndelegated: undelegation,
};
