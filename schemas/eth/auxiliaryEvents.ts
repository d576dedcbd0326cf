/** Messages on which no epoch's duties depend: facts from execution nodes, relays and peers. */
import { z } from "zod";
import { networkName, uint32 } from "../common.ts";
import { depositLog, executionBlock, relayPayload } from "./facts.ts";

/**
 * All logs of the deposit contract in a run of final execution blocks: those of an epoch's payloads, or any, if history
 * is read by block number. Key: (network, from_block, to_block).
 */
export const depositLogMessage = z.object({
  type: z.literal("deposit_log"),
  network: networkName,
  epoch: uint32.nullable().describe("Epoch of these payloads; null if blocks were read by number"),
  from_block: uint32,
  to_block: uint32,
  logs: z.array(depositLog),
});
export type DepositLogMessage = z.infer<typeof depositLogMessage>;

/** Execution data of payloads of one final epoch: of all, or of those that were not known before. */
export const executionBlockMessage = z.object({
  type: z.literal("execution_block"),
  network: networkName,
  epoch: uint32,
  blocks: z.array(executionBlock),
});
export type ExecutionBlockMessage = z.infer<typeof executionBlockMessage>;

/** All deliveries that a relay reports for the slots of a final epoch. Key: (network, epoch, relay). */
export const relayPayloadsMessage = z.object({
  type: z.literal("relay_payloads"),
  network: networkName,
  epoch: uint32,
  relay: z.string().min(1).max(300).describe("Name of the relay, or host and port"),
  payloads: z.array(relayPayload),
  requested_relays: z
    .array(z.string().min(1).max(300))
    .optional()
    .describe("Names of all relays that the listener requests for the network; missing from older listeners"),
});
export type RelayPayloadsMessage = z.infer<typeof relayPayloadsMessage>;

/**
 * Connected peers of one beacon node at a time, and their locations then, because ranges of addresses move. Key:
 * (network, node, UTC day of observed_at), of which the latest wins. It belongs to no epoch.
 */
export const peerMessage = z.object({
  type: z.literal("peer"),
  network: networkName,
  node: z.string().describe("Address of the node, without credentials"),
  observed_at: z.int().min(0).describe("Time of the observation, milliseconds since 1970"),
  peers: z.array(
    z.object({
      peer_id: z.string(),
      ip: z.string().describe("IPv4 or IPv6; empty if unknown"),
      country_code: z.string().describe("ISO 3166-1, two capitals; empty if unknown"),
      hosting_provider: z.string().describe("Provider of the address; empty if unknown"),
    }),
  ),
});
export type PeerMessage = z.infer<typeof peerMessage>;
