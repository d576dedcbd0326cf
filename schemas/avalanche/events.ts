/**
 * Messages of the Avalanche listener: facts of the P-chain about stakes on the primary network. Amounts are nAVAX as
 * decimal text, times seconds since 1970. Any order or batching of messages leads to the same tables: a block's facts
 * have the key (network, height, position), those of a state (network, height, stake).
 */
import { z } from "zod";
import type { TopicDeclaration } from "../../lib/bus/bus.ts";
import { factTopic, networkName, packed, uint32, uint64 } from "../common.ts";

/** A block's kind on the bus and in the tables is its index in this list. */
export const blockKinds = ["standard", "proposal", "commit", "abort", "atomic", "unknown"] as const;

const txId = z.string().regex(/^[0-9a-f]{64}$/);
const nodeId = z.string().regex(/^NodeID-[1-9A-HJ-NP-Za-km-z]{24,33}$/);
const pubkey = z
  .string()
  .regex(/^[0-9a-f]{96}$/)
  .nullable();
/** Seconds; a chain's genesis may say 0. */
const seconds = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const millionths = z.int().min(0).max(1_000_000);

const stakeFields = {
  tx_id: txId,
  node_id: nodeId,
  is_validator: z.boolean(),
  pubkey: pubkey.describe("BLS key of a validator; null if it has none"),
  weight: uint64.describe("nAVAX"),
  shares: millionths.describe("For a validator, the share of delegators' rewards that it keeps"),
  period: seconds.describe(
    "Duration of the next cycle in seconds; 0 for a stake that is not auto-renewed, or is no longer",
  ),
  restake_shares: millionths.describe("Share of a cycle's rewards that is restaked"),
};

/** A stake that starts with its transaction. Key: network, height, position. */
const stake = z.object({
  ...stakeFields,
  height: uint32,
  position: uint32.describe("Index of the transaction in the block"),
  type_id: uint32,
  start: seconds.describe("From the transaction; only types 12 and 14 use it"),
  end: seconds.describe("0 for an auto-renewed stake"),
  is_proposed: z.boolean().describe("Before Banff: it starts only when the next block commits it"),
});
export type StakeFact = z.infer<typeof stake>;

/** Settings of an auto-renewed validator for the end of its cycle. */
const config = z.object({
  height: uint32,
  position: uint32,
  tx_id: txId,
  period: seconds,
  restake_shares: millionths,
});

/** A proposal to reward a stake; the next block is the chosen option. */
const reward = z.object({ height: uint32, type_id: uint32, tx_id: txId });
export type RewardFact = z.infer<typeof reward>;

const unknown = z.object({ height: uint32, position: uint32, type_id: uint32, unread: uint32 });

/** Time from which the minimum reward rate is lower; null: never. */
const helicon = z.object({
  time: seconds.nullable(),
  is_told: z.boolean().describe("Whether the node reported it; otherwise the default"),
});

/** Consecutive blocks. */
export const blocksMessage = z
  .object({
    type: z.literal("blocks"),
    network: networkName,
    helicon,
    from: uint32,
    count: z.int().min(1),
    time: packed.describe("UInt32, seconds: the block's, or before Banff the chain's"),
    kind: packed.describe("UInt8, index in blockKinds"),
    stakes: z.array(stake),
    configs: z.array(config),
    rewards: z.array(reward),
    unknowns: z.array(unknown),
  })
  .refine(
    ({ count, time, kind }) =>
      Buffer.byteLength(time, "base64") === 4 * count && Buffer.byteLength(kind, "base64") === count,
    "Columns differ in length",
  );
export type BlocksMessage = z.infer<typeof blocksMessage>;

/** A stake as a node reported it. */
const reportedStake = z.object({
  ...stakeFields,
  start: seconds.describe("For an auto-renewed stake, that of its cycle"),
  end: seconds,
  potential_reward: uint64,
  accrued_fee: uint64.describe("For a validator, fees of delegations that have ended in this cycle"),
  restaked: uint64.describe("Rewards of earlier cycles in the weight"),
});
export type ReportedStake = z.infer<typeof reportedStake>;

/** Some of the stakes after a block. Key: network, height, stake. */
export const reportedStakeMessage = z.object({
  type: z.literal("told"),
  network: networkName,
  helicon,
  height: uint32,
  stakes: z.array(reportedStake),
});
export type ReportedStakeMessage = z.infer<typeof reportedStakeMessage>;

/** The state after a block; announces the number of reported stakes. */
export const stateMessage = z.object({
  type: z.literal("state"),
  network: networkName,
  helicon,
  height: uint32,
  supply: uint64.nullable().describe("nAVAX, potential rewards included; null if the node does not serve it"),
  stake_count: uint32,
});
export type StateMessage = z.infer<typeof stateMessage>;

/** A stake older than the ingested blocks, read when it ends. Key: network, height. */
export const endedMessage = z.object({
  type: z.literal("ended"),
  network: networkName,
  helicon,
  height: uint32.describe("Height of the proposal to reward it"),
  tx_id: txId,
  stake: z
    .object({ ...stakeFields, type_id: uint32, start: seconds, end: seconds })
    .nullable()
    .describe("null if no node has its transaction"),
  paid: z.array(uint64).nullable().describe("nAVAX of its reward UTXOs, in order; null if there are none"),
});
export type EndedMessage = z.infer<typeof endedMessage>;

/**
 * Raise it when a message may contain data that an older worker would misread or refuse: such a worker keeps the
 * messages until it is upgraded.
 */
export const avalancheSchemaVersion = 1;

export const avalancheMessage = z.discriminatedUnion("type", [
  blocksMessage,
  reportedStakeMessage,
  stateMessage,
  endedMessage,
]);
export type AvalancheMessage = z.infer<typeof avalancheMessage>;

/** A state is kept as long as blocks: no node returns the state of an earlier block. */
export const avalancheTopics = {
  block: { ...factTopic, name: "avalanche.block" },
  state: { ...factTopic, name: "avalanche.state" },
} satisfies Record<string, TopicDeclaration>;
