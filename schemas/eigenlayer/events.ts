/**
 * Messages of the EigenLayer listener: logs of its contracts on Ethereum, results of contract calls at the last block
 * of a UTC day, and rewards as a sidecar returns them. Days are counted since 1970. Any order or batching of messages
 * leads to the same tables: a log has the key (network, block, log index), a result (network, day, subject).
 */
import { z } from "zod";
import type { TopicDeclaration } from "../../lib/bus/bus.ts";
import {
  address,
  decimalText,
  factTopic,
  networkName,
  packed,
  root,
  uint32,
  uint64,
  uint256,
} from "../common.ts";

/** A fact's kind on the bus and in the tables is its index in this list. */
export const shareKinds = [
  "deposit",
  "pod",
  "withdrawal_m1",
  "withdrawal_m2",
  "withdrawal_scaled",
  "scaling_factor",
  "beacon_factor",
  "scaling_reset",
  "operator_increase",
  "operator_decrease",
  "pod_total",
] as const;
export type ShareKind = (typeof shareKinds)[number];

/** Bytes of a row of each column. */
export const shareWidths = {
  block: 4,
  log_index: 4,
  position: 2,
  day: 2,
  kind: 1,
  staker: 20,
  strategy: 20,
  amount: 32,
} as const;
export const delegationWidths = { block: 4, log_index: 4, day: 2, staker: 20, operator: 20 } as const;
export const transactionWidths = { block: 4, log_index: 4, hash: 32 } as const;
export const rewardWidths = { earner: 20, token: 20, cumulative: 32, before: 32 } as const;

const day = z.int().min(0).max(65_535).describe("Days since 1970, UTC");

/** Columns of the same number of rows, little endian. */
function columnsOf<Widths extends Readonly<Record<string, number>>>(widths: Widths) {
  const shape = Object.fromEntries(Object.keys(widths).map((name) => [name, packed])) as {
    [Name in keyof Widths]: typeof packed;
  };
  return z
    .object({ count: uint32, ...shape })
    .refine(
      (columns) =>
        Object.entries(widths).every(
          ([name, width]) =>
            Buffer.byteLength(String((columns as Record<string, unknown>)[name]), "base64") ===
            width * Number((columns as Record<string, unknown>).count),
        ),
      "Columns differ in length",
    );
}

const place = { block: uint32, log_index: uint32 };

/** Queued withdrawals, which identify those that a migration queued again. */
const withdrawal = z.object({ ...place, kind: z.enum(["m1", "m2", "scaled"]), withdrawal_root: root });
/** M2's `new_root` replaces M1's withdrawal `old_root` from now on. */
const migration = z.object({ ...place, old_root: root, new_root: root });
const magnitude = z.object({
  ...place,
  day,
  operator: address,
  strategy: address,
  max_magnitude: uint64.describe("Magnitude left after slashing, out of 10^18"),
});
const operator = z.object({ ...place, operator: address, metadata_uri: z.string().nullable() });
const pod = z.object({ ...place, pod: address, owner: address });
const distributionRoot = z.object({
  ...place,
  root_index: uint32,
  root,
  calculation_end: uint32.describe("Seconds since 1970"),
  activated_at: uint32.describe("Seconds since 1970"),
});
const disabledRoot = z.object({ ...place, root_index: uint32 });
const claim = z.object({
  ...place,
  earner: address,
  token: address,
  root,
  claimer: address,
  recipient: address,
  amount: uint256.describe("Smallest unit of the token"),
});
/** An event that no other table records. */
const otherEvent = z.object({ ...place, contract: address, name: z.string(), arguments: z.string() });

export type DistributionRoot = z.infer<typeof distributionRoot>;

/** Every log of consecutive final blocks. */
export const logsMessage = z.object({
  type: z.literal("logs"),
  network: networkName,
  first_block: uint32.describe("First block of the network's contracts"),
  from: uint32,
  to: uint32,
  from_day: day,
  to_day: day,
  to_time: uint32.describe("Seconds since 1970 of the last block"),
  shares: columnsOf(shareWidths),
  delegations: columnsOf(delegationWidths),
  transactions: columnsOf(transactionWidths)
    .default({ count: 0, block: "", log_index: "", hash: "" })
    .describe("Transactions of logs that explanations name, in the order of the chain"),
  withdrawals: z.array(withdrawal),
  migrations: z.array(migration),
  magnitudes: z.array(magnitude),
  operators: z.array(operator),
  pods: z.array(pod),
  roots: z.array(distributionRoot),
  disabled_roots: z.array(disabledRoot),
  claims: z.array(claim),
  others: z.array(otherEvent),
});
export type LogsMessage = z.infer<typeof logsMessage>;

