/**
 * Messages of the Ethereum listener. Small facts travel together, one message per height, so that a slot is one
 * message; each fact inside keeps an idempotency key of its own (`keys` below), which is also the key of its raw table.
 * No message exceeds 1 MB at mainnet size (measured in ingest/eth/decode.test.ts).
 * Any order of messages leads to the same tables: an epoch is computed once the tables hold everything that its `epoch`
 * message announces.
 */
import { z } from "zod";
import type { TopicDeclaration } from "../../lib/bus/bus.ts";
import { msPerDay } from "../../lib/days.ts";
import { column, hex, networkName, packed, root, uint32, uint64 } from "../common.ts";
import {
  depositLogMessage,
  executionBlockMessage,
  peerMessage,
  relayPayloadsMessage,
} from "./auxiliaryEvents.ts";
import {
  attestation,
  consolidation,
  consolidationBalance,
  consolidationRequest,
  credentialChange,
  dayBalance,
  deposit,
  executionPayload,
  pendingConsolidation,
  slashedBalance,
  slashing,
  syncAggregate,
  syncBalance,
  voluntaryExit,
  withdrawal,
  withdrawalRequest,
} from "./facts.ts";
import { nodeRewardsMessage } from "./nodeRewards.ts";

/** Forks in order. A fork is a row of data: differences are looked up by name, never by `if (epoch > …)`. */
export const forks = [
  "phase0",
  "altair",
  "bellatrix",
  "capella",
  "deneb",
  "electra",
  "fulu",
  "gloas",
] as const;
export const fork = z.enum(forks);
export type Fork = z.infer<typeof fork>;

/**
 * Contents of one slot. Key: (network, slot, block_root); `missed` has the zero root. `final` slots are canonical
 * forever; `provisional` ones are head blocks that may still be orphaned. Facts (attestations and below) are carried by
 * final canonical blocks only.
 */
export const blockMessage = z.object({
  type: z.literal("block"),
  network: networkName,
  epoch: uint32,
  slot: uint32,
  status: z.enum(["canonical", "missed", "orphaned"]),
  finality: z.enum(["provisional", "final"]),
  observed_slot: uint32.describe(
    "Head slot (final: last finalized slot) at the time of reading; the newer message wins",
  ),
  fork,
  block_root: root,
  parent_root: root,
  proposer_index: uint32.nullable().describe("null for a missed slot, whose validator is in the duty"),
  graffiti: hex.nullable(),
  execution: executionPayload.nullable(),
  attestations: z.array(attestation),
  sync_aggregate: syncAggregate.nullable(),
  slashings: z.array(slashing),
  voluntary_exits: z.array(voluntaryExit),
  deposits: z.array(deposit),
  withdrawals: z.array(withdrawal),
  withdrawal_requests: z.array(withdrawalRequest),
  consolidation_requests: z.array(consolidationRequest),
  credential_changes: z.array(credentialChange).optional().describe("Missing from older listeners"),
});
export type BlockMessage = z.infer<typeof blockMessage>;

/** Attestation duties of one slot. Key: (network, slot). Committee i has `sizes[i]` members. */
export const committeeMessage = z.object({
  type: z.literal("committee"),
  network: networkName,
  epoch: uint32,
  slot: uint32,
  sizes: z.array(uint32),
  validators: packed.describe("Uint32 validator indices, committees concatenated in index order"),
});
export type CommitteeMessage = z.infer<typeof committeeMessage>;

/**
 * Announcement of an epoch: the facts published for it, and those known at its end. An epoch's duties are computed when
 * its own and the next epoch's messages are all in the tables. Key: (network, epoch).
 */
export const epochMessage = z.object({
  type: z.literal("epoch"),
  network: networkName,
  epoch: uint32,
  observed_slot: uint32,
  role: z
    .enum(["full", "support"])
    .describe(
      "support: only what neighbouring epochs need (the epochs around a backfilled range), no rows of its own",
    ),
  fork,
  genesis_time: uint64,
  genesis_validators_root: root,
  spec: z.record(z.string(), z.string()).describe("Constants from /eth/v1/config/spec used in computations"),
  proposer_duties: z.array(z.object({ slot: uint32, validator_index: uint32 })),
  sync_committee: packed.nullable().describe("Uint32 validator indices by seat; null before Altair"),
  finalized_epoch_after: uint32.describe(
    "finalized_checkpoint.epoch of the state at the next epoch's first slot",
  ),
  parent_block_root: root.describe("Root of the last block before this epoch's first slot"),
  registry_epoch: uint32.describe("Epoch of the last full registry snapshot at or before this epoch"),
  registry_rows: uint32.describe("Registry rows published for this epoch (snapshot or changes)"),
  pending_deposit_rows: uint32
    .nullable()
    .describe("Rows of the pending deposit snapshot; null if none was taken"),
  consolidations: z
    .array(consolidation)
    .nullable()
    .describe("Executed in the transition to this epoch; null if the node does not return it"),
  consolidation_balances: z
    .array(consolidationBalance)
    .optional()
    .describe("Balances of their targets around the transition; missing from older listeners"),
  pending_consolidations: z
    .array(pendingConsolidation)
    .optional()
    .describe(
      "Queued in the state at the epoch's first slot, and not at the previous epoch; all of them in a listener's first epoch. Missing if the node does not return the queue, and from older listeners",
    ),
  sync_balances: z
    .array(syncBalance)
    .optional()
    .describe("Balances of sync committee members that are withdrawable; missing from older listeners"),
  slashed_balances: z
    .array(slashedBalance)
    .optional()
    .describe("Balances of slashed validators that are not withdrawable yet; missing from older listeners"),
  day_balance: dayBalance
    .optional()
    .describe(
      "Total balance in the last epoch of a chain day or UTC day, if a node returns it; missing from older listeners",
    ),
  inactivity_score_rows: uint32
    .nullable()
    .optional()
    .describe("Inactivity scores published for this epoch; null if not read from a node's state"),
});
export type EpochMessage = z.infer<typeof epochMessage>;

