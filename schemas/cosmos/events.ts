/**
 * Messages of the listener of a CometBFT chain; every chain of the family has the same messages in topics of its own.
 * Bulk facts are columns: one message holds the reward events of several blocks. Amounts are decimal text in the base
 * unit (utia, ubbn) with up to 18 decimals, as on the chain. Any order or batching of messages leads to the same
 * tables: each event has a key of its own, (network, height, section, transaction, event).
 */
import { z } from "zod";
import type { TopicDeclaration } from "../../lib/bus/bus.ts";
import { factTopic, networkName, packed, uint32 } from "../common.ts";

/** Kind of event; its index in this list is its number on the bus and in the tables. */
export const eventKinds = ["rewards", "commission", "withdraw_rewards", "withdraw_commission"] as const;
export type EventKind = (typeof eventKinds)[number];

/** Section of an event: the block (begin and end block together), or a transaction. */
export const eventSections = ["finalize", "transaction"] as const;
export type EventSection = (typeof eventSections)[number];

/** An amount of base units, exact. 57 digits before the point fit Decimal(76, 18). */
export const decimalAmount = z.string().regex(/^\d{1,57}(?:\.\d{1,18})?$/);
const hash = z.string().regex(/^[0-9A-F]{64}$/);
const address = z.string().regex(/^[a-z0-9]{6,128}$/);
const date = z.iso.date();

const block = z.object({
  height: uint32,
  hash,
  time: z.iso.datetime().describe("Header time, to the millisecond"),
  day: date.describe("UTC day of the header's time"),
  previous_day: date.nullable().describe("UTC day of the previous block; null if unknown"),
  next_day: date.nullable().describe("UTC day of the next block; null if unknown"),
});
export type BlockFact = z.infer<typeof block>;

const eventColumns = z.object({
  height: packed.describe("UInt32"),
  section: packed.describe("UInt8, index in eventSections"),
  transaction_index: packed.describe("UInt32; 0 in the block's own section"),
  event_index: packed.describe("UInt32, position in the section or transaction"),
  kind: packed.describe("UInt8, index in eventKinds"),
  validator: packed.describe("UInt16, index in `validators`"),
  amount: z.array(decimalAmount),
  other_amounts: z
    .array(z.tuple([uint32, z.string().max(10_000)]))
    .describe("Coins of other denominations, as written, by the event's index in these columns"),
  transaction_hashes: z
    .array(z.tuple([uint32, hash]))
    .default([])
    .describe("SHA-256 of the event's transaction, by the event's index; missing if not read"),
});

const columnBytes = {
  height: 4,
  section: 1,
  transaction_index: 4,
  event_index: 4,
  kind: 1,
  validator: 2,
} as const;

export const blocksMessage = z.object({
  type: z.literal("blocks"),
  network: networkName,
  blocks: z.array(block).min(1),
  validators: z.array(address).max(65_536).describe("Dictionary of operator addresses"),
  events: eventColumns.refine(
    (events) =>
      Object.entries(columnBytes).every(
        ([name, width]) =>
          Buffer.byteLength(events[name as keyof typeof columnBytes], "base64") ===
          width * events.amount.length,
      ),
    "Columns differ in length",
  ),
});
export type BlocksMessage = z.infer<typeof blocksMessage>;

const validatorState = z.object({
  validator: address,
  moniker: z.string(),
  account_address: address,
  consensus_address: address,
  consensus_pubkey: z.string().describe("base64 of the key's bytes"),
  commission_rate: decimalAmount.describe("0 to 1"),
  tokens: decimalAmount,
  is_bonded: z.boolean(),
  is_jailed: z.boolean(),
  delegator_count: uint32.nullable().describe("null if delegations are not read on this chain"),
  outstanding_rewards: decimalAmount.nullable().describe("From the second source; null without one"),
  accumulated_commission: decimalAmount.nullable().describe("From the second source; null without one"),
  pending_rewards: decimalAmount
    .nullable()
    .default(null)
    .describe("Rewards that are no longer outstanding but not claimed yet (CIP-30); null if not read"),
});
export type ValidatorState = z.infer<typeof validatorState>;

/** All validators after one block. Announces the number of delegations read at the same height. */
export const stateMessage = z.object({
  type: z.literal("state"),
  network: networkName,
  height: uint32,
  day: date.describe("UTC day of the block"),
  validators: z.array(validatorState),
  delegation_count: uint32.nullable(),
});
export type StateMessage = z.infer<typeof stateMessage>;

/** A part of the delegations after one block. */
export const delegationsMessage = z.object({
  type: z.literal("delegations"),
  network: networkName,
  height: uint32,
  day: date,
  validators: z.array(address).max(65_536),
  delegations: z
    .array(z.tuple([address, z.int().min(0).max(65_535), decimalAmount]))
    .describe("Delegator, index in `validators`, stake"),
});
export type DelegationsMessage = z.infer<typeof delegationsMessage>;

/**
 * Raise it when a message may contain data that an older worker would misread or refuse: such a worker keeps the
 * messages until it is upgraded.
 */
export const cosmosSchemaVersion = 1;

export const cosmosMessage = z.discriminatedUnion("type", [blocksMessage, stateMessage, delegationsMessage]);
export type CosmosMessage = z.infer<typeof cosmosMessage>;

/** The topics of one chain. State is kept as long as blocks: a pruned node cannot return it again. */
export function cosmosTopics(chain: string) {
  return {
    block: { ...factTopic, name: `${chain}.block` },
    state: { ...factTopic, name: `${chain}.state` },
  } satisfies Record<string, TopicDeclaration>;
}
