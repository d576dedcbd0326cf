/**
 * Messages of the Solana listener: facts as the node returned them. A height is a slot. Any order or batching of
 * messages leads to the same tables; the key of each fact is given with it. Lamports are text: they exceed 2^53.
 */
import { z } from "zod";
import type { TopicDeclaration } from "../../lib/bus/bus.ts";
import { msPerDay } from "../../lib/days.ts";
import { factTopic, networkName, packed, uint32, uint64 } from "../common.ts";

/** Depth of reading blocks: rewards only, or whole blocks with their votes. */
export const depths = ["rewards", "votes"] as const;
export type Depth = (typeof depths)[number];

/** 32 bytes in base58. */
export const solanaAddress = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
const int64 = z.string().regex(/^-?(?:0|[1-9][0-9]{0,18})$/);
const uint16 = z.int().min(0).max(65_535);

/** For a completely read block; null at a depth that does not read it. Failed transactions count and pay, too. */
const content = z.object({
  transaction_count: uint32,
  vote_transaction_count: uint32.describe("Transactions with vote instructions only, failed ones included"),
  signature_count: uint32.describe("Of all transactions: each pays the base fee"),
  fee_lamports: uint64.describe("Base and priority fees of all transactions"),
});

const block = z.object({
  hash: solanaAddress,
  parent_slot: uint32,
  block_height: uint32.nullable(),
  reward_partition_count: uint32
    .nullable()
    .describe("In the first block of an epoch, the number of blocks over which stake rewards are spread"),
  fee_reward_lamports: int64.describe("Fees paid to its leader: 0 only if there were none"),
  content: content.nullable(),
});

/** Key: (network, slot). */
const slot = z.object({
  slot: uint32,
  epoch: uint32.describe("By the node's epoch schedule"),
  leader: solanaAddress
    .nullable()
    .describe("Identity by the epoch's leader schedule; null if no node serves it any longer"),
  time: uint32.describe("Unix time of the block; for a skipped slot, that of the previous block"),
  block: block.nullable().describe("null if skipped, as proven by a later block's parent"),
  is_alpenglow: z
    .boolean()
    .nullable()
    .describe("By the genesis certificate; null if the node version is too old to return it"),
});
export type SlotFact = z.infer<typeof slot>;

/**
 * Slots voted for in blocks of the message, by the first landing within it. Key: (network, message's first slot, vote
 * account). Columns: one value for each landed vote, sorted by account.
 */
const votes = z
  .object({
    accounts: z.array(solanaAddress).max(65_536).describe("Dictionary of vote accounts, sorted"),
    payers: z
      .array(solanaAddress)
      .describe("For each account, the payer of its last vote: its validator's identity"),
    root: packed.describe("UInt32 for each account: highest root in its votes; 0 if they had none"),
    account: packed.describe("UInt16, index in `accounts`"),
    slot: packed.describe("UInt32, slot voted for"),
    latency: packed.describe("UInt16, slots between the one voted for and that of the block, at most 65535"),
  })
  .refine((columns) => {
    const size = (text: string) => Buffer.byteLength(text, "base64");
    const rows = size(columns.account) / 2;
    return (
      Number.isInteger(rows) &&
      size(columns.slot) === 4 * rows &&
      size(columns.latency) === 2 * rows &&
      size(columns.root) === 4 * columns.accounts.length &&
      columns.payers.length === columns.accounts.length
    );
  }, "Columns differ in length");
export type VotesFact = z.infer<typeof votes>;

/** A run of slots without gaps. */
export const slotsMessage = z.object({
  type: z.literal("slots"),
  network: networkName,
  depth: z.enum(depths),
  epochs: z
    .array(z.object({ epoch: uint32, first_slot: uint32, last_slot: uint32 }))
    .describe("The epochs of these slots"),
  slots: z.array(slot).min(1),
  votes: votes.nullable().describe("null at a depth that does not read them"),
});
export type SlotsMessage = z.infer<typeof slotsMessage>;

/**
 * Rewards of blocks: fees, inflation of vote and stake accounts, and any future kinds. Key: (network, slot,
 * reward_index).
 */
export const rewardsMessage = z.object({
  type: z.literal("rewards"),
  network: networkName,
  rewards: z.array(
    z.object({
      slot: uint32,
      reward_index: uint32.describe("Position in the block's list"),
      account: solanaAddress,
      lamports: int64,
      post_balance: uint64,
      reward_type: z.string().max(64).describe("Type returned by the node; empty if it returned none"),
      commission: z.int().min(0).max(255).nullable().describe("Percent; of inflation rewards only"),
      commission_bps: uint16.nullable(),
    }),
  ),
});
export type RewardsMessage = z.infer<typeof rewardsMessage>;

const state = {
  network: networkName,
  slot: uint32.describe("Finalized slot of the node at the request: the version of these facts"),
  epoch: uint32.describe("Epoch of that slot"),
};

