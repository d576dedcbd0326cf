/** Answers in, messages out. Pure. */
import type { BusMessage } from "../../lib/bus/bus.ts";
import { schemaVersionHeader } from "../../lib/bus/schemaVersion.ts";
import { pack } from "../../lib/packed.ts";
import {
  type BlocksMessage,
  type CardanoMessage,
  cardanoSchemaVersion,
  cardanoTopics,
  type PoolFact,
  type PoolsMessage,
  paidTypes,
  type RewardsMessage,
  type RewardType,
} from "../../schemas/cardano/events.ts";
import type { Block, Delegator, PoolMetadata, Reward } from "./api/answers.ts";
import type { PoolInEpoch } from "./registrations.ts";

/** Fields of every message of an epoch. */
export type EpochOf = { network: string; epoch: number; read_at: number };

/** One pool's data in an epoch. */
export type ReadPool = {
  pool: PoolInEpoch;
  delegators: readonly Delegator[];
};

export type PoolReward = { pool: string; account: string; type: RewardType; amount: string };

/** 70 bytes a delegation, 80 a reward. */
const rowsPerMessage = 10_000;

function dictionary(): { places: string[]; placeOf(name: string): number } {
  const byName = new Map<string, number>();
  const places: string[] = [];
  return {
    places,
    placeOf: (name) => {
      const place = byName.get(name);
      if (place !== undefined) return place;
      byName.set(name, places.length);
      return places.push(name) - 1;
    },
  };
}

export function toBlocksMessage(epoch: EpochOf, blocks: readonly Block[]): BlocksMessage {
  const { places, placeOf } = dictionary();
  const column = (of: (block: Block) => number) => pack(Uint32Array.from(blocks, of));
  const pool = Uint16Array.from(blocks, (block) => (block.pool === null ? 0 : 1 + placeOf(block.pool)));
  return {
    ...epoch,
    type: "blocks",
    pools: places,
    height: column(({ block_height }) => block_height),
    slot: column(({ abs_slot }) => abs_slot),
    time: column(({ block_time }) => block_time),
    pool: pack(pool),
  };
}

const sumOf = (delegators: readonly Delegator[]) =>
  delegators.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

export function toPoolFact({ pool, delegators }: ReadPool, metadata: PoolMetadata | undefined): PoolFact {
  const owners = new Set(pool.owners);
  return {
    pool: pool.pool,
    name: metadata?.meta_json?.name ?? null,
    ticker: metadata?.meta_json?.ticker ?? null,
    margin: pool.margin,
    fixed_cost: pool.fixedCost,
    pledge: pool.pledge,
    reward_address: pool.rewardAddress,
    owners: pool.owners,
    active_epoch: pool.activeEpoch,
    transaction_hash: pool.transaction,
    retiring_epoch: pool.retiringEpoch,
    active_stake: sumOf(delegators).toString(),
    owner_stake: sumOf(delegators.filter(({ stake_address }) => owners.has(stake_address))).toString(),
    delegator_count: delegators.length,
  };
}

/** The reward rows that a pool paid: refunds, treasury and reserves have no pool. */
export function toPoolRewards(rows: readonly Reward[]): PoolReward[] {
  return rows.flatMap(({ stake_address: account, type, amount, pool_id_bech32: pool }): PoolReward[] => {
    const paidType = paidTypes.find((one) => one === type);
    return paidType === undefined || pool === null ? [] : [{ pool, account, type: paidType, amount }];
  });
}

function* chunks<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** @param withDelegations whether to include a pool's delegations, not only their sums */
export function toPoolsMessages(
  epoch: EpochOf,
  pools: readonly ReadPool[],
  metadata: ReadonlyMap<string, PoolMetadata>,
  withDelegations: (pool: string) => boolean,
): PoolsMessage[] {
  const facts = pools.map((pool) => toPoolFact(pool, metadata.get(pool.pool.pool)));
  const first: PoolsMessage = { ...epoch, type: "pools", pools: facts, delegations: [] };
  const messages = [first];
  let last = first;
  for (const { pool, delegators } of pools.filter(({ pool: { pool } }) => withDelegations(pool))) {
    for (const part of chunks(delegators, rowsPerMessage)) {
      if (last.delegations.length + part.length > rowsPerMessage) {
        const fact = facts.filter((one) => one.pool === pool.pool);
        last = { ...epoch, type: "pools", pools: fact, delegations: [] };
        messages.push(last);
      }
      let place = last.pools.findIndex((fact) => fact.pool === pool.pool);
      if (place === -1) place = last.pools.push(...facts.filter((one) => one.pool === pool.pool)) - 1;
      for (const { stake_address, amount } of part) last.delegations.push([place, stake_address, amount]);
    }
  }
  return messages;
}

const keyOf = ({ pool, account, type }: PoolReward) => `${pool}/${account}/${type}`;

/** In one order, regardless of the requests. */
export function toRewardsMessages(epoch: EpochOf, rewards: readonly PoolReward[]): RewardsMessage[] {
  const sorted = rewards.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return [...chunks(sorted, rowsPerMessage)].map((part) => {
    const { places, placeOf } = dictionary();
    return {
      ...epoch,
      type: "rewards",
      pools: places,
      rewards: part.map(({ pool, account, type, amount }) => [placeOf(pool), account, type, amount]),
    };
  });
}

/** All messages of a network share a partition of their topic: a day depends on two epochs, and on earlier earnings. */
export function toBusMessage(message: CardanoMessage): BusMessage {
  const isReward = message.type === "rewards" || message.type === "payout";
  return {
    topic: (isReward ? cardanoTopics.reward : cardanoTopics.epoch).name,
    key: message.network,
    value: Buffer.from(JSON.stringify(message)),
    headers: { type: message.type, [schemaVersionHeader]: String(cardanoSchemaVersion) },
  };
}
