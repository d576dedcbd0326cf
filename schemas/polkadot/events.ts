/**
 * Messages of the Polkadot listener. One height is an era; its facts are read from storage after the block that paid
 * it, and payments from events. Accounts are 32 bytes each, amounts decimal text in planck. Any order or batching of
 * messages leads to the same tables: rows have the keys (network, era, validator), (network, era, validator, page,
 * nominator), (network, era) for claims, (network, era, validator, page) for payments and (network, account) for names.
 */
import { z } from "zod";
import type { TopicDeclaration } from "../../lib/bus/bus.ts";
import { factTopic, networkName, packed, uint32 } from "../common.ts";

/** Chain of the block that paid an era; its index in this list is its number in the tables. */
export const eraSources = ["asset_hub", "relay"] as const;
export type EraSource = (typeof eraSources)[number];

export const accountBytes = 32;

/** A u128, usually planck. */
export const planck = z.string().regex(/^(?:0|[1-9]\d{0,38})$/);
const hash = z.string().regex(/^0x[0-9a-f]{64}$/);
const date = z.iso.date();

const bytesOf = (text: string) => Buffer.byteLength(text, "base64");

/** Columns of elected validators. */
const validatorColumns = z
  .object({
    account: packed.describe("32 bytes: stash of the validator"),
    point_count: packed.describe("UInt32, era points"),
    commission: packed.describe("UInt32, billionths"),
    nominator_count: packed.describe("UInt32, exposed nominators"),
    page_count: packed.describe("UInt32, pages of nominators; 0 if exposures had none"),
    total_stake: z.array(planck),
    own_stake: z.array(planck),
    incentive_weight: z.array(planck.nullable()).describe("null if there is no weight in storage"),
    paid_nominator_stake: z
      .array(planck.nullable())
      .optional()
      .describe("Stake of nominators that are paid; null if all are"),
  })
  .refine(
    ({ paid_nominator_stake: paid = [], ...columns }) =>
      (paid.length === 0 || paid.length === columns.total_stake.length) &&
      [columns.total_stake, columns.own_stake, columns.incentive_weight].every(
        ({ length }) => length * accountBytes === bytesOf(columns.account),
      ) &&
      [columns.point_count, columns.commission, columns.nominator_count, columns.page_count].every(
        (column) => bytesOf(column) === 4 * columns.total_stake.length,
      ),
    "Columns differ in length",
  );

/** An era that has ended. Announces the number of exposures. */
export const eraMessage = z.object({
  type: z.literal("era"),
  network: networkName,
  era: uint32,
  source: z.enum(eraSources),
  end_block: uint32.describe("The block that emitted EraPaid, on the source's chain"),
  end_hash: hash,
  end_time: z.iso.datetime().describe("timestamp.now of that block"),
  day: date.describe("UTC day of that time"),
  previous_day: date.nullable().describe("UTC day of the previous era; null if unknown"),
  next_day: date.nullable().describe("UTC day of the next era; null if unknown"),
  spec_version: uint32.describe("Runtime version with which the storage was read"),
  payout: planck.describe("Amount paid to stakers for the era"),
  point_total: uint32,
  incentive_budget: planck.nullable().describe("null if the runtime has no such storage, or it is empty"),
  incentive_weight_sum: planck.nullable(),
  weighted_point_sum: planck
    .nullable()
    .describe("Sum of weight times points; null under the same conditions"),
  weighted_since_era: uint32.nullable().describe("First era that is divided by it; null if all are"),
  exposure_count: uint32,
  validators: validatorColumns,
});
export type EraMessage = z.infer<typeof eraMessage>;

/** A part of an era's exposures. */
export const exposuresMessage = z
  .object({
    type: z.literal("exposures"),
    network: networkName,
    era: uint32,
    validators: packed.describe("Dictionary of stashes, 32 bytes each"),
    validator: packed.describe("UInt16, index in `validators`"),
    page: packed.describe("UInt16"),
    nominator: packed.describe("32 bytes each"),
    stake: z.array(planck),
  })
  .refine(
    ({ stake: { length }, validator, page, nominator }) =>
      bytesOf(validator) === 2 * length &&
      bytesOf(page) === 2 * length &&
      bytesOf(nominator) === accountBytes * length,
    "Columns differ in length",
  );
