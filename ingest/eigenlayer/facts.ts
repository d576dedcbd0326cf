/** Facts from logs, before they are split into messages. */
import {
  delegationWidths,
  type LogsMessage,
  type ShareKind,
  shareKinds,
  shareWidths,
  transactionWidths,
} from "../../schemas/eigenlayer/events.ts";
import { type ColumnRows, createColumns, putHex, putWord } from "./columns.ts";
import type { Log } from "./logs.ts";

type Lists = Pick<
  LogsMessage,
  | "withdrawals"
  | "migrations"
  | "magnitudes"
  | "operators"
  | "pods"
  | "roots"
  | "disabled_roots"
  | "claims"
  | "others"
>;

/** A withdrawal that M1 queued. */
export type QueuedM1 = {
  root: string;
  /** In queueing order; amounts as 64 hex digits. */
  shares: { strategy: string; amount: string }[];
};

/** A withdrawal that M1 completed, as shares or as tokens. */
export type CompletedM1 = { root: string; withdrawer: string; dated: DatedLog };

export type Facts = Lists & {
  queuedM1: QueuedM1[];
  completedM1: CompletedM1[];
  shares: ColumnRows<typeof shareWidths>;
  delegations: ColumnRows<typeof delegationWidths>;
  transactions: ColumnRows<typeof transactionWidths>;
};

export const createFacts = (): Facts => ({
  shares: createColumns(shareWidths),
  delegations: createColumns(delegationWidths),
  transactions: createColumns(transactionWidths),
  withdrawals: [],
  migrations: [],
  magnitudes: [],
  operators: [],
  pods: [],
  roots: [],
  disabled_roots: [],
  claims: [],
  others: [],
  queuedM1: [],
  completedM1: [],
});

/** A log with its UTC day since 1970. */
export type DatedLog = { log: Log; day: number };

type Share = {
  kind: ShareKind;
  /** 40 hex digits each. */
  staker: string;
  strategy: string;
  /** 64 hex digits, big endian. */
  amount: string;
  /** Index in the log's lists. */
  position?: number;
};

const kindNumbers = new Map(shareKinds.map((kind, number) => [kind, number]));

/** Adds a log's transaction, once each. */
export function addTransaction({ transactions }: Facts, { log }: DatedLog): void {
  const last = transactions.length - 1;
  if (
    last >= 0 &&
    transactions.read("block", last) === log.block &&
    transactions.read("log_index", last) === log.logIndex
  )
    return;
  const block = transactions.at("block");
  block.bytes.writeUInt32LE(log.block, block.offset);
  const index = transactions.at("log_index");
  index.bytes.writeUInt32LE(log.logIndex, index.offset);
  const hash = transactions.at("hash");
  putHex(hash.bytes, hash.offset, log.transaction.slice(2));
  transactions.next();
}

export function addShare(facts: Facts, { log, day }: DatedLog, share: Share): void {
  const { shares } = facts;
  addTransaction(facts, { log, day });
  const { kind, staker, strategy, amount, position = 0 } = share;
  const block = shares.at("block");
  block.bytes.writeUInt32LE(log.block, block.offset);
  const index = shares.at("log_index");
  index.bytes.writeUInt32LE(log.logIndex, index.offset);
  const place = shares.at("position");
  place.bytes.writeUInt16LE(position, place.offset);
  const date = shares.at("day");
  date.bytes.writeUInt16LE(day, date.offset);
  const sort = shares.at("kind");
  sort.bytes.writeUInt8(kindNumbers.get(kind) as number, sort.offset);
  const who = shares.at("staker");
  putHex(who.bytes, who.offset, staker);
  const where = shares.at("strategy");
  putHex(where.bytes, where.offset, strategy);
  const much = shares.at("amount");
  putWord(much.bytes, much.offset, amount);
  shares.next();
}

/** @param operator 40 hex digits; zeros: none */
export function addDelegation(facts: Facts, { log, day }: DatedLog, staker: string, operator: string): void {
  const { delegations } = facts;
  addTransaction(facts, { log, day });
  const block = delegations.at("block");
  block.bytes.writeUInt32LE(log.block, block.offset);
  const index = delegations.at("log_index");
  index.bytes.writeUInt32LE(log.logIndex, index.offset);
  const date = delegations.at("day");
  date.bytes.writeUInt16LE(day, date.offset);
  const who = delegations.at("staker");
  putHex(who.bytes, who.offset, staker);
  const whom = delegations.at("operator");
  putHex(whom.bytes, whom.offset, operator);
  delegations.next();
}