/** Vote accounts in the current state. Key: (network, epoch, vote_account). */
export const votersMessage = z.object({
  type: z.literal("voters"),
  ...state,
  supply_lamports: uint64.nullable(),
  voters: z.array(
    z.object({
      vote_account: solanaAddress,
      identity: solanaAddress,
      activated_stake: uint64.describe("Lamports, of this epoch"),
      commission: z.int().min(0).max(255),
      commission_bps: uint16.nullable(),
      last_vote: uint64,
      root_slot: uint64,
      is_delinquent: z.boolean(),
      is_epoch_vote_account: z.boolean(),
      version: z.string().max(64).nullable().describe("Version of the node's software, from gossip"),
      name: z.string().max(1_000).nullable().describe("Published on chain by the operator"),
      website: z.string().max(1_000).nullable(),
      icon_url: z.string().max(1_000).nullable(),
      details: z.string().max(2_000).nullable(),
    }),
  ),
  credits: z
    .array(
      z.object({
        vote_account: solanaAddress,
        epoch: uint32,
        kind: z.enum(["tower", "alpenglow"]).describe("alpenglow: credits are lamports"),
        credits: uint64.describe("Credits at the end of the epoch, or now"),
        previous_credits: uint64,
      }),
    )
    .describe("Key: (network, epoch, vote_account, kind). The marker between both kinds is not a row"),
  inflation: z
    .array(z.object({ epoch: uint32, reward_max_lamports: uint64, slot_count: uint64 }))
    .default([])
    .describe("Inputs of certificates' rewards, for this epoch and the previous one. Key: (network, epoch)"),
});
export type VotersMessage = z.infer<typeof votersMessage>;

/** Part of the stake accounts. Key: (network, epoch, stake_account). Delegated ones only. */
export const stakesMessage = z.object({
  type: z.literal("stakes"),
  ...state,
  stake_accounts: z.array(solanaAddress),
  addresses: z.array(solanaAddress).max(200_000).describe("Dictionary of authorities and vote accounts"),
  columns: z.object({
    stake_authority: packed.describe("UInt32, index in `addresses`"),
    withdraw_authority: packed.describe("UInt32, index in `addresses`"),
    vote_account: packed.describe("UInt32, index in `addresses`"),
    balance_lamports: packed.describe("UInt64"),
    rent_exempt_reserve_lamports: packed.describe("UInt64"),
    stake_lamports: packed.describe("UInt64, delegated"),
    activation_epoch: packed.describe("UInt64; 2^64-1: since genesis"),
    deactivation_epoch: packed.describe("UInt64; 2^64-1: not deactivated"),
    credits_observed: packed.describe("UInt64"),
  }),
});
export type StakesMessage = z.infer<typeof stakesMessage>;

/** Number of delegated stake accounts read. Announces them. Key: (network, epoch). */
export const stakeCountMessage = z.object({
  type: z.literal("stake_count"),
  ...state,
  stake_account_count: uint32,
});
export type StakeCountMessage = z.infer<typeof stakeCountMessage>;

const distribution = z.object({
  vote_account: solanaAddress,
  created_epoch: uint32,
  commission_bps: uint16,
  total_claim_lamports: uint64.nullable().describe("null until the merkle root is uploaded"),
});

/**
 * Jito's accounts that distribute tips and priority fees, and the tip router's fees. Keys: (network,
 * created_epoch, vote_account) for both, (network, activation_epoch).
 */
export const tipsMessage = z.object({
  type: z.literal("tips"),
  ...state,
  tips: z.array(distribution),
  priority_fees: z
    .array(
      distribution.extend({
        transferred_lamports: uint64.describe(
          "Fees that the validator shared with its delegators, as the program counts them",
        ),
      }),
    )
    .default([]),
  fees: z
    .array(
      z.object({
        activation_epoch: uint32,
        fee_bps: uint16.describe("Of tips"),
        priority_fee_bps: uint16.nullable().default(null).describe("Of priority fees"),
      }),
    )
    .default([])
    .describe("Fees of the tip router by their first epoch in force; 0 from epoch 0 if there is none"),
});
export type TipsMessage = z.infer<typeof tipsMessage>;

/** Stake pools of the SPL program. Key: (network, pool). */
export const poolsMessage = z.object({
  type: z.literal("pools"),
  ...state,
  pools: z.array(
    z.object({
      pool: solanaAddress,
      withdraw_authority: solanaAddress.describe("The stake authority of its stake accounts"),
      manager: solanaAddress,
      staker: solanaAddress,
      validator_list: solanaAddress,
      pool_mint: solanaAddress,
      name: z.string().max(200).nullable().describe("Name of its token; null if it has none"),
      symbol: z.string().max(50).nullable(),
      total_lamports: uint64,
      pool_token_supply: uint64,
      last_update_epoch: uint64,
    }),
  ),
});
export type PoolsMessage = z.infer<typeof poolsMessage>;

/** Inflation rewards by getInflationReward: a second source for those in blocks. Key: (network, epoch, account). */
export const payoutsMessage = z.object({
  type: z.literal("payouts"),
  network: networkName,
  epoch: uint32.describe("Rewarded epoch"),
  payouts: z.array(
    z.object({
      account: solanaAddress,
      effective_slot: uint32,
      lamports: uint64,
      post_balance: uint64,
      commission: z.int().min(0).max(255).nullable(),
    }),
  ),
});

/** Raise it when a message may contain data that an older worker would misread or refuse: such a worker keeps them. */
export const solanaSchemaVersion = 1;

export const solanaMessage = z.discriminatedUnion("type", [
  slotsMessage,
  rewardsMessage,
  votersMessage,
  stakesMessage,
  stakeCountMessage,
  tipsMessage,
  poolsMessage,
  payoutsMessage,
]);
export type SolanaMessage = z.infer<typeof solanaMessage>;

const base = { ...factTopic, retentionMs: 7 * msPerDay, messageBytesMax: 4_194_304 } as const;

/** State is kept as long as possible: nodes serve only the current one. */
export const solanaTopics = {
  slot: { ...base, name: "solana.slot" },
  reward: { ...base, name: "solana.reward" },
  state: { ...base, name: "solana.state", retentionMs: factTopic.retentionMs },
} satisfies Record<string, TopicDeclaration>;
