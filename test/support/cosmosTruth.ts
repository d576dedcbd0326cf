/** The reference model's values, as rows of the warehouse. */
import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { CosmosHistory } from "../../fixtures/cosmos/model.ts";
import { decimalText } from "../../fixtures/cosmos/view.ts";
import { addressBytes, toAddress } from "../../lib/bech32.ts";
import type { Store } from "../../lib/store/store.ts";
import { decimal } from "./decimal.ts";
import { readExplanation } from "./explain.ts";
import type { ServeFixture } from "./serve.ts";
import type { ExpectedSubject } from "./subjects.ts";

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

/** One row per day, with the active set at its last block. */
export function expectedNetwork(history: CosmosHistory) {
  const total = (values: Map<string, bigint>) => [...values.values()].reduce((a, b) => a + b, 0n);
  return history.days.map(({ day, fromBlock, toBlock, rewards, commission }) => {
    const bonded = (history.state(toBlock)?.validators ?? []).filter(({ isBonded }) => isBonded);
    const rates = bonded.reduce((sum, { rate }) => sum + rate, 0n);
    return {
      day,
      from_block: fromBlock,
      to_block: toBlock,
      bonded: bonded.length,
      reward: trimmed(total(rewards)),
      commission: trimmed(total(commission)),
      rate: trimmed(rates / BigInt(bonded.length)),
    };
  });
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
  const rowsByTable: Record<string, string> = {};
  for (const { name, sorting_key } of tables)
    rowsByTable[name] = await store.text(`select * from ${name} final order by ${sorting_key}`);
  return rowsByTable;
}

const unknown = {
  name: null,
  status: null,
  commission: null,
  effectiveness: null,
  rewards: null,
  penalties: null,
  missedDuties: null,
  proposals: null,
  days: null,
};

/** Whole days of the history; the last one is not. */
const wholeDays = ({ days }: CosmosHistory) => days.slice(0, -1);

/** Validators as lists return them, with the rewards of the last whole days. */
export function expectedValidators(history: CosmosHistory, window: "1d" | "7d" | "all"): ExpectedSubject[] {
  const days = wholeDays(history).slice(window === "all" ? 0 : window === "7d" ? -7 : -1);
  return (history.state(history.head)?.validators ?? []).map((one) => {
    const paid = days.flatMap(({ rewards }) => rewards.get(one.validator) ?? []);
    return {
      ...unknown,
      id: one.validator,
      name: one.moniker,
      status: one.isJailed ? "jailed" : one.isBonded ? "active" : "inactive",
      stake: decimal(one.tokens, history.chain.token.decimals),
      commission: decimal(one.rate, 18),
      rewards: decimal(
        paid.reduce((sum, amount) => sum + amount, 0n),
        history.chain.token.decimals + 18,
      ),
      days: String(paid.length),
      lastDay: days.at(-1)?.day ?? null,
    };
  });
}

/** The account of each validator: the same bytes with another prefix. */
export const validatorAccounts = ({ chain, state, head }: CosmosHistory): Map<string, string> =>
  new Map(
    (state(head)?.validators ?? []).map(({ validator }) => [
      validator,
      toAddress(chain.prefix, addressBytes(validator, `${chain.prefix}valoper`) ?? new Uint8Array()),
    ]),
  );

/** Delegators as lists return them. */
export function expectedDelegators(history: CosmosHistory): ExpectedSubject[] {
  const stakes = new Map<string, bigint>();
  for (const { delegator, amount } of history.state(history.head)?.delegations ?? [])
    stakes.set(delegator, (stakes.get(delegator) ?? 0n) + amount);
  return [...stakes].map(([id, stake]) => ({
    ...unknown,
    id,
    stake: decimal(stake, history.chain.token.decimals),
    lastDay: wholeDays(history).at(-1)?.day ?? null,
  }));
}

/** Rows of withdrawals name their transactions, by the bytes that the node serves; the block's own events name none. */
export async function expectTransactions(
  fixture: ServeFixture,
  history: CosmosHistory,
  pathOf: (validator: string, more: string) => string,
): Promise<void> {
  const day = history.days.find(({ withdrawnRewards }) => withdrawnRewards.size > 0);
  const named = { transactions: 0, none: 0 };
  for (const validator of day?.withdrawnRewards.keys() ?? []) {
    const path = pathOf(validator, `explain?date=${day?.day}&limit=1000`);
    for (const { height, item, transactionHash } of (await readExplanation(fixture, path)).rows) {
      const place = /^transaction (\d+),/.exec(item)?.[1];
      const { transactions = [] } = history.block(Number(height)) ?? {};
      const bytes = transactions[Number(place)]?.bytes ?? Buffer.from(`transaction ${place}`);
      const hash = createHash("sha256").update(bytes).digest("hex").toUpperCase();
      expect([path, item, transactionHash]).toEqual([path, item, place === undefined ? null : hash]);
      named[place === undefined ? "none" : "transactions"] += 1;
    }
  }
  expect(Math.min(...Object.values(named))).toBeGreaterThan(0);
}
