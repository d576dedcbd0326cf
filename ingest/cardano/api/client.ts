/** Calls to the Koios instances of one Cardano network. */

import type { z } from "zod";
import { isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import { checkHeadAge } from "../../node/headAge.ts";
import { checkBlocks, checkDelegators } from "../check.ts";
import { networkOf } from "../network.ts";
import {
  type AccountUpdate,
  accountUpdateAnswer,
  type Block,
  blockAnswer,
  type Delegator,
  delegatorAnswer,
  type EpochInfo,
  type EpochParams,
  epochInfoAnswer,
  epochParamsAnswer,
  type Genesis,
  genesisAnswer,
  type ListedPool,
  type PoolMetadata,
  type PoolUpdate,
  poolListAnswer,
  poolMetadataAnswer,
  poolUpdateAnswer,
  type Reward,
  rewardAnswer,
  type Tip,
  tipAnswer,
  totalsAnswer,
} from "./answers.ts";
import { createKoios, type KoiosOptions, type RowsRequest } from "./koios.ts";

export type CardanoClientOptions = KoiosOptions & {
  /** An older head is an error while following, as is one that lags another node's by this much; seconds, 0 = off. */
  maxHeadAgeS: number;
};

export type CardanoClient = ReturnType<typeof createCardanoClient>;

const onlyRow =
  <Row>(what: string) =>
  (rows: Row[]) => {
    if (rows.length === 0) throw new SourceError(`${what}: no row`, { code: "bad_answer" });
  };

/** Checks the pages of a list that can't be empty: another instance may have it. */
function someOf(what: string): (rows: readonly unknown[]) => void {
  let isFirst = true;
  return ({ length }) => {
    if (isFirst && length === 0) throw new SourceError(`no ${what}`, { code: "pruned", retryable: false });
    isFirst = false;
  };
}

/** Substitutes the answer of an instance that does not offer the call. */
const orOf =
  <Value>(value: Value) =>
  (error: unknown) => {
    if (isErrorOfKind(error, "source") && error.meta.status === 404) return value;
    throw error;
  };

/** Pools that share a reward account each pay it: with a partial order, rows would move between pages. */
const rewardOrder = "stake_address.asc,type.asc,pool_id_bech32.asc,spendable_epoch.asc,amount.asc";

export function createCardanoClient(options: CardanoClientOptions) {
  /** The chain that all nodes must have: the first node's. */
  let pinnedGenesis: Genesis | undefined;
  /** Time of the newest head that any node has reported. */
  let newestHead = 0;

  const koios = createKoios(options, async (rows, node) => {
    const [genesis] = await rows(genesisAnswer, { path: "/genesis", check: onlyRow("genesis") });
    const [tip] = await rows(tipAnswer, { path: "/tip", check: onlyRow("tip") });
    if (genesis === undefined || tip === undefined) return;
    pinnedGenesis ??= genesis;
    if (genesis.networkmagic !== pinnedGenesis.networkmagic)
      throw new SourceError(
        `${node.name} is on ${networkOf(genesis.networkmagic)}, not on ${networkOf(pinnedGenesis.networkmagic)}`,
        { code: "other_chain", retryable: false, meta: { node: node.name } },
      );
    checkLag(tip);
  });

  /** @throws SourceError `stale` for a head that lags another node's, or an earlier answer's, by too much */
  function checkLag(tip: Tip): void {
    newestHead = Math.max(newestHead, tip.block_time);
    const lag = newestHead - tip.block_time;
    if (options.maxHeadAgeS > 0 && lag > options.maxHeadAgeS)
      throw new SourceError(`the node's head lags that of another node by ${lag} s`, { code: "stale" });
  }

  async function genesis(signal?: AbortSignal): Promise<Genesis> {
    const [row] = await koios.rows(genesisAnswer, { path: "/genesis", signal, check: onlyRow("genesis") });
    return row as Genesis;
  }

  async function tip(signal?: AbortSignal, { isFollowing = false } = {}): Promise<Tip> {
    const check = ([reportedTip]: Tip[]) => {
      if (reportedTip === undefined) throw new SourceError("tip: no row", { code: "bad_answer" });
      checkLag(reportedTip);
      if (isFollowing)
        checkHeadAge(
          { name: `block ${reportedTip.block_no}`, time: reportedTip.block_time },
          options.maxHeadAgeS,
        );
    };
    const [row] = await koios.rows(tipAnswer, { path: "/tip", signal, check });
    return row as Tip;
  }

  /** An epoch's row; undefined if no node has it, such as before the chain's beginning, which is no node's fault. */
  async function rowOf<Row extends { epoch_no: number }>(
    schema: z.ZodType<Row>,
    path: string,
    epoch: number,
    signal?: AbortSignal,
  ): Promise<Row | undefined> {
    let isMissing = false;
    const check = (rows: Row[]) => {
      if (rows.some(({ epoch_no }) => epoch_no === epoch)) return;
      isMissing = true;
      throw new SourceError(`${path}: no epoch ${epoch}`, { code: "skipped", retryable: false });
    };
    const request: RowsRequest<Row> = { path, query: { _epoch_no: epoch }, signal, check };
    const rows = await koios.rows(schema, request).catch((error: unknown) => {
      // The other nodes may be of no use: on another chain, or lagging far.
      const isUseless = isErrorOfKind(error, "source") && (!error.retryable || error.code === "stale");
      if (isMissing && isUseless) return [];
      throw error;
    });
    return rows.find(({ epoch_no }) => epoch_no === epoch);
  }

  /** An epoch's summary; undefined if no node has it. */
  const epochInfo = (epoch: number, signal?: AbortSignal): Promise<EpochInfo | undefined> =>
    rowOf(epochInfoAnswer, "/epoch_info", epoch, signal);

  /** The first epoch that the node has; undefined if it has none. */
  async function firstEpoch(signal?: AbortSignal): Promise<number | undefined> {
    const query = { order: "epoch_no.asc", offset: 0, limit: options.pageRows };
    const rows = await koios.rows(epochInfoAnswer, { path: "/epoch_info", query, signal });
    return rows.length === 0 ? undefined : Math.min(...rows.map(({ epoch_no }) => epoch_no));
  }

  /** Protocol parameters in force in an epoch; undefined before Shelley. */
  const epochParams = (epoch: number, signal?: AbortSignal): Promise<EpochParams | undefined> =>
    rowOf(epochParamsAnswer, "/epoch_params", epoch, signal);

  /** Reserves at the start of an epoch, lovelace; null if no node reports them. */
  async function reserves(epoch: number, signal?: AbortSignal): Promise<string | null> {
    const row = await rowOf(totalsAnswer, "/totals", epoch, signal).catch(orOf(undefined));
    return row?.reserves ?? null;
  }

  /** Blocks of a finished epoch, ascending. @throws SourceError `inconsistent` if some are missing */
  async function blocks({ epoch_no, blk_count }: EpochInfo, signal?: AbortSignal): Promise<Block[]> {
    const query = { epoch_no: `eq.${epoch_no}` };
    const check = someOf(`blocks of epoch ${epoch_no}`);
    const rows = await koios.pages(
      blockAnswer,
      { path: "/blocks", query, signal, check },
      "block_height.asc",
      (all) => {
        all.sort((a, b) => a.block_height - b.block_height);
        checkBlocks(epoch_no, blk_count, all);
      },
    );
    return rows;
  }

  /** @throws SourceError `pruned` if no node has the block */
  async function hashAt(height: number, signal?: AbortSignal): Promise<string | undefined> {
    const query = { block_height: `eq.${height}`, limit: 1 };
    const check = someOf(`block ${height}`);
    const rows = await koios.rows(blockAnswer, { path: "/blocks", query, signal, check });
    return rows.find(({ block_height }) => block_height === height)?.hash;
  }

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

  return {
    accountUpdates,
    genesis,
    tip,
    epochInfo,
    firstEpoch,
    epochParams,
    reserves,
    blocks,
    hashAt,
    pools,
    poolUpdates,
    metadata,
    delegators,
    rewards,
  };
}
