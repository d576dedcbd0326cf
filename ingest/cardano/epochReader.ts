/** Reads an epoch's facts and rewards, in parts that are kept until all of it is published. */
import pMap from "p-map";
import type { BusMessage } from "../../lib/bus/bus.ts";
import type { Block, EpochInfo } from "./api/answers.ts";
import type { CardanoClient } from "./api/client.ts";
import {
  type EpochOf,
  type PoolReward,
  type ReadPool,
  toBusMessage,
  toPoolRewards,
  toPoolsMessages,
  toRewardsMessages,
} from "./decode.ts";
import type { Directory } from "./directory.ts";
import type { PoolInEpoch } from "./registrations.ts";
import { unpaidOf, unregisteredBetween } from "./unpaid.ts";

/** Pools per part: their message has some 10,000 delegations of mainnet. */
const poolsPerPart = 100;
const poolsAtOnce = 32;

/** An epoch, and the pools to read. */
export type EpochPlan = EpochOf & {
  /** undefined: the node has no summary; rewards are requested all the same. */
  info: EpochInfo | undefined;
  blocks: readonly Block[];
  pools: readonly PoolInEpoch[];
  /** Pools that made a block: no other earns anything. */
  makers: ReadonlySet<string>;
};

export type Wanted = { facts: boolean; rewards: boolean };

/** The messages of some pools of an epoch, with the counts for its announcements. */
export type ReadPart = {
  facts: BusMessage[];
  rewards: BusMessage[];
  pools: number;
  delegations: number;
  rewardRows: number;
  rewardAmount: bigint;
  activeStake: bigint;
};

/** @param startOf first second of an epoch */
export function createEpochReader(client: CardanoClient, startOf: (epoch: number) => number) {
  /** By epoch and part: a unit that failed halfway continues with the missing parts. */
  const parts = new Map<string, Promise<ReadPart>>();

  async function plan(
    epoch: EpochOf,
    directory: Directory,
    info: EpochInfo | undefined,
    signal: AbortSignal,
  ) {
    const blocks = info === undefined ? [] : await client.blocks(info, signal);
    const pools = directory.registry.inEpoch(epoch.epoch);
    const made = blocks.flatMap(({ pool }) => pool ?? []);
    const makers = new Set(info === undefined ? pools.map(({ pool }) => pool) : made);
    return { ...epoch, info, blocks, pools, makers } satisfies EpochPlan;
  }

  async function readPool(
    { epoch, info, makers }: EpochPlan,
    pool: PoolInEpoch,
    wanted: Wanted,
    signal: AbortSignal,
  ): Promise<ReadPool> {
    const isMaker = makers.has(pool.pool);
    const isRequested = pool.mayBeActive && (wanted.facts || isMaker);
    const isSome = info !== undefined && isMaker;
    const delegators = isRequested ? await client.delegators(pool.pool, epoch, { isSome, signal }) : [];
    return { pool, delegators };
  }

  /** Rewards that pools paid. Accounts are requested together, as many as fit into a body. */
  async function readRewards(
    { epoch, makers }: EpochPlan,
    pools: readonly ReadPool[],
    signal: AbortSignal,
  ): Promise<PoolReward[]> {
    const own = pools.filter(({ pool }) => makers.has(pool.pool));
    const accounts = new Set<string>();
    for (const { pool, delegators } of own) {
      for (const address of pool.rewardAddresses) if (address !== "") accounts.add(address);
      for (const { stake_address } of delegators) accounts.add(stake_address);
    }
    const ids = new Set(own.map(({ pool }) => pool.pool));
    const rows = toPoolRewards(await client.rewards([...accounts], epoch, signal));
    // An account that several pools pay is requested with each of them.
    return rows.filter(({ pool }) => ids.has(pool));
  }

  /** The unpaid accounts that were not registered, in the epoch before the payment. */
  async function readUnregistered(
    { epoch, info, makers }: EpochPlan,
    pools: readonly ReadPool[],
    rewards: readonly PoolReward[],
    signal: AbortSignal,
  ): Promise<PoolReward[]> {
    // The makers, which might have been paid, are unknown.
    if (info === undefined) return [];
    const unpaid = unpaidOf(
      pools.filter(({ pool }) => makers.has(pool.pool)),
      rewards,
    );
    const accounts = [...new Set(unpaid.map(({ account }) => account))];
    const updates = await client.accountUpdates(accounts, signal);
    if (updates === undefined) return [];
    const missing = unregisteredBetween(accounts, updates, [startOf(epoch + 1), startOf(epoch + 2)]);
    return unpaid
      .filter(({ account }) => missing.has(account))
      .map((one) => ({ ...one, type: "unregistered", amount: "0" }));
  }

  async function readPart(
    plan: EpochPlan,
    pools: readonly PoolInEpoch[],
    directory: Directory,
    wanted: Wanted,
    signal: AbortSignal,
  ): Promise<ReadPart> {
    const { network, epoch, read_at, makers } = plan;
    const of: EpochOf = { network, epoch, read_at };
    const read = await pMap(pools, (pool) => readPool(plan, pool, wanted, signal), {
      concurrency: poolsAtOnce,
    });
    const paid = wanted.rewards ? await readRewards(plan, read, signal) : [];
    const rewards = wanted.rewards ? [...paid, ...(await readUnregistered(plan, read, paid, signal))] : [];
    const messages = wanted.facts
      ? toPoolsMessages(of, read, directory.metadata, (pool) => makers.has(pool))
      : [];
    return {
      facts: messages.map(toBusMessage),
      rewards: toRewardsMessages(of, rewards).map(toBusMessage),
      pools: wanted.facts ? read.length : 0,
      delegations: messages.reduce((sum, { delegations }) => sum + delegations.length, 0),
      rewardRows: rewards.length,
      rewardAmount: rewards.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
      activeStake: read
        .flatMap(({ delegators }) => delegators)
        .reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    };
  }

  /** The parts of an epoch, in order. */
  async function* read(
    plan: EpochPlan,
    directory: Directory,
    wanted: Wanted,
    signal: AbortSignal,
  ): AsyncGenerator<ReadPart> {
    const pools = wanted.facts ? plan.pools : plan.pools.filter(({ pool }) => plan.makers.has(pool));
    for (let start = 0; start < pools.length; start += poolsPerPart) {
      const key = `${plan.epoch}/${wanted.facts}/${wanted.rewards}/${start}`;
      const cached = parts.get(key);
      const part =
        cached ?? readPart(plan, pools.slice(start, start + poolsPerPart), directory, wanted, signal);
      parts.set(key, part);
      yield await part.catch((error: unknown) => {
        parts.delete(key);
        throw error;
      });
    }
  }

  return { plan, read, forget: () => parts.clear() };
}
