/** What the reference model says, as rows of the warehouse. */
import type { CosmosHistory } from "../../fixtures/cosmos/model.ts";
import { decimalText } from "../../fixtures/cosmos/view.ts";
import type { Store } from "../../lib/store/store.ts";

/** Decimal text as the engine writes it. */
export function trimmed(value: bigint): string {
  const sign = value < 0n ? "-" : "";
  return sign + decimalText(value < 0n ? -value : value).replace(/\.?0+$/, "");
}

/** One row per validator and day with a reward. */
export function expectedRewards(history: CosmosHistory) {
  return history.days.flatMap(({ day, fromBlock, toBlock, rewards, commission }) =>
    [...rewards].map(([validator, reward]) => ({
      validator,
      day,
      from_block: fromBlock,
      to_block: toBlock,
      reward: trimmed(reward),
      commission: trimmed(commission.get(validator) ?? 0n),
    })),
  );
}

export async function readRewards(store: Store) {
  return await store.rows<ReturnType<typeof expectedRewards>[number]>(
    `select validator, toString(day) as day, from_block, to_block, toString(delegation_reward) as reward,
      toString(commission_reward) as commission
    from fct_cosmos_validator_reward_daily final order by day, validator`,
  );
}

export function sorted<Row extends { day: string; validator: string }>(rows: Row[]): Row[] {
  const key = (row: Row) => `${row.day}/${row.validator}`;
  return [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Every table of the family as text, for comparing warehouses. */
export async function dump(store: Store): Promise<Record<string, string>> {
  const tables = await store.rows<{ name: string; sorting_key: string }>(
    `select name, sorting_key from system.tables
    where database = currentDatabase() and match(name, '^(raw|dim|int|fct)_cosmos_') order by name`,
  );
  const found: Record<string, string> = {};
  for (const { name, sorting_key } of tables)
    found[name] = await store.text(`select * from ${name} final order by ${sorting_key}`);
  return found;
}
