/** Distinguishes the factor of growing shares from a reset: both are the same event. */
import type { Log } from "./logs.ts";
import { account, word } from "./logWords.ts";

/** 10^18 as a word. */
const whole = (10n ** 18n).toString(16).padStart(64, "0");

export type Growth = {
  /**
   * Notes that shares have grown, and that their scaling factor follows in the same transaction.
   * @param pair digits of staker and strategy
   */
  note(log: Log, pair: string): void;
  /**
   * Since 2025 the factor of a staker who withdraws all shares is reset before the withdrawal is queued, by the same event
   * that reports the new factor of growing shares (`DelegationManager._removeSharesAndQueueWithdrawal`). Every growth is
   * followed by one such event, with any factor, so the growth's event is matched first.
   * @param next the log after this one
   */
  isReset(log: Log, next: Log | undefined): boolean;
};

/** @param isIncrease whether a log reports that an operator's shares have increased */
export function createGrowth(isIncrease: (log: Log) => boolean): Growth {
  /** Staker and strategy of shares that have grown in this transaction, and whose factor follows. */
  let grown = { transaction: "", pairs: new Set<string>() };
  return {
    note: ({ transaction }, pair) => {
      if (grown.transaction !== transaction) grown = { transaction, pairs: new Set() };
      grown.pairs.add(pair);
    },
    isReset: (log, next) => {
      const pair = account(log, 0) + account(log, 1);
      const isGrown = grown.transaction === log.transaction && grown.pairs.delete(pair);
      if (isGrown || word(log, 2) !== whole) return false;
      const isDelegated =
        next?.transaction === log.transaction &&
        isIncrease(next) &&
        account(next, 0) + account(next, 1) === pair;
      return !isDelegated;
    },
  };
}
