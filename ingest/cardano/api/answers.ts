/** Koios's answers. Unread fields are omitted; values that may be null, or text as well as a number, are accepted either way. */
import { z } from "zod";
import { plainDecimal } from "./json.ts";

const whole = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);
const lovelace = z.union([z.int().min(0).transform(String), z.string().regex(/^\d{1,20}$/)]);
const fraction = z.union([z.number(), z.string()]).transform((value, context) => {
  try {
    return plainDecimal(String(value));
  } catch {
    context.addIssue({ code: "custom", message: "no number" });
    return z.NEVER;
  }
});
/** Missing or null. */
const maybe = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null);

export const tipAnswer = z
  .object({
    hash: z.string(),
    epoch_no: whole,
    block_no: maybe(whole),
    block_height: maybe(whole),
    block_time: whole,
  })
  .transform(({ block_no, block_height, ...tip }) => ({ ...tip, block_no: block_no ?? block_height ?? 0 }));
export type Tip = z.output<typeof tipAnswer>;

export const genesisAnswer = z.object({
  networkmagic: whole,
  epochlength: whole,
  slotlength: fraction,
  maxlovelacesupply: lovelace,
  systemstart: whole,
  activeslotcoeff: fraction,
  securityparam: whole,
});
export type Genesis = z.output<typeof genesisAnswer>;

export const epochInfoAnswer = z.object({
  epoch_no: whole,
  fees: maybe(lovelace),
  blk_count: maybe(whole),
  start_time: whole,
  end_time: maybe(whole),
  active_stake: maybe(lovelace),
  total_rewards: maybe(lovelace),
});
export type EpochInfo = z.output<typeof epochInfoAnswer>;

export const epochParamsAnswer = z.object({
  epoch_no: whole,
  optimal_pool_count: maybe(whole),
  influence: maybe(fraction),
  monetary_expand_rate: maybe(fraction),
  treasury_growth_rate: maybe(fraction),
  decentralisation: maybe(fraction),
  pool_deposit: maybe(lovelace),
});
export type EpochParams = z.output<typeof epochParamsAnswer>;

export const totalsAnswer = z.object({ epoch_no: whole, reserves: maybe(lovelace) });

export const blockAnswer = z.object({
  hash: z.string(),
  epoch_no: whole,
  abs_slot: whole,
  block_height: whole,
  block_time: whole,
  pool: maybe(z.string()),
});
export type Block = z.output<typeof blockAnswer>;

const owners = z.union([z.array(z.string().nullable()), z.string().transform((text) => [text])]);
const registration = {
  pool_id_bech32: z.string(),
  active_epoch_no: maybe(whole),
  margin: maybe(fraction),
  fixed_cost: maybe(lovelace),
  pledge: maybe(lovelace),
  reward_addr: maybe(z.string()),
  owners: maybe(owners),
};

export const poolListAnswer = z.object({
  ...registration,
  pool_status: maybe(z.string()),
  retiring_epoch: maybe(whole),
});
export type ListedPool = z.output<typeof poolListAnswer>;

export const poolUpdateAnswer = z.object({
  ...registration,
  tx_hash: maybe(z.string()),
  block_time: maybe(whole),
  update_type: maybe(z.string()),
  retiring_epoch: maybe(whole),
});
export type PoolUpdate = z.output<typeof poolUpdateAnswer>;

export const poolMetadataAnswer = z.object({
  pool_id_bech32: z.string(),
  meta_json: maybe(z.object({ name: maybe(z.string()), ticker: maybe(z.string()) })),
});
export type PoolMetadata = z.output<typeof poolMetadataAnswer>;

export const delegatorAnswer = z.object({
  stake_address: z.string(),
  amount: lovelace,
  epoch_no: maybe(whole),
});
export type Delegator = z.output<typeof delegatorAnswer>;

export const accountUpdateAnswer = z.object({
  stake_address: z.string(),
  action_type: z.string(),
  absolute_slot: whole,
  block_time: whole,
});
export type AccountUpdate = z.output<typeof accountUpdateAnswer>;

export const rewardAnswer = z.object({
  stake_address: z.string(),
  earned_epoch: maybe(whole),
  spendable_epoch: maybe(whole),
  amount: lovelace,
  type: z.string(),
  pool_id_bech32: maybe(z.string()),
});
export type Reward = z.output<typeof rewardAnswer>;

/** Koios computes sums of rewards as doubles; null: they are not known yet. */
export const poolHistoryAnswer = z.object({
  epoch_no: whole,
  active_stake: maybe(lovelace),
  block_cnt: maybe(whole),
  delegator_cnt: maybe(whole),
  margin: maybe(fraction),
  fixed_cost: maybe(lovelace),
  pool_fees: maybe(fraction),
  deleg_rewards: maybe(fraction),
  member_rewards: maybe(fraction),
  epoch_ros: maybe(fraction),
});
export type PoolHistory = z.output<typeof poolHistoryAnswer>;

export const poolBlockAnswer = z.object({ epoch_no: maybe(whole), abs_slot: whole, block_height: whole });
export type PoolBlock = z.output<typeof poolBlockAnswer>;

export const poolOwnerAnswer = z.object({
  pool_id_bech32: z.string(),
  stake_address: z.string(),
  epoch_no: whole,
  declared_pledge: maybe(lovelace),
  active_stake: lovelace,
});
export type PoolOwner = z.output<typeof poolOwnerAnswer>;

export const accountStakeAnswer = z.object({
  stake_address: z.string(),
  pool_id_bech32: z.string(),
  epoch_no: whole,
  active_stake: lovelace,
});
export type AccountStake = z.output<typeof accountStakeAnswer>;