/** Columns of a registry message, `count` entries each; in base64 before version 3. */
export const registryColumns = {
  validator_index: column.describe("Uint32"),
  balance_gwei: column.describe("Uint64"),
  effective_balance_gwei: column.describe("Uint64"),
  is_slashed: column.describe("Uint8"),
  activation_eligibility_epoch: column.describe("Uint64, 2^64-1 = far future, as in all epochs"),
  activation_epoch: column.describe("Uint64"),
  exit_epoch: column.describe("Uint64"),
  withdrawable_epoch: column.describe("Uint64"),
  pubkey: column.describe("48 bytes each"),
  withdrawal_credentials: column.describe("32 bytes each"),
};

/**
 * A part of the registry in the state at the epoch's first slot: a full snapshot, or the validators whose effective
 * balance or status fields changed since the epoch before. Key: (network, epoch, validator_index).
 */
export const registryMessage = z.object({
  type: z.literal("registry"),
  network: networkName,
  epoch: uint32,
  kind: z.enum(["snapshot", "changes"]),
  count: uint32,
  ...registryColumns,
});
export type RegistryMessage = z.infer<typeof registryMessage>;

/**
 * The queue of deposits in the state at the epoch's first slot (Electra and later), read with each full registry
 * snapshot, summed by public key. Key: (network, epoch, pubkey).
 */
export const pendingDepositMessage = z.object({
  type: z.literal("pending_deposit"),
  network: networkName,
  epoch: uint32,
  count: uint32,
  pubkey: packed.describe("48 bytes each"),
  amount_gwei: packed.describe("Uint64"),
});
export type PendingDepositMessage = z.infer<typeof pendingDepositMessage>;

/**
 * Inactivity scores above zero with which validators enter an epoch, before its rewards: read from a node's state where a
 * history begins. Key: (network, epoch, validator_index).
 */
export const inactivityScoreMessage = z.object({
  type: z.literal("inactivity_score"),
  network: networkName,
  epoch: uint32,
  count: uint32,
  validator_index: packed.describe("Uint32"),
  score: packed.describe("Uint64"),
});
export type InactivityScoreMessage = z.infer<typeof inactivityScoreMessage>;

export const ethMessage = z.discriminatedUnion("type", [
  blockMessage,
  committeeMessage,
  epochMessage,
  registryMessage,
  pendingDepositMessage,
  inactivityScoreMessage,
  depositLogMessage,
  executionBlockMessage,
  relayPayloadsMessage,
  nodeRewardsMessage,
  peerMessage,
]);
export type EthMessage = z.infer<typeof ethMessage>;

/**
 * The schema version that a message of each type needs. Raise it when such a message may contain data that an older
 * worker would misread or refuse: such a worker keeps the messages until it is upgraded.
 */
export const schemaVersions: Record<EthMessage["type"], number> = {
  block: 1,
  committee: 1,
  epoch: 1,
  registry: 3,
  pending_deposit: 1,
  inactivity_score: 2,
  deposit_log: 1,
  execution_block: 4,
  relay_payloads: 4,
  node_rewards: 5,
  peer: 1,
};
/** The newest version that workers of this code read. */
export const ethSchemaVersion = Math.max(...Object.values(schemaVersions));

const base = { partitions: 8, compression: "zstd", messageBytesMax: 1_048_576 } as const;

export const ethTopics = {
  block: { ...base, name: "eth.block", retentionMs: 30 * msPerDay },
  committee: { ...base, name: "eth.committee", retentionMs: 7 * msPerDay },
  epoch: { ...base, name: "eth.epoch", retentionMs: 30 * msPerDay },
  registry: { ...base, name: "eth.registry", retentionMs: 7 * msPerDay },
  execution: { ...base, name: "eth.execution", retentionMs: 30 * msPerDay },
  peer: { ...base, name: "eth.peer", retentionMs: msPerDay },
} satisfies Record<string, TopicDeclaration>;

/** The topic of each message type. */
export const topicOf: Record<EthMessage["type"], TopicDeclaration> = {
  block: ethTopics.block,
  committee: ethTopics.committee,
  epoch: ethTopics.epoch,
  registry: ethTopics.registry,
  pending_deposit: ethTopics.registry,
  inactivity_score: ethTopics.registry,
  deposit_log: ethTopics.execution,
  execution_block: ethTopics.execution,
  relay_payloads: ethTopics.execution,
  node_rewards: ethTopics.epoch,
  peer: ethTopics.peer,
};
