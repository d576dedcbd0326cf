/** Bus messages → rows of the raw tables. */
import { unpack } from "../../lib/packed.ts";
import type { Store } from "../../lib/store/store.ts";
import type {
  BlocksMessage,
  CardanoMessage,
  EpochMessage,
  PayoutMessage,
  PoolsMessage,
  RewardsMessage,
} from "../../schemas/cardano/events.ts";
import { poolHashOf } from "../../schemas/cardano/poolId.ts";
import { bulkTable, collectRows, type RowsOf } from "../frame/columns.ts";
import { type TableColumns, writeTables } from "../frame/tables.ts";
import { factVersion } from "./versions.ts";

function pushEpoch(rows: RowsOf, message: EpochMessage): void {
  const { type: _, read_at, ...facts } = message;
  rows("raw_cardano_epoch").push({
    ...facts,
    start_at: String(facts.start_at),
    end_at: String(facts.end_at),
    version: factVersion(read_at),
  });
}

function pushPayout(rows: RowsOf, message: PayoutMessage): void {
  const { type: _, read_at, ...facts } = message;
  rows("raw_cardano_payout").push({
    ...facts,
    start_at: String(facts.start_at),
    end_at: String(facts.end_at),
    version: factVersion(read_at),
  });
}

function blockTable({ network, epoch, read_at, pools, ...columns }: BlocksMessage): TableColumns {
  const places = unpack(Uint16Array, columns.pool);
  return bulkTable("raw_cardano_block", places.length, {
    network,
    epoch,
    block_number: unpack(Uint32Array, columns.height),
    slot: unpack(Uint32Array, columns.slot),
    // As text: seconds since 1970.
    block_at: Array.from(unpack(Uint32Array, columns.time), String),
    pool: Array.from(places, (place) => (place === 0 ? "" : (pools[place - 1] ?? ""))),
    version: factVersion(read_at),
  });
}

function pushPools(rows: RowsOf, { network, epoch, read_at, pools, delegations }: PoolsMessage): void {
  const version = factVersion(read_at);
  for (const pool of pools)
    rows("raw_cardano_pool").push({
      ...pool,
      network,
      epoch,
      pool_hash: poolHashOf(pool.pool) ?? "",
      version,
    });
  const owners = pools.map((pool) => new Set(pool.owners));
  for (const [place, account, stake] of delegations)
    rows("raw_cardano_delegation").push({
      network,
      epoch,
      pool: pools[place]?.pool ?? "",
      account,
      stake,
      is_owner: Number(owners[place]?.has(account) ?? false),
      version,
    });
}

function pushRewards(rows: RowsOf, { network, epoch, read_at, pools, rewards }: RewardsMessage): void {
  const version = factVersion(read_at);
  for (const [place, account, reward_type, amount] of rewards)
    rows("raw_cardano_reward").push({
      network,
      epoch,
      pool: pools[place] ?? "",
      account,
      reward_type,
      amount,
      version,
    });
}

/** Writes a batch, what announces others last. Safe to repeat. */
export async function writeRaw(store: Store, messages: readonly CardanoMessage[]): Promise<void> {
  const { rows, toTables } = collectRows();
  const blocks: TableColumns[] = [];
  for (const message of messages) {
    if (message.type === "epoch") pushEpoch(rows, message);
    else if (message.type === "payout") pushPayout(rows, message);
    else if (message.type === "pools") pushPools(rows, message);
    else if (message.type === "rewards") pushRewards(rows, message);
    else blocks.push(blockTable(message));
  }
  await writeTables(store, [...blocks, ...toTables()]);
}
