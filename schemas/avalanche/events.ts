/**
 * What the listener of Avalanche says on the bus: facts of the P-chain about stakes on the primary network. Amounts are
 * nAVAX as decimal text, times seconds since 1970. Any order or batching of messages leads to the same tables: a block's
 * facts have the key (network, height, position), those of a state (network, height, stake).
 */
import { z } from "zod";
import type { TopicDeclaration } from "../../lib/bus/bus.ts";
import { factTopic, networkName, packed, uint32, uint64 } from "../common.ts";

/** The place in this list is a block's kind on the bus and in the tables. */
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
  pubkey: pubkey.describe("BLS key of a validator; null without one"),
  weight: uint64.describe("nAVAX"),
  shares: millionths.describe("Of a validator: what it keeps of its delegators' rewards"),
  period: seconds.describe("Seconds of the next cycle; 0 for a stake that doesn't renew itself, or no more"),
  restake_shares: millionths.describe("What is staked again of a cycle's rewards"),
};

/** A stake that begins with its transaction. Key: network, height, position. */
const stake = z.object({
  ...stakeFields,
  height: uint32,
  position: uint32.describe("Place of the transaction in the block"),
  type_id: uint32,
  start: seconds.describe("As the transaction says; it counts for types 12 and 14 only"),
  end: seconds.describe("0 for a stake that renews itself"),
  is_proposed: z.boolean().describe("Before Banff: it begins only when the next block commits it"),
});
export type StakeFact = z.infer<typeof stake>;

/** What a validator that renews itself is to do at the end of its cycle. */
const config = z.object({
  height: uint32,
  position: uint32,
  tx_id: txId,
  period: seconds,
  restake_shares: millionths,
});

/** A proposal to reward a stake; the next block is the option that was taken. */
const reward = z.object({ height: uint32, type_id: uint32, tx_id: txId });
export type RewardFact = z.infer<typeof reward>;

const unknown = z.object({ height: uint32, position: uint32, type_id: uint32, unread: uint32 });

/** When the lower minimum rate of rewards begins; null: never. */
const helicon = z.object({
  time: seconds.nullable(),
  is_told: z.boolean().describe("By the node; else the default"),
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
    kind: packed.describe("UInt8, place in blockKinds"),
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

/** A stake as a node told it. */
const reportedStake = z.object({
  ...stakeFields,
  start: seconds.describe("Of a stake that renews itself: of its cycle"),
  end: seconds,
  potential_reward: uint64,
  accrued_fee: uint64.describe("Of a validator: fees of delegations that have ended in this cycle"),
  restaked: uint64.describe("What is in the weight of earlier cycles' rewards"),
});
export type ReportedStake = z.infer<typeof reportedStake>;

/** Some of the stakes after a block. Key: network, height, stake. */
export const toldMessage = z.object({
  type: z.literal("told"),
  network: networkName,
  helicon,
  height: uint32,
  stakes: z.array(reportedStake),
});
export type ToldMessage = z.infer<typeof toldMessage>;

/** The state after a block; announces how many stakes were told of it. */
export const stateMessage = z.object({
  type: z.literal("state"),
  network: networkName,
  helicon,
  height: uint32,
  supply: uint64
    .nullable()
    .describe("nAVAX, potential rewards included; null when the node doesn't serve it"),
  stake_count: uint32,
});
export type StateMessage = z.infer<typeof stateMessage>;

/** A stake that began before the blocks that were read, told when it ends. Key: network, height. */
export const endedMessage = z.object({
  type: z.literal("ended"),
  network: networkName,
  helicon,
  height: uint32.describe("Of the proposal to reward it"),
  tx_id: txId,
  stake: z
    .object({ ...stakeFields, type_id: uint32, start: seconds, end: seconds })
    .nullable()
    .describe("null when no node has its transaction"),
  paid: z
    .array(uint64)
    .nullable()
    .describe("nAVAX of the UTXOs of its rewards, in order; null when there are none"),
});
export type EndedMessage = z.infer<typeof endedMessage>;

/** Raise it when a message may say what an older worker would misread or refuse: it keeps those until it is upgraded. */
export const avalancheSchemaVersion = 1;

export const avalancheMessage = z.discriminatedUnion("type", [
  blocksMessage,
  toldMessage,
  stateMessage,
  endedMessage,
]);
export type AvalancheMessage = z.infer<typeof avalancheMessage>;

/** A state stays as long as blocks do: no node tells it of an earlier block. */
export const avalancheTopics = {
  block: { ...factTopic, name: "avalanche.block" },
  state: { ...factTopic, name: "avalanche.state" },
} satisfies Record<string, TopicDeclaration>;
