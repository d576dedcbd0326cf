/**
 * Messages of the Cardano listener, one epoch after the other. Amounts are lovelace as decimal text. Any order or
 * batching of messages leads to the same tables: rows have keys of their own, a block (network, epoch, height), a pool
 * (network, epoch, pool), a delegation (network, epoch, pool, account), a reward (network, earned epoch, pool, account,
 * type), and `epoch` and `payout` announce their number. `read_at` is the node's head when an epoch was read: of two
 * readings the later one wins, because pools' names are those of that time.
 */
import { z } from "zod";
import type { TopicDeclaration } from "../../lib/bus/bus.ts";
import { factTopic, networkName, packed, uint32, uint64 } from "../common.ts";

/** A fraction such as a pool's margin: at most 18 decimals, which fit Decimal(38, 18). */
const fraction = z.string().regex(/^\d{1,20}(?:\.\d{1,18})?$/);
const poolId = z.string().regex(/^pool1[02-9ac-hj-np-z]{51}$/);
const account = z.string().regex(/^stake(?:_test)?1[02-9ac-hj-np-z]{10,120}$/);
const seconds = uint32.describe("Seconds since 1970");
/** Of the reward rows of an epoch, those paid for a pool. */
export const paidTypes = ["leader", "member"] as const;
/** Including those that were not paid, because the account was not registered. */
export const rewardTypes = [...paidTypes, "unregistered"] as const;
export type RewardType = (typeof rewardTypes)[number];

const common = { network: networkName, epoch: uint32, read_at: uint32.describe("Height of the node's head") };

/** Facts of an epoch, announcing its blocks and pools. */
export const epochMessage = z.object({
  ...common,
  type: z.literal("epoch"),
  start_at: seconds,
  end_at: seconds.describe("Start of the next epoch"),
  slot_count: uint32.describe("Slots of the epoch"),
  active_slot_coefficient: fraction,
  block_count: uint32,
  pool_count: uint32.describe("Pools in `pools` messages"),
  delegation_count: uint32.describe("Delegations in `pools` messages: those to pools that made a block"),
  fees: uint64,
  reserves: uint64.nullable().describe("At the start of the next epoch; null if the node does not return it"),
  max_supply: uint64,
  active_stake: uint64.describe("Of all pools in this epoch"),
  optimal_pool_count: uint32.describe("k"),
  influence: fraction.describe("a0"),
  monetary_expansion: fraction.describe("rho"),
  treasury_growth: fraction.describe("tau"),
  decentralisation: fraction.describe("d"),
});
export type EpochMessage = z.infer<typeof epochMessage>;

/** A part of the blocks of an epoch, as columns. */
export const blocksMessage = z.object({
  ...common,
  type: z.literal("blocks"),
  pools: z.array(poolId).max(65_535).describe("Dictionary"),
  height: packed.describe("UInt32"),
  slot: packed.describe("UInt32, absolute"),
  time: packed.describe("UInt32, seconds since 1970"),
  pool: packed.describe("UInt16, 1 + index in `pools`; 0: made by no pool"),
});
export type BlocksMessage = z.infer<typeof blocksMessage>;

const pool = z.object({
  pool: poolId,
  name: z.string().nullable().describe("From its metadata; null if it has none"),
  ticker: z.string().nullable(),
  margin: fraction,
  fixed_cost: uint64,
  pledge: uint64,
  reward_address: z.string(),
  owners: z.array(z.string()),
  active_epoch: uint32.describe(
    "First epoch in which its registration is in force: the highest up to `epoch`",
  ),
  transaction_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .default(null)
    .describe("Transaction of its registration; null if no update names it"),
  retiring_epoch: uint32.nullable(),
  active_stake: uint64.describe("Snapshot used for this epoch's leader election"),
  owner_stake: uint64.describe("Stake of its owners in the snapshot, delegated to this pool"),
  delegator_count: uint32,
});
export type PoolFact = z.infer<typeof pool>;

/** A part of the pools of an epoch, with the delegations to those that made a block. */
export const poolsMessage = z.object({
  ...common,
  type: z.literal("pools"),
  pools: z.array(pool),
  delegations: z
    .array(z.tuple([z.int().min(0).max(65_535), account, uint64]))
    .describe("Index in `pools`, account, stake in the snapshot"),
});
export type PoolsMessage = z.infer<typeof poolsMessage>;

/** A part of the rewards that an epoch earned. */
export const rewardsMessage = z.object({
  ...common,
  type: z.literal("rewards"),
  pools: z.array(poolId).max(65_536).describe("Dictionary"),
  rewards: z
    .array(z.tuple([z.int().min(0).max(65_535), account, z.enum(rewardTypes), uint64]))
    .describe("Index in `pools`, account, type, amount: 0 for an account that was not registered"),
});
export type RewardsMessage = z.infer<typeof rewardsMessage>;

/** Announces all rewards that an epoch earned: they were paid at the start of the epoch after next. */
export const payoutMessage = z.object({
  ...common,
  type: z.literal("payout"),
  start_at: seconds,
  end_at: seconds.describe("Start of the next epoch"),
  reward_count: uint32,
});
export type PayoutMessage = z.infer<typeof payoutMessage>;

/**
 * Raise it when a message may contain data that an older worker would misread or refuse: such a worker keeps the
 * messages until it is upgraded.
 */
export const cardanoSchemaVersion = 2;

export const cardanoMessage = z.discriminatedUnion("type", [
  epochMessage,
  blocksMessage,
  poolsMessage,
  rewardsMessage,
  payoutMessage,
]);
export type CardanoMessage = z.infer<typeof cardanoMessage>;

export const cardanoTopics = {
  epoch: { ...factTopic, name: "cardano.epoch" },
  reward: { ...factTopic, name: "cardano.reward" },
} satisfies Record<string, TopicDeclaration>;
