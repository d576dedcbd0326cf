/** Bus messages → rows of the raw tables. Bulk data stays in columns. */

import { dateOfDay } from "../../lib/days.ts";
import { bytesOf, unpack } from "../../lib/packed.ts";
import type { Store } from "../../lib/store/store.ts";
import type {
  DayMessage,
  EigenlayerMessage,
  LogsMessage,
  RewardsMessage,
  TokensMessage,
} from "../../schemas/eigenlayer/events.ts";
import { bulkTable, collectRows, type RowsOf } from "../frame/columns.ts";
import { type TableColumns, writeTables } from "../frame/tables.ts";

/** Raise it when the decoder reads more or other than before: replayed rows win then. */
const decoder = 3;
const version = BigInt(decoder);

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ");

function shareTable({ network, shares }: LogsMessage): TableColumns {
  return bulkTable("raw_eigenlayer_share", shares.count, {
    network,
    staker: bytesOf(shares.staker),
    strategy: bytesOf(shares.strategy),
    block: unpack(Uint32Array, shares.block),
    log_index: unpack(Uint32Array, shares.log_index),
    position: unpack(Uint16Array, shares.position),
    day: unpack(Uint16Array, shares.day),
    kind: unpack(Uint8Array, shares.kind),
    amount: bytesOf(shares.amount),
    version,
  });
}

function delegationTable({ network, delegations }: LogsMessage): TableColumns {
  return bulkTable("raw_eigenlayer_delegation", delegations.count, {
    network,
    staker: bytesOf(delegations.staker),
    block: unpack(Uint32Array, delegations.block),
    log_index: unpack(Uint32Array, delegations.log_index),
    day: unpack(Uint16Array, delegations.day),
    operator: bytesOf(delegations.operator),
    version,
  });
}

function transactionTable({ network, transactions }: LogsMessage): TableColumns {
  return bulkTable("raw_eigenlayer_transaction", transactions.count, {
    network,
    block: unpack(Uint32Array, transactions.block),
    log_index: unpack(Uint32Array, transactions.log_index),
    transaction_hash: bytesOf(transactions.hash),
    version,
  });
}

function rewardTable({ network, root_index, snapshot, block, rewards }: RewardsMessage): TableColumns {
  const { count } = rewards;
  return bulkTable("raw_eigenlayer_reward", count, {
    network,
    earner: bytesOf(rewards.earner),
    token: bytesOf(rewards.token),
    snapshot: new Uint16Array(count).fill(snapshot),
    root_index: new Uint32Array(count).fill(root_index),
    block: new Uint32Array(count).fill(block),
    cumulative: bytesOf(rewards.cumulative),
    before: bytesOf(rewards.before),
    version,
  });
}

function addLogs(rows: RowsOf, message: LogsMessage): void {
  const { network } = message;
  const common = { network, version };
  rows("dim_eigenlayer_network").push({ ...common, first_block: message.first_block });
  for (const one of message.withdrawals) rows("raw_eigenlayer_withdrawal").push({ ...one, ...common });
  for (const one of message.migrations) rows("raw_eigenlayer_migration").push({ ...one, ...common });
  for (const { day, ...one } of message.magnitudes)
    rows("raw_eigenlayer_magnitude").push({ ...one, ...common, day: dateOfDay(day) });
  for (const one of message.operators) rows("raw_eigenlayer_operator").push({ ...one, ...common });
  for (const one of message.pods) rows("raw_eigenlayer_pod").push({ ...one, ...common });
  for (const { calculation_end, activated_at, ...one } of message.roots)
    rows("raw_eigenlayer_root").push({
      ...one,
      ...common,
      calculation_end_at: timeOf(calculation_end),
      activated_at: timeOf(activated_at),
    });
  for (const one of message.disabled_roots) rows("raw_eigenlayer_disabled_root").push({ ...one, ...common });
  for (const one of message.claims) rows("raw_eigenlayer_claim").push({ ...one, ...common });
  for (const one of message.others) rows("raw_eigenlayer_event").push({ ...one, ...common });
  const lists = [message.magnitudes, message.operators, message.pods, message.roots, message.disabled_roots];
  const counted = [...lists, message.claims, message.others, message.migrations];
  rows("raw_eigenlayer_span").push({
    ...common,
    block: message.from,
    to_block: message.to,
    from_day: dateOfDay(message.from_day),
    to_day: dateOfDay(message.to_day),
    to_at: timeOf(message.to_time),
    log_count: counted.reduce(
      (sum, list) => sum + list.length,
      message.shares.count + message.delegations.count,
    ),
  });
}

function addDay(
  rows: RowsOf,
  { network, day, last_block, last_hash, rates, told: reported }: DayMessage,
): void {
  const common = { network, day: dateOfDay(day), version };
  for (const rate of rates) rows("raw_eigenlayer_rate").push({ ...rate, ...common });
  for (const one of reported) rows("raw_eigenlayer_told").push({ ...one, ...common });
  rows("raw_eigenlayer_day").push({ ...common, last_block, last_hash });
}

function addTokens(rows: RowsOf, { network, strategies, tokens }: TokensMessage): void {
  for (const one of strategies) rows("dim_eigenlayer_strategy").push({ ...one, network, version });
  for (const one of tokens) {
    const knownFields = [one.name, one.symbol, one.decimals].filter((value) => value !== null).length;
    rows("dim_eigenlayer_token").push({ ...one, network, version: BigInt(10 * decoder + knownFields) });
  }
}

function addFacts(rows: RowsOf, message: EigenlayerMessage): void {
  const { network } = message;
  if (message.type === "snapshot") {
    const { snapshot, root_index, block, reward_count } = message;
    const row = { network, snapshot: dateOfDay(snapshot), root_index, block, reward_count, version };
    rows("raw_eigenlayer_snapshot").push(row);
  } else if (message.type === "leaves") {
    const { root_index, block } = message;
    for (const leaf of message.leaves)
      rows("raw_eigenlayer_leaf").push({ ...leaf, network, root_index, block, version });
  } else if (message.type === "prices") {
    for (const { day, token, eth_price, usd_price } of message.prices)
      rows("dim_eigenlayer_price").push({
        ...{ network, token, eth_price, usd_price },
        day: dateOfDay(day),
        version: BigInt(message.file_version),
      });
  }
}

/** Writes a batch, what announces others last. Safe to repeat. */
export async function writeRaw(store: Store, messages: readonly EigenlayerMessage[]): Promise<void> {
  const { rows, toTables } = collectRows();
  const bulk: TableColumns[] = [];
  for (const message of messages) {
    if (message.type === "logs") {
      bulk.push(shareTable(message), delegationTable(message), transactionTable(message));
      addLogs(rows, message);
    } else if (message.type === "rewards") bulk.push(rewardTable(message));
    else if (message.type === "day") addDay(rows, message);
    else if (message.type === "tokens") addTokens(rows, message);
    else addFacts(rows, message);
  }
  await writeTables(store, [...toTables(), ...bulk]);
}
