/** M1 logs a withdrawal's shares first, and then the withdrawal itself. */
import type { QueuedM1 } from "./facts.ts";
import type { Log } from "./logs.ts";
import { account, word } from "./logWords.ts";

export type QueueM1 = {
  /** Notes the shares of a withdrawal whose own log follows in the same transaction. */
  noteShares(log: Log): void;
  /** The withdrawal of its own log, with the shares noted before. */
  withdrawalOf(log: Log): QueuedM1;
};

/** A withdrawal is identified by its depositor and nonce. */
const keyOf = (log: Log) => `${log.transaction}/${word(log, 0)}/${word(log, 1)}`;

export function createQueueM1(): QueueM1 {
  let queuing = { key: "", shares: [] as QueuedM1["shares"] };
  return {
    noteShares: (log) => {
      const key = keyOf(log);
      if (queuing.key !== key) queuing = { key, shares: [] };
      queuing.shares.push({ strategy: `0x${account(log, 2)}`, amount: word(log, 3) });
    },
    withdrawalOf: (log) => {
      const { key, shares } = queuing;
      return { root: `0x${word(log, 4)}`, shares: key === keyOf(log) ? shares : [] };
    },
  };
}