export type ExposuresMessage = z.infer<typeof exposuresMessage>;

/** Pages of an era that were claimed by the end of a later one. */
export const claimsMessage = z
  .object({
    type: z.literal("claims"),
    network: networkName,
    era: uint32,
    read_era: uint32.describe("Era at whose end it was read"),
    validator: packed.describe("32 bytes each: stash, once for each of its pages"),
    page: packed.describe("UInt32"),
  })
  .refine(
    ({ validator, page }) => bytesOf(validator) * 4 === bytesOf(page) * accountBytes,
    "Columns differ in length",
  );
export type ClaimsMessage = z.infer<typeof claimsMessage>;

/**
 * Payments for pages of an era while a later one was active, by events of blocks. Pages without a payment and without
 * an event are not included.
 */
export const payoutsMessage = z
  .object({
    type: z.literal("payouts"),
    network: networkName,
    era: uint32.describe("The era that was paid"),
    read_era: uint32.describe("Era during which it was paid"),
    source: z.enum(eraSources),
    validator: packed.describe("32 bytes each: stash, once for each of its pages"),
    page: packed.describe("UInt32; 0 if exposures had no pages"),
    block: packed.describe("UInt32, the block that paid it, on the source's chain"),
    block_hash: packed.describe("32 bytes each"),
    extrinsic: z.array(uint32.nullable()).describe("Index in the block; null if the runtime paid by itself"),
    validator_amount: z.array(planck).describe("Paid to the validator itself, without its incentive"),
    incentive: z.array(planck).describe("ValidatorIncentivePaid"),
    nominator_amount: z.array(planck).describe("Paid to nominators"),
    nominator_count: packed.describe("UInt32, nominators that were paid"),
  })
  .refine(
    ({ validator, page, block, block_hash, nominator_count, ...lists }) =>
      [validator, block_hash].every((column) => bytesOf(column) === 32 * lists.extrinsic.length) &&
      [page, block, nominator_count].every((column) => bytesOf(column) === 4 * lists.extrinsic.length) &&
      [lists.validator_amount, lists.incentive, lists.nominator_amount].every(
        ({ length }) => length === lists.extrinsic.length,
      ),
    "Columns differ in length",
  );
export type PayoutsMessage = z.infer<typeof payoutsMessage>;

/** Names of accounts at a block of the People chain. */
export const namesMessage = z.object({
  type: z.literal("names"),
  network: networkName,
  block: uint32.describe("Of the People chain"),
  names: z.array(z.tuple([z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{35,48}$/), z.string().nullable()])),
});
export type NamesMessage = z.infer<typeof namesMessage>;

export const polkadotMessage = z.discriminatedUnion("type", [
  eraMessage,
  exposuresMessage,
  claimsMessage,
  payoutsMessage,
  namesMessage,
]);
export type PolkadotMessage = z.infer<typeof polkadotMessage>;

/**
 * The schema version that a message of each type needs. Raise it when such a message may contain data that an older
 * worker would misread or refuse: such a worker keeps the messages until it is upgraded.
 */
export const schemaVersions: Record<PolkadotMessage["type"], number> = {
  era: 1,
  exposures: 1,
  claims: 1,
  payouts: 2,
  names: 1,
};
/** The newest version that workers of this code read. */
export const polkadotSchemaVersion = Math.max(...Object.values(schemaVersions));

/** There are few eras, so a network has one key: one worker has all inputs of a computation. */
export const polkadotTopics = {
  era: { ...factTopic, name: "polkadot.era" },
  name: { ...factTopic, name: "polkadot.name" },
} satisfies Record<string, TopicDeclaration>;
