/** What messages say that no epoch's duties hang on: what execution nodes, relays and peers tell. */
import { z } from "zod";
import { networkName, uint32 } from "../common.ts";
import { depositLog, executionBlock, relayPayload } from "./facts.ts";

/**
 * All that the deposit contract logged in a run of final execution blocks: those of an epoch's payloads, or, where history
 * is read by block numbers, any. Key: (network, from_block, to_block).
 */
export const depositLogMessage = z.object({
  type: z.literal("deposit_log"),
  network: networkName,
  epoch: uint32
    .nullable()
    .describe("Whose payloads these blocks are; null where they were read by their numbers"),
  from_block: uint32,
  to_block: uint32,
  logs: z.array(depositLog),
});
export type DepositLogMessage = z.infer<typeof depositLogMessage>;

/** What the execution layer tells of payloads of one final epoch: of all, or of those that were not known before. */
export const executionBlockMessage = z.object({
  type: z.literal("execution_block"),
  network: networkName,
  epoch: uint32,
  blocks: z.array(executionBlock),
});
export type ExecutionBlockMessage = z.infer<typeof executionBlockMessage>;

/** All that a relay says it delivered in the slots of a final epoch. Key: (network, epoch, relay). */
export const relayPayloadsMessage = z.object({
  type: z.literal("relay_payloads"),
  network: networkName,
  epoch: uint32,
  relay: z.string().min(1).max(300).describe("Its name, or host and port"),
  payloads: z.array(relayPayload),
  requested_relays: z
    .array(z.string().min(1).max(300))
    .optional()
    .describe("Names of all relays that the listener requests of the network; older listeners don't say"),
});
export type RelayPayloadsMessage = z.infer<typeof relayPayloadsMessage>;

/**
 * Whom one beacon node was connected to at a moment, and where these were then: ranges of addresses move on. Key: (network,
 * node, UTC day of observed_at), of which the latest stays. It belongs to no epoch.
 */
export const peerMessage = z.object({
  type: z.literal("peer"),
  network: networkName,
  node: z.string().describe("Address of the node, without credentials"),
  observed_at: z.int().min(0).describe("Milliseconds since 1970: when the node told"),
  peers: z.array(
    z.object({
      peer_id: z.string(),
      ip: z.string().describe("IPv4 or IPv6; empty is unknown"),
      country_code: z.string().describe("ISO 3166-1, two capitals; empty is unknown"),
      hosting_provider: z.string().describe("Whose network the address is of; empty is unknown"),
    }),
  ),
});
export type PeerMessage = z.infer<typeof peerMessage>;
