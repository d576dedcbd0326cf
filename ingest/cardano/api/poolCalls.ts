/** Koios's calls for pools, and for the accounts that delegate to them. */
import { checkDelegators } from "../check.ts";
import {
  type AccountUpdate,
  accountUpdateAnswer,
  type Delegator,
  delegatorAnswer,
  type ListedPool,
  type PoolMetadata,
  type PoolUpdate,
  poolListAnswer,
  poolMetadataAnswer,
  poolUpdateAnswer,
  type Reward,
  rewardAnswer,
} from "./answers.ts";
import { type Koios, orOf, someOf } from "./koios.ts";

/** Pools that share a reward account each pay it: with a partial order, rows would move between pages. */
const rewardOrder = "stake_address.asc,type.asc,pool_id_bech32.asc,spendable_epoch.asc,amount.asc";

export function createPoolCalls(koios: Pick<Koios, "pages" | "bulk">) {
  async function pools(signal?: AbortSignal): Promise<ListedPool[]> {
    return await koios.pages(poolListAnswer, { path: "/pool_list", signal }, "pool_id_bech32.asc");
  }

  async function poolUpdates(signal?: AbortSignal): Promise<PoolUpdate[]> {
    const order = "block_time.asc,tx_hash.asc,pool_id_bech32.asc,update_type.asc";
    return await koios.pages(poolUpdateAnswer, { path: "/pool_updates", signal }, order);
  }

  async function metadata(pools: readonly string[], signal?: AbortSignal): Promise<PoolMetadata[]> {
    const list = { name: "_pool_bech32_ids", items: pools, order: "pool_id_bech32.asc" };
    return await koios
      .bulk(poolMetadataAnswer, { path: "/pool_metadata", signal }, list)
      .catch(orOf(undefined))
      .then((batch) => batch ?? koios.bulk(poolMetadataAnswer, { path: "/pool_info", signal }, list));
  }

  /**
   * A pool's delegators in the snapshot that an epoch used, each account once.
   * @param isSome whether there must be some: the pool made a block
   */
  async function delegators(
    pool: string,
    epoch: number,
    { isSome, signal }: { isSome: boolean; signal?: AbortSignal },
  ): Promise<Delegator[]> {
    const query = { _pool_bech32: pool, _epoch_no: epoch };
    const check = isSome ? someOf(`delegators of ${pool} in epoch ${epoch}`) : () => undefined;
    const request = { path: "/pool_delegators_history", query, signal, check };
    const rows = await koios.pages(delegatorAnswer, request, "stake_address.asc");
    const own = rows.filter(({ epoch_no }) => epoch_no === null || epoch_no === epoch);
    checkDelegators(pool, epoch, own);
    return own;
  }

  /** Rewards that pools paid to accounts for an epoch. */
  async function rewards(
    accounts: readonly string[],
    epoch: number,
    signal?: AbortSignal,
  ): Promise<Reward[]> {
    const request = { path: "/account_reward_history", body: { _epoch_no: epoch }, signal };
    const list = { name: "_stake_addresses", items: accounts, order: rewardOrder };
    const rows = await koios.bulk(rewardAnswer, request, list);
    return rows.filter(({ earned_epoch }) => earned_epoch === epoch);
  }

  /** Certificates and withdrawals of accounts; undefined if the instance does not offer the call. */
  async function accountUpdates(
    accounts: readonly string[],
    signal?: AbortSignal,
  ): Promise<AccountUpdate[] | undefined> {
    if (accounts.length === 0) return [];
    const order = "stake_address.asc,absolute_slot.asc,action_type.asc,tx_hash.asc";
    const list = { name: "_stake_addresses", items: accounts, order };
    return await koios
      .bulk(accountUpdateAnswer, { path: "/account_update_history", signal }, list)
      .catch(orOf(undefined));
  }

  return { pools, poolUpdates, metadata, delegators, rewards, accountUpdates };
}
