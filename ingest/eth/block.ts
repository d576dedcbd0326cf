/**
 * A block as the Beacon API's JSON, all forks in one schema: fields that a fork lacks are optional. SSZ blocks are
 * converted to the same form (ssz.ts), so there is one decoder.
 */
import { z } from "zod";
import { apiCheckpoint, count, hexText, rootText, uint64Text, uint256Text } from "./api/api.ts";

const attestation = z.object({
  aggregation_bits: hexText,
  committee_bits: hexText.optional(),
  data: z.object({
    slot: count,
    index: count,
    beacon_block_root: rootText,
    source: apiCheckpoint,
    target: apiCheckpoint,
  }),
});

const indexedAttestation = z.object({ attesting_indices: z.array(count) });
const signedHeader = z.object({ message: z.object({ proposer_index: count }) });

const withdrawal = z.object({
  index: uint64Text,
  validator_index: count,
  address: hexText,
  amount: uint64Text,
});

const executionRequests = z.object({
  deposits: z
    .array(
      z.object({
        pubkey: hexText,
        withdrawal_credentials: rootText,
        amount: uint64Text,
        index: uint64Text,
      }),
    )
    .default([]),
  withdrawals: z
    .array(z.object({ source_address: hexText, validator_pubkey: hexText, amount: uint64Text }))
    .default([]),
  consolidations: z
    .array(z.object({ source_address: hexText, source_pubkey: hexText, target_pubkey: hexText }))
    .default([]),
});
export type ExecutionRequestsJson = z.infer<typeof executionRequests>;

const executionPayload = z.object({
  block_number: uint64Text,
  block_hash: rootText,
  fee_recipient: hexText,
  gas_used: uint64Text.optional(),
  base_fee_per_gas: uint256Text.optional(),
  blob_gas_used: uint64Text.optional(),
  transactions: z.array(z.unknown()).describe("In hex, or the first byte of each: more is not read"),
  withdrawals: z.array(withdrawal).optional(),
});
export type ExecutionPayloadJson = z.infer<typeof executionPayload>;

/** Gloas: the commitment to a payload that a block carries instead of the payload. */
const payloadBid = z.object({
  parent_block_hash: rootText,
  block_hash: rootText,
  blob_kzg_commitments: z.array(z.unknown()).optional(),
});

const body = z.object({
  graffiti: hexText,
  proposer_slashings: z.array(z.object({ signed_header_1: signedHeader })),
  attester_slashings: z.array(
    z.object({ attestation_1: indexedAttestation, attestation_2: indexedAttestation }),
  ),
  attestations: z.array(attestation),
  deposits: z.array(
    z.object({
      data: z.object({ pubkey: hexText, withdrawal_credentials: rootText, amount: uint64Text }),
    }),
  ),
  voluntary_exits: z.array(
    z.object({ message: z.object({ epoch: uint64Text, validator_index: uint64Text }) }),
  ),
  sync_aggregate: z.object({ sync_committee_bits: hexText }).optional(),
  execution_payload: executionPayload.optional(),
  bls_to_execution_changes: z
    .array(z.object({ message: z.object({ validator_index: count, to_execution_address: hexText }) }))
    .optional(),
  blob_kzg_commitments: z.array(z.unknown()).optional(),
  execution_requests: executionRequests.optional(),
  signed_execution_payload_bid: z.object({ message: payloadBid }).optional(),
  parent_execution_requests: executionRequests.optional(),
});

export const blockJson = z.object({
  slot: count,
  proposer_index: count,
  parent_root: rootText,
  body,
});
export type BlockJson = z.infer<typeof blockJson>;

export const blockAnswer = z.object({
  version: z.string().optional(),
  data: z.object({ message: blockJson }),
});

export const envelopeAnswer = z.object({
  data: z.object({
    message: z.object({ payload: executionPayload, execution_requests: executionRequests.optional() }),
  }),
});
export type EnvelopeJson = z.infer<typeof envelopeAnswer>["data"]["message"];