const rate = z.object({
  strategy: address,
  asked_shares: uint256,
  underlying: uint256.nullable().describe("sharesToUnderlyingView of asked_shares; null if the call failed"),
});
/** Contract results for one staker. */
const reportedShare = z.object({
  staker: address,
  strategy: address,
  deposit_shares: uint256,
  withdrawable_shares: uint256,
});

/** A finished UTC day, with contract results at its last block. Key: network, day. */
export const dayMessage = z.object({
  type: z.literal("day"),
  network: networkName,
  day,
  last_block: uint32,
  last_hash: root,
  rates: z.array(rate),
  told: z.array(reportedShare),
});
export type DayMessage = z.infer<typeof dayMessage>;

const token = z.object({
  token: address,
  name: z.string().nullable(),
  symbol: z.string().nullable(),
  decimals: z.int().min(0).max(255).nullable(),
});
export type Token = z.infer<typeof token>;

/** Facts that never change. Key: network, strategy or token. */
export const tokensMessage = z.object({
  type: z.literal("tokens"),
  network: networkName,
  block: uint32.describe("Block at which the contracts were called"),
  strategies: z.array(z.object({ strategy: address, token: address })),
  tokens: z.array(token),
});
export type TokensMessage = z.infer<typeof tokensMessage>;

/**
 * Rewards of one snapshot that differ from the previous snapshot. Key: network, snapshot, root index, earner, token.
 */
export const rewardsMessage = z.object({
  type: z.literal("rewards"),
  network: networkName,
  block: uint32.describe("Block of the root that published them"),
  root_index: uint32,
  snapshot: day,
  rewards: columnsOf(rewardWidths),
});
export type RewardsMessage = z.infer<typeof rewardsMessage>;

/** Announces that all rewards of a snapshot were published. */
export const snapshotMessage = z.object({
  type: z.literal("snapshot"),
  network: networkName,
  block: uint32,
  root_index: uint32,
  snapshot: day,
  reward_count: uint32,
});

/** Sums of a root's leaves. Key: network, root index, token. */
export const leavesMessage = z.object({
  type: z.literal("leaves"),
  network: networkName,
  block: uint32,
  root_index: uint32,
  leaves: z.array(z.object({ token: address, earner_count: uint32, total: uint256 })),
});
export type LeavesMessage = z.infer<typeof leavesMessage>;

const priceText = decimalText.nullable();
/** The price file, whole or a part of it. Key: network, file version, day, token. */
export const pricesMessage = z.object({
  type: z.literal("prices"),
  network: networkName,
  file_version: z.int().min(0).max(Number.MAX_SAFE_INTEGER).describe("Grows with each edition of the file"),
  prices: z.array(
    z.object({ day, token: address, eth_price: priceText.describe("ETH"), usd_price: priceText }),
  ),
});
export type PricesMessage = z.infer<typeof pricesMessage>;

/**
 * Raise it when a message may contain data that an older worker would misread or refuse: such a worker keeps the
 * messages until it is upgraded.
 */
export const eigenlayerSchemaVersion = 1;

export const eigenlayerMessage = z.discriminatedUnion("type", [
  logsMessage,
  dayMessage,
  tokensMessage,
  rewardsMessage,
  snapshotMessage,
  leavesMessage,
  pricesMessage,
]);
export type EigenlayerMessage = z.infer<typeof eigenlayerMessage>;

/**
 * No node returns a day's results again once it has pruned that state, and no sidecar a root's rewards as they were.
 */
export const eigenlayerTopics = {
  log: { ...factTopic, name: "eigenlayer.log" },
  day: { ...factTopic, name: "eigenlayer.day" },
  reward: { ...factTopic, name: "eigenlayer.reward" },
} satisfies Record<string, TopicDeclaration>;

const topicOf = {
  logs: eigenlayerTopics.log,
  day: eigenlayerTopics.day,
  tokens: eigenlayerTopics.day,
  rewards: eigenlayerTopics.reward,
  snapshot: eigenlayerTopics.reward,
  leaves: eigenlayerTopics.reward,
  prices: eigenlayerTopics.reward,
} as const satisfies Record<EigenlayerMessage["type"], TopicDeclaration>;

export const topicOfMessage = ({ type }: EigenlayerMessage): TopicDeclaration => topicOf[type];
