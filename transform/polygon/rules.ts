/** The reward rules over time, as contracts logged their changes. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";

type Change = { kind: string; position: string; amount: string; former: string; epoch: string };
type Now = { block_interval: number };

/** The contract's initial rules. */
const firstBonusPercent = 10;

export type Rules = {
  checkpoint_reward: string;
  bonus_percent: number;
  block_interval: number;
  decrease_percent: number;
  intervals_max: number;
  delta_percent: number;
  /** False before the first changes of reward and parameters, whose previous values are unknown. */
  has_rules: boolean;
};

export type RuleHistory = {
  /** The rules in force at a position, by a number: the same number means the same rules. */
  stretchOf(position: bigint): number;
  rulesAt(position: bigint): Rules;
};

/**
 * Undefined until the contract has been read. Only changes before a position count, never the contract's current state;
 * it logs no change of the interval.
 */
export async function readRules(store: Store, network: string): Promise<RuleHistory | undefined> {
  const [[now], changes] = await Promise.all([
    store.rows<Now>(internalSql("polygon/rules"), { network }),
    store.rows<Change>(internalSql("polygon/rule_events"), { network }),
  ]);
  if (now === undefined) return undefined;
  const placed = changes.map((change) => ({ ...change, at: BigInt(change.position) }));
  const lastOf = (kind: string, position: bigint) =>
    placed.findLast((change) => change.kind === kind && change.at < position);

  return {
    stretchOf: (position) => placed.filter(({ at }) => at < position).length,
    rulesAt: (position) => {
      const reward = lastOf("reward_update", position);
      const params = lastOf("reward_params", position);
      return {
        checkpoint_reward: reward?.amount ?? "0",
        bonus_percent: Number(lastOf("proposer_bonus", position)?.amount ?? firstBonusPercent),
        block_interval: now.block_interval,
        decrease_percent: Number(params?.amount ?? 0),
        intervals_max: Number(params?.epoch ?? 0),
        delta_percent: Number(params?.former ?? 0),
        has_rules: reward !== undefined && params !== undefined,
      };
    },
  };
}
