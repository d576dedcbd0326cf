/** What a node says that an epoch paid: compared with what is computed, and never a part of it. */
import { z } from "zod";
import { networkName, uint32 } from "../common.ts";

const nodeReward = z.object({
  component: z.enum([
    "attestation_source",
    "attestation_target",
    "attestation_head",
    "attestation_inactivity",
    "proposer_attestations",
    "proposer_sync_aggregate",
    "proposer_slashings",
    "sync_committee",
  ]),
  slot: uint32.describe("Slot of the block; 0 for attestations, which an epoch's end pays"),
  validator_index: uint32,
  gwei: z
    .string()
    .regex(/^-?\d{1,18}$/)
    .describe("Negative for a penalty"),
});
export type NodeReward = z.infer<typeof nodeReward>;

/** Of a sample of the epoch's validators and blocks, or all of a small network. Key: (network, epoch). */
export const nodeRewardsMessage = z.object({
  type: z.literal("node_rewards"),
  network: networkName,
  epoch: uint32.describe("Epoch of the duties and blocks"),
  rewards: z.array(nodeReward),
});
export type NodeRewardsMessage = z.infer<typeof nodeRewardsMessage>;
