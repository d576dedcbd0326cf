/** Facts in messages of blocks and epochs. Each names the key of its raw table. */
import { z } from "zod";
import { address, hex, root, uint32, uint64, uint256 } from "../common.ts";

/** A compressed point of the curve; its validity is not checked. */
export const blsSignature = z.string().regex(/^0x[0-9a-f]{192}$/);

export const checkpoint = z.object({ epoch: uint32, root });

/** An included attestation. Key: (block_root, attestation_index). */
export const attestation = z.object({
  attestation_index: uint32.describe("Position in the block's body"),
  slot: uint32.describe("Attested slot"),
  committee_indices: z.array(uint32).describe("Ascending; one before Electra, those of committee_bits since"),
  aggregation_bits: hex.describe("SSZ bitlist with its length bit, committees concatenated"),
  beacon_block_root: root,
  source: checkpoint,
  target: checkpoint,
  payload_index: z.int().min(0).max(1).describe("Gloas: data.index, 1 = payload present; 0 before"),
});
export type Attestation = z.infer<typeof attestation>;

/** A validator proven to have equivocated. Key: (slot, validator_index, kind). */
export const slashing = z.object({
  validator_index: uint32,
  kind: z.enum(["proposer", "attester"]),
});

/** Key: (slot, validator_index). */
export const voluntaryExit = z.object({ validator_index: uint32, epoch: uint32 });

/** A deposit in a block. Key: (slot, kind, position). `bridge`: body.deposits; `request`: Electra's requests. */
export const deposit = z.object({
  kind: z.enum(["bridge", "request"]),
  position: uint32.describe("Position in its list"),
  index: uint64.nullable().describe("Global deposit request index; null for bridge deposits"),
  pubkey: hex,
  withdrawal_credentials: root,
  amount_gwei: uint64,
});

/** Key: index (global, gap-free). */
export const withdrawal = z.object({
  index: uint64,
  validator_index: uint32,
  address: hex,
  amount_gwei: uint64,
});

/** Only a request until it appears in a registry. Key: (slot, position). */
export const withdrawalRequest = z.object({
  position: uint32,
  source_address: hex,
  validator_pubkey: hex,
  amount_gwei: uint64,
});

/** Only a request: it is silently ignored if its conditions don't hold. Key: (slot, position). */
export const consolidationRequest = z.object({
  position: uint32,
  source_address: hex,
  source_pubkey: hex,
  target_pubkey: hex,
});

/** One bit per seat, little-endian bit order; a seat is a position, and one validator may hold several. Key: slot. */
export const syncAggregate = z.object({ bits: hex });

/** Number of distinguished transaction types: 0 (legacy) to 4 (EIP-7702). */
export const transactionTypes = 5;

/** Key: block_root. null: the fork has none, nor Bellatrix before the merge; since Gloas: it was not revealed. */
export const executionPayload = z.object({
  block_number: uint64,
  block_hash: root,
  fee_recipient: hex,
  transaction_count: uint32,
  blob_count: uint32,
  gas_used: uint64.optional().describe("Missing from older listeners"),
  base_fee_per_gas: uint256.optional().describe("Wei; missing from older listeners"),
  blob_gas_used: uint64.optional().describe("None before Deneb; missing from older listeners"),
  transaction_type_counts: z
    .array(uint32)
    .length(transactionTypes)
    .optional()
    .describe("Transactions of types 0, 1, 2, …; missing from older listeners"),
});

/** A consolidation that was executed in the transition into an epoch. Key: source_index, once in a validator's life. */
export const consolidation = z.object({
  source_index: uint32,
  target_index: uint32,
  amount_gwei: uint64.describe("0 if the source was slashed: dropped without a transfer"),
});

/** Balances after an executed consolidation, and whether it was dropped. Key: source_index. */
export const consolidationBalance = z.object({
  source_index: uint32,
  target_index: uint32,
  is_source_slashed: z.union([z.literal(0), z.literal(1)]).describe("1: dropped without a transfer"),
  target_balance_before_gwei: uint64.describe("After the last slot before the epoch"),
  target_balance_after_gwei: uint64.describe("After the epoch's first slot, its block applied"),
  target_effective_balance_gwei: uint64.describe("From this epoch on; blocks do not change it"),
});

/** An accepted consolidation in a state's queue. Key: source_index, once in a validator's life. */
export const pendingConsolidation = z.object({ source_index: uint32, target_index: uint32 });

/** A member of the sync committee that is withdrawable. Key: (epoch, validator_index). */
export const syncBalance = z.object({
  validator_index: uint32,
  slot: uint32.describe(
    "Slot whose post-state has this balance: the last one before the epoch, or its first one if no node returned that",
  ),
  balance_gwei: uint64,
});

/**
 * An event of the deposit contract with the sender of its transaction, which only an execution node can return. Key:
 * index (of all deposits since the contract's first, gap-free).
 */
export const depositLog = z.object({
  index: uint64,
  pubkey: hex,
  withdrawal_credentials: root,
  amount_gwei: uint64,
  signature: blsSignature
    .optional()
    .describe("Signature over its DepositMessage, not verified yet; missing from older listeners"),
  sender: address.describe("`from` of the transaction, not a contract that forwards it"),
  transaction_hash: root,
  block_number: uint32,
  block_hash: root,
});
export type DepositLog = z.infer<typeof depositLog>;

/** Sums over the transactions of a canonical block's payload, by their receipts, in wei. Key: slot. */
export const executionBlock = z.object({
  slot: uint32,
  block_number: uint32,
  block_hash: root,
  tips_wei: z
    .array(uint256)
    .length(transactionTypes)
    .describe(
      "Of types 0, 1, 2, …: (effectiveGasPrice - baseFeePerGas) * gasUsed; newer types count as the last",
    ),
  base_fees_burnt_wei: uint256.describe("gasUsed * baseFeePerGas"),
  blob_fees_burnt_wei: uint256.describe("blobGasUsed * blobGasPrice"),
  fee_recipient_transfers_wei: uint256.describe("Value sent to the fee recipient by successful transactions"),
  last: z
    .object({
      sender: address,
      recipient: address.nullable().describe("null if it creates a contract"),
      value_wei: uint256,
      is_successful: z.union([z.literal(0), z.literal(1)]),
    })
    .nullable()
    .describe("The last transaction"),
  sanctioned_count: uint32
    .nullable()
    .describe("Transactions from or to a listed address; null without a list"),
});
export type ExecutionBlockFact = z.infer<typeof executionBlock>;

/**
 * A payload that a relay reports as delivered, including those for missed slots and unused blocks. Key: (relay, slot,
 * block_hash).
 */
export const relayPayload = z.object({
  slot: uint32,
  block_hash: root.describe("Of the execution block"),
  builder_pubkey: hex,
  proposer_fee_recipient: address.describe("Fee recipient that the builder had to pay"),
  value_wei: uint256.describe("Payment to the proposer as the relay reports it"),
});
export type RelayPayload = z.infer<typeof relayPayload>;

/**
 * Balance of a slashed validator after a slot's block: before the epoch whose blocks slashed it, and at the end of each
 * epoch until it is withdrawable. Key: (epoch, validator_index, slot).
 */
export const slashedBalance = z.object({ validator_index: uint32, slot: uint32, balance_gwei: uint64 });

/** Total over all validators active in an epoch, after its last slot's block. Key: epoch. */
export const dayBalance = z.object({ active_balance_gwei: uint64, validator_count: uint32 });

/** BLS credentials that changed to an address, permanently. Key: (slot, validator_index). */
export const credentialChange = z.object({ validator_index: uint32, address: hex });
