/** From blocks and headers to block messages (schemas/eth/events.ts). Pure. */
import type { BlockMessage, Fork } from "../../schemas/eth/events.ts";
import { type Attestation, transactionTypes } from "../../schemas/eth/facts.ts";
import type { BlockJson, EnvelopeJson, ExecutionPayloadJson, ExecutionRequestsJson } from "./block.ts";

export const zeroRoot = `0x${"0".repeat(64)}`;

/** The slot that a message is about, and its state of finality. */
export type SlotContext = {
  network: string;
  epoch: number;
  slot: number;
  fork: Fork;
  finality: BlockMessage["finality"];
  observedSlot: number;
};

/** Positions of the set bits of a hex bit vector (SSZ: little-endian within each byte). */
export function setBits(hexBits: string): number[] {
  const positions: number[] = [];
  const bytes = Buffer.from(hexBits.slice(2), "hex");
  for (let position = 0; position < bytes.length * 8; position += 1) {
    if (((bytes[position >> 3] ?? 0) >> (position & 7)) & 1) positions.push(position);
  }
  return positions;
}

function decodeAttestation(
  attestation: BlockJson["body"]["attestations"][number],
  position: number,
): Attestation {
  const { data, committee_bits: committeeBits } = attestation;
  const isElectra = committeeBits !== undefined;
  return {
    attestation_index: position,
    slot: data.slot,
    committee_indices: isElectra ? setBits(committeeBits) : [data.index],
    aggregation_bits: attestation.aggregation_bits,
    beacon_block_root: data.beacon_block_root,
    source: data.source,
    target: data.target,
    // Since Electra data.index names no committee; Gloas uses it for "the payload was present".
    payload_index: isElectra && data.index === 1 ? 1 : 0,
  };
}

function decodeSlashings(body: BlockJson["body"]): BlockMessage["slashings"] {
  const slashings = new Map<string, BlockMessage["slashings"][number]>();
  const add = (validatorIndex: number, kind: "proposer" | "attester") =>
    slashings.set(`${kind}/${validatorIndex}`, { validator_index: validatorIndex, kind });
  for (const slashing of body.proposer_slashings)
    add(slashing.signed_header_1.message.proposer_index, "proposer");
  for (const slashing of body.attester_slashings) {
    const second = new Set(slashing.attestation_2.attesting_indices);
    for (const index of slashing.attestation_1.attesting_indices)
      if (second.has(index)) add(index, "attester");
  }
  return [...slashings.values()];
}

function decodeDeposits(
  body: BlockJson["body"],
  requests: ExecutionRequestsJson | undefined,
): BlockMessage["deposits"] {
  return [
    ...body.deposits.map(({ data }, position) => ({
      kind: "bridge" as const,
      position,
      index: null,
      pubkey: data.pubkey,
      withdrawal_credentials: data.withdrawal_credentials,
      amount_gwei: data.amount,
    })),
    ...(requests?.deposits ?? []).map((request, position) => ({
      kind: "request" as const,
      position,
      index: request.index,
      pubkey: request.pubkey,
      withdrawal_credentials: request.withdrawal_credentials,
      amount_gwei: request.amount,
    })),
  ];
}

/**
 * Number of transactions of each type. EIP-2718: the first byte is the type, or, from 0xc0 on, the beginning of a legacy
 * transaction's list.
 */
export function countTransactionTypes(transactions: readonly unknown[]): number[] {
  const counts = new Array<number>(transactionTypes).fill(0);
  for (const transaction of transactions) {
    const first = Number.parseInt(String(transaction).slice(2, 4), 16);
    const type = first >= 0xc0 ? 0 : first;
    // Unknown types count only towards the total. No type's number is 0.
    if (first !== 0 && counts[type] !== undefined) counts[type] += 1;
  }
  return counts;
}

function decodeExecution(payload: ExecutionPayloadJson, blobCount: number): BlockMessage["execution"] {
  // Bellatrix before the merge: an all-zero payload means none.
  if (payload.block_hash === zeroRoot) return null;
  return {
    block_number: payload.block_number,
    block_hash: payload.block_hash,
    fee_recipient: payload.fee_recipient,
    transaction_count: payload.transactions.length,
    blob_count: blobCount,
    ...(payload.gas_used === undefined ? {} : { gas_used: payload.gas_used }),
    ...(payload.base_fee_per_gas === undefined ? {} : { base_fee_per_gas: payload.base_fee_per_gas }),
    ...(payload.blob_gas_used === undefined ? {} : { blob_gas_used: payload.blob_gas_used }),
    transaction_type_counts: countTransactionTypes(payload.transactions),
  };
}

