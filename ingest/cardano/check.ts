/** Cross-checks of nodes' answers. Pure; they throw SourceError. */
import { SourceError } from "../../lib/errors.ts";
import type { Block, Delegator, EpochInfo } from "./api/answers.ts";
import type { PoolInEpoch } from "./registrations.ts";

const inconsistent = (message: string) => new SourceError(message, { code: "inconsistent" });

/** @param blocks ascending @throws SourceError unless they are all blocks of the epoch, without a gap */
export function checkBlocks(epoch: number, count: number | null, blocks: readonly Block[]): void {
  if (blocks.length === 0) throw inconsistent(`epoch ${epoch}: no blocks`);
  if (count !== null && count !== blocks.length)
    throw inconsistent(`epoch ${epoch}: ${count} blocks are announced, but ${blocks.length} were returned`);
  blocks.forEach((block, i) => {
    if (block.epoch_no !== epoch)
      throw inconsistent(`epoch ${epoch}: block ${block.block_height} is of epoch ${block.epoch_no}`);
    const before = blocks[i - 1];
    if (before !== undefined && block.block_height !== before.block_height + 1)
      throw inconsistent(`epoch ${epoch}: block ${block.block_height} follows ${before.block_height}`);
    if (before !== undefined && block.block_time < before.block_time)
      throw inconsistent(`epoch ${epoch}: block ${block.block_height} is older than the one before`);
  });
}

/** @throws SourceError if pages overlapped: an account delegates to one pool, once */
export function checkDelegators(pool: string, epoch: number, delegators: readonly Delegator[]): void {
  const accounts = new Set(delegators.map(({ stake_address }) => stake_address));
  if (accounts.size !== delegators.length)
    throw inconsistent(`${pool}, epoch ${epoch}: an account was returned twice`);
}

/** @throws SourceError unless the registry has each block's pool: otherwise its members would not be read */
export function checkMakers(
  epoch: number,
  blocks: readonly Block[],
  pools: readonly Pick<PoolInEpoch, "pool" | "mayBeActive">[],
): void {
  const active = new Set(pools.flatMap(({ pool, mayBeActive }) => (mayBeActive ? [pool] : [])));
  const strange = blocks.find(({ pool }) => pool !== null && !active.has(pool));
  if (strange !== undefined)
    throw inconsistent(
      `epoch ${epoch}: block ${strange.block_height} is by ${strange.pool}, which is not registered by the pool updates that the node returned`,
    );
}

/**
 * Rows without a sum to compare with may be incomplete: while a node computes an epoch, it returns the rows that it has.
 * Before pools made blocks there was nothing to sum up.
 * @throws SourceError while the node has no sum
 */
export function checkSummed(
  epoch: number,
  info: Pick<EpochInfo, "active_stake" | "total_rewards">,
  { isPaid, hasMakers }: { isPaid: boolean; hasMakers: boolean },
): void {
  if (!hasMakers) return;
  const lacking = [
    ...(info.active_stake === null ? ["active stake"] : []),
    ...(isPaid && info.total_rewards === null ? ["rewards"] : []),
  ];
  if (lacking.length > 0)
    throw inconsistent(
      `epoch ${epoch}: the node has no sum of its ${lacking.join(" and ")} yet, so its rows may be incomplete; they are read again later`,
    );
}

/** @throws SourceError unless the delegations add up to the epoch's active stake */
export function checkActiveStake(epoch: number, activeStake: string | null, read: bigint): void {
  if (activeStake === null || BigInt(activeStake) === read) return;
  throw inconsistent(
    `epoch ${epoch} has an active stake of ${activeStake} lovelace, but its delegations add up to ${read}`,
  );
}

export type PaidRewards = {
  /** From the epoch's summary; null while the node does not have it. */
  total: string | null;
  /** Sum of the pools' rewards. */
  read: bigint;
  /** Pools that retired at the start of the epoch, and the deposit that each may have got back, which the total includes. */
  retired: number;
  poolDeposit: bigint;
};

/**
 * The total is that of the reward table, which lists the deposits of retired pools with the epoch in which they were
 * returned (cardano-db-sync 13.6, Era/Universal/Epoch.hs, insertPoolDepositRefunds; koios-artifacts 1.3,
 * epoch_info_cache.sql).
 * @throws SourceError unless the rewards add up to the total, except for such deposits
 */
export function checkRewards(epoch: number, { total, read, retired, poolDeposit }: PaidRewards): void {
  if (total === null) return;
  const missing = BigInt(total) - read;
  const deposits = poolDeposit === 0n ? 0n : missing / poolDeposit;
  if (missing === deposits * poolDeposit && deposits >= 0n && deposits <= BigInt(retired)) return;
  throw inconsistent(
    `epoch ${epoch} earned ${total} lovelace, but the rewards of its pools add up to ${read}, and ${retired} pools got a deposit back`,
  );
}
