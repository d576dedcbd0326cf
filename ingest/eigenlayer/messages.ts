/** Facts in, messages out; pure. */
import type { BusMessage } from "../../lib/bus/bus.ts";
import { schemaVersionHeader } from "../../lib/bus/schemaVersion.ts";
import {
  type EigenlayerMessage,
  eigenlayerSchemaVersion,
  type LogsMessage,
  topicOfMessage,
} from "../../schemas/eigenlayer/events.ts";
import type { ColumnRows } from "./columns.ts";
import { type BlockRun, type DayEnd, dayOfBlock } from "./days.ts";
import type { Facts } from "./facts.ts";

/** Rows of shares, delegations and transactions per message: up to some 85 bytes each. */
const rowsMax = 12_000;
/** Rows of everything else: some 300 bytes each. */
const listedMax = 3_000;

type Cut = { from: number; to: number };

/** Splits a run into runs of blocks with few enough facts. */
function cutBlocks(facts: Facts, { from, to }: BlockRun): Cut[] {
  const weights = new Map<number, number>();
  const add = (block: number, weight: number) => weights.set(block, (weights.get(block) ?? 0) + weight);
  for (const rows of [facts.shares, facts.delegations, facts.transactions] as ColumnRows<{ block: number }>[])
    for (let row = 0; row < rows.length; row += 1) add(rows.read("block", row), 1 / rowsMax);
  for (const list of listsOf(facts)) for (const { block } of list) add(block, 1 / listedMax);
  const cuts: Cut[] = [];
  let [start, weight] = [from, 0];
  for (const [block, own] of [...weights].sort(([one], [other]) => one - other)) {
    if (weight > 0 && weight + own > 1) {
      cuts.push({ from: start, to: block - 1 });
      [start, weight] = [block, 0];
    }
    weight += own;
  }
  return [...cuts, { from: start, to }];
}

const listNames = [
  ...["withdrawals", "migrations", "magnitudes", "operators", "pods"],
  ...["roots", "disabled_roots", "claims", "others"],
] as const as readonly (keyof Omit<
  Facts,
  "shares" | "delegations" | "transactions" | "queuedM1" | "completedM1"
>)[];

const listsOf = (facts: Facts): readonly (readonly { block: number }[])[] =>
  listNames.map((name) => facts[name]);

/** The row after those of blocks up to `to`, from a row on. */
function rowsUpTo(rows: ColumnRows<{ block: number }>, start: number, to: number): number {
  let end = start;
  while (end < rows.length && rows.read("block", end) <= to) end += 1;
  return end;
}

export type LogsContext = Pick<LogsMessage, "network" | "first_block"> & {
  run: BlockRun;
  /** Days that end in the run, ascending. */
  ends: readonly DayEnd[];
  /** UTC day of the first block. */
  firstDay: number;
  lastTime: number;
};

/** A run's messages, each with all facts of its own blocks. */
export function toLogsMessages(facts: Facts, context: LogsContext): LogsMessage[] {
  const { network, first_block, run, lastTime } = context;
  let [shareRow, delegationRow, transactionRow] = [0, 0, 0];
  return cutBlocks(facts, run).map(({ from, to }) => {
    const shareEnd = rowsUpTo(facts.shares as ColumnRows<{ block: number }>, shareRow, to);
    const delegationEnd = rowsUpTo(facts.delegations as ColumnRows<{ block: number }>, delegationRow, to);
    const transactionEnd = rowsUpTo(facts.transactions as ColumnRows<{ block: number }>, transactionRow, to);
    const within = <Fact extends { block: number }>(list: readonly Fact[]) =>
      list.filter(({ block }) => block >= from && block <= to);
    const message: LogsMessage = {
      type: "logs",
      ...{ network, first_block, from, to },
      from_day: dayOfBlock(context, from),
      to_day: dayOfBlock(context, to),
      to_time: lastTime,
      shares: facts.shares.slice(shareRow, shareEnd),
      delegations: facts.delegations.slice(delegationRow, delegationEnd),
      transactions: facts.transactions.slice(transactionRow, transactionEnd),
      withdrawals: within(facts.withdrawals),
      migrations: within(facts.migrations),
      magnitudes: within(facts.magnitudes),
      operators: within(facts.operators),
      pods: within(facts.pods),
      roots: within(facts.roots),
      disabled_roots: within(facts.disabled_roots),
      claims: within(facts.claims),
      others: within(facts.others),
    };
    [shareRow, delegationRow, transactionRow] = [shareEnd, delegationEnd, transactionEnd];
    return message;
  });
}

/** All messages of a network share one partition per topic. */
export function toBusMessage(message: EigenlayerMessage): BusMessage {
  return {
    topic: topicOfMessage(message).name,
    key: message.network,
    value: Buffer.from(JSON.stringify(message)),
    headers: { type: message.type, [schemaVersionHeader]: String(eigenlayerSchemaVersion) },
  };
}