/** Empty facts, for a slot without any, or without final ones. */
const noFacts = {
  attestations: [],
  sync_aggregate: null,
  slashings: [],
  voluntary_exits: [],
  deposits: [],
  withdrawals: [],
  withdrawal_requests: [],
  consolidation_requests: [],
  credential_changes: [],
} satisfies Partial<BlockMessage>;

function start(
  context: SlotContext,
): Pick<BlockMessage, "type" | "network" | "epoch" | "slot" | "finality" | "observed_slot" | "fork"> {
  return {
    type: "block",
    network: context.network,
    epoch: context.epoch,
    slot: context.slot,
    finality: context.finality,
    observed_slot: context.observedSlot,
    fork: context.fork,
  };
}

/** Far-future and other values above 32 bits can't occur in a valid exit; they are clamped to the column's range. */
function clampToUint32(text: string): number {
  return Math.min(Number(text), 4_294_967_295);
}

/**
 * A block of any fork.
 * @param envelope Gloas: the payload, if it was revealed and the chain built on it; undefined otherwise.
 */
export function decodeBlock(
  context: SlotContext,
  blockRoot: string,
  block: BlockJson,
  envelope?: EnvelopeJson,
): BlockMessage {
  const { body } = block;
  const payload = body.execution_payload ?? envelope?.payload;
  const bid = body.signed_execution_payload_bid?.message;
  const requests = body.execution_requests ?? body.parent_execution_requests ?? envelope?.execution_requests;
  const blobCount = (body.blob_kzg_commitments ?? bid?.blob_kzg_commitments ?? []).length;
  const message: BlockMessage = {
    ...start(context),
    status: "canonical",
    block_root: blockRoot,
    parent_root: block.parent_root,
    proposer_index: block.proposer_index,
    graffiti: body.graffiti,
    execution: payload === undefined ? null : decodeExecution(payload, blobCount),
    ...noFacts,
  };
  if (context.finality === "provisional") return message;
  return {
    ...message,
    attestations: body.attestations.map(decodeAttestation),
    sync_aggregate:
      body.sync_aggregate === undefined ? null : { bits: body.sync_aggregate.sync_committee_bits },
    slashings: decodeSlashings(body),
    voluntary_exits: body.voluntary_exits
      // Gloas: indices with the builder flag (2^40) are builders, not validators.
      .filter((exit) => Number(exit.message.validator_index) <= 4_294_967_295)
      .map((exit) => ({
        validator_index: Number(exit.message.validator_index),
        epoch: clampToUint32(exit.message.epoch),
      })),
    deposits: decodeDeposits(body, requests),
    withdrawals: (payload?.withdrawals ?? [])
      .filter((withdrawal) => withdrawal.validator_index <= 4_294_967_295)
      .map((withdrawal) => ({
        index: withdrawal.index,
        validator_index: withdrawal.validator_index,
        address: withdrawal.address,
        amount_gwei: withdrawal.amount,
      })),
    withdrawal_requests: (requests?.withdrawals ?? []).map((request, position) => ({
      position,
      source_address: request.source_address,
      validator_pubkey: request.validator_pubkey,
      amount_gwei: request.amount,
    })),
    consolidation_requests: (requests?.consolidations ?? []).map((request, position) => ({
      position,
      ...request,
    })),
    credential_changes: (body.bls_to_execution_changes ?? []).map(({ message: change }) => ({
      validator_index: change.validator_index,
      address: change.to_execution_address.toLowerCase(),
    })),
  };
}

/** A slot without a block on the canonical chain. */
export function missedSlot(context: SlotContext): BlockMessage {
  return {
    ...start(context),
    status: "missed",
    block_root: zeroRoot,
    parent_root: zeroRoot,
    proposer_index: null,
    graffiti: null,
    execution: null,
    ...noFacts,
  };
}

/** A block that is not on the canonical chain, with the facts of its header. */
export function orphanedBlock(
  context: SlotContext,
  header: { root: string; parentRoot: string; proposerIndex: number },
): BlockMessage {
  return {
    ...missedSlot(context),
    status: "orphaned",
    block_root: header.root,
    parent_root: header.parentRoot,
    proposer_index: header.proposerIndex,
  };
}
