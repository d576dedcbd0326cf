/** The rules of rewards over time: what contracts logged of changes, and what they are now. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";

type Change = { kind: string; position: string; amount: string; former: string; epoch: string };
type Now = {
  checkpoint_reward: string;
  proposer_bonus_percent: number;
  block_interval: number;
  decrease_percent: number;
  intervals_max: number;
  delta_percent: number;
};

export type Rules = Now & {
  /** False before the first change of parameters whose former values nobody tells. */
  isKnown: boolean;
};

export type RuleHistory = {
  /** Which rules count at a position, by a number: the same number means the same rules. */
  stretchOf(position: bigint): number;
  rulesAt(position: bigint): Rules;
};

/** Undefined while the contract has not been read. */
export async function readRules(store: Store, network: string): Promise<RuleHistory | undefined> {
  const [[now], changes] = await Promise.all([
    store.rows<Now>(internalSql("polygon/rules"), { network }),
    store.rows<Change>(internalSql("polygon/rule_events"), { network }),
  ]);
  if (now === undefined) return undefined;
  const positions = changes.map(({ position }) => BigInt(position));

  /** Last change before a position, and the first one behind it. */
  function around(kind: string, position: bigint) {
    const own = changes.filter((change) => change.kind === kind);
    return {
      last: own.findLast((change) => BigInt(change.position) < position),
      next: own.find((change) => BigInt(change.position) >= position),
    };
  }
  const valueAt = (kind: string, position: bigint): string | undefined => {
    const { last, next } = around(kind, position);
    return last?.amount ?? next?.former;
  };

  return {
    stretchOf: (position) => positions.filter((one) => one < position).length,
    rulesAt: (position) => {
      const { last, next } = around("reward_params", position);
      const bonus = valueAt("proposer_bonus", position);
      return {
        checkpoint_reward: valueAt("reward_update", position) ?? now.checkpoint_reward,
        proposer_bonus_percent: bonus === undefined ? now.proposer_bonus_percent : Number(bonus),
        block_interval: now.block_interval,
        decrease_percent: last === undefined ? now.decrease_percent : Number(last.amount),
        intervals_max: last === undefined ? now.intervals_max : Number(last.epoch),
        delta_percent: last === undefined ? now.delta_percent : Number(last.former),
        isKnown: last !== undefined || next === undefined,
      };
    },
  };
}
