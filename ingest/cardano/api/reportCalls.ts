/** Figures that Koios reports itself and the listener doesn't need: read to compare them with the warehouse. */
import {
  type AccountStake,
  accountStakeAnswer,
  type PoolBlock,
  type PoolHistory,
  type PoolOwner,
  poolBlockAnswer,
  poolHistoryAnswer,
  poolOwnerAnswer,
} from "./answers.ts";
import type { Koios } from "./koios.ts";

export function createReportCalls(koios: Pick<Koios, "rows" | "pages" | "bulk">) {
  /** A pool's figures in an epoch; undefined if it had no stake, or Koios has none of the epoch yet. */
  async function poolHistory(
    pool: string,
    epoch: number,
    signal?: AbortSignal,
  ): Promise<PoolHistory | undefined> {
    const query = { _pool_bech32: pool, _epoch_no: epoch };
    const rows = await koios.rows(poolHistoryAnswer, { path: "/pool_history", query, signal });
    return rows.find(({ epoch_no }) => epoch_no === epoch);
  }

  /** The blocks that a pool made in an epoch. */
  async function poolBlocks(pool: string, epoch: number, signal?: AbortSignal): Promise<PoolBlock[]> {
    const query = { _pool_bech32: pool, _epoch_no: epoch };
    const request = { path: "/pool_blocks", query, signal };
    const rows = await koios.pages(poolBlockAnswer, request, "block_height.asc");
    return rows.filter(({ epoch_no }) => epoch_no === null || epoch_no === epoch);
  }

  /** Owners of pools that delegated to their pool in an epoch. */
  async function poolOwners(
    pools: readonly string[],
    epoch: number,
    signal?: AbortSignal,
  ): Promise<PoolOwner[]> {
    const query = { epoch_no: `eq.${epoch}` };
    const order = "pool_id_bech32.asc,stake_address.asc,active_stake.asc";
    const request = { path: "/pool_owner_history", query, signal };
    const list = { name: "_pool_bech32_ids", items: pools, order };
    return (await koios.bulk(poolOwnerAnswer, request, list)).filter(({ epoch_no }) => epoch_no === epoch);
  }

  /** Stakes of accounts in the snapshot that an epoch used. Koios returns all epochs unless they are filtered. */
  async function accountStakes(
    accounts: readonly string[],
    epoch: number,
    signal?: AbortSignal,
  ): Promise<AccountStake[]> {
    const query = { epoch_no: `eq.${epoch}` };
    const order = "stake_address.asc,pool_id_bech32.asc";
    const request = { path: "/account_stake_history", query, signal };
    const list = { name: "_stake_addresses", items: accounts, order };
    return (await koios.bulk(accountStakeAnswer, request, list)).filter(({ epoch_no }) => epoch_no === epoch);
  }

  return { poolHistory, poolBlocks, poolOwners, accountStakes };
}
