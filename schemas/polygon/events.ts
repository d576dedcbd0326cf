/**
 * Messages of the Polygon listener, one run of checkpoints after the other. Amounts are wei of POL as decimal text,
 * addresses are in lower case. Rows have keys of their own: a checkpoint (network, checkpoint), an event of the root
 * chain (network, position), a state (network, validator); so any order or batching leads to the same tables.
 */
import { z } from "zod";
import type { TopicDeclaration } from "../../lib/bus/bus.ts";
import {
  address,
  dateText,
  decimalText,
  factTopic,
  networkName,
  root,
  uint32,
  uint64,
  uint256,
} from "../common.ts";

const checkpointNumber = uint32.describe("headerBlockId of the root chain, divided by 10,000");
/** Block × 65,536 + the log index: orders events on the root chain. */
export const logsPerBlock = 65_536;
export const positionOf = (block: number, logIndex: number) => block * logsPerBlock + logIndex;
const place = {
  block_number: uint32,
  log_index: z
    .int()
    .min(0)
    .max(logsPerBlock - 1),
};

const checkpointFact = z.object({
  ...place,
  checkpoint: checkpointNumber,
  block_hash: root,
  transaction_hash: root
    .nullable()
    .default(null)
    .describe("Transaction that submitted it; null in messages of older listeners"),
  at: uint32.describe("Time of its block on the root chain, seconds since 1970"),
  epoch: uint64
    .nullable()
    .default(null)
    .describe(
      "Epoch of StakeManager before its block, which determines duties; null if no node serves the state any longer",
    ),
  start_block: uint64.describe("First Bor block"),
  end_block: uint64.describe("Last Bor block"),
  proposer: address.describe("In NewHeaderBlock"),
  heimdall_proposer: address.nullable().describe("In Heimdall's record; null if it has none"),
  reward: uint256.describe("In NewHeaderBlock: the proposer's bonus and the signers' rewards"),
  signers: z
    .array(z.int().min(0).max(65_535))
    .describe("Indices in `signers` of the message, as the contract counts them: ascending, each once"),
});

/** Consecutive checkpoints whose blocks on the root chain are final. */
export const checkpointsMessage = z.object({
  network: networkName,
  type: z.literal("checkpoints"),
  signers: z.array(address).max(65_535).describe("Dictionary"),
  checkpoints: z.array(checkpointFact).min(1),
});
export type CheckpointsMessage = z.infer<typeof checkpointsMessage>;

/** Events that change stakes, shares and rules; `kind` decides which fields it has. */
export const stakeEventKinds = [
  "staked",
  "unstake_init",
  "restaked",
  "signer_change",
  "commission",
  "jailed",
  "unjailed",
  "stake_update",
  "reward_claim",
  "reward_update",
  "proposer_bonus",
  "reward_params",
] as const;
const stakeEvent = z.object({
  ...place,
  kind: z.enum(stakeEventKinds),
  validator: uint32.describe("0 for rules, which belong to no validator"),
  account: address.nullable().describe("Signer after the event; null if the event does not name it"),
  amount: uint256.describe(
    "Own stake after the event; stake_update: including delegations; reward_claim: paid amount; rules: new value; commission: percent",
  ),
  former: uint256.describe("Rules and commission: previous value; reward_params: the delta; otherwise 0"),
  epoch: uint64.describe(
    "First or last epoch of its duty; reward_params: the rewarded intervals; otherwise 0",
  ),
  nonce: uint64.describe("Nonce by which Heimdall orders a validator's events; 0 if there is none"),
});
export type StakeEvent = z.infer<typeof stakeEvent>;

export const shareEventKinds = ["mint", "burn", "transfer_in", "transfer_out"] as const;
const shareEvent = z.object({
  ...place,
  kind: z.enum(shareEventKinds),
  validator: uint32,
  account: address,
  amount: z
    .string()
    .regex(/^-?(?:0|[1-9][0-9]{0,38})$/)
    .describe("Change of the stake, negative for a decrease"),
});
export type ShareEvent = z.infer<typeof shareEvent>;

/** All such events in a run of final blocks of the root chain, or a part of them. */
export const eventsMessage = z.object({
  network: networkName,
  type: z.literal("events"),
  stakes: z.array(stakeEvent),
  shares: z.array(shareEvent),
});
export type EventsMessage = z.infer<typeof eventsMessage>;

/** Announces that the events of a run of blocks are published. */
export const scannedMessage = z.object({
  network: networkName,
  type: z.literal("scanned"),
  from_block: uint32,
  to_block: uint32,
  stake_count: uint32,
  share_count: uint32,
});
export type ScannedMessage = z.infer<typeof scannedMessage>;

const validatorState = z.object({
  validator: uint32,
  contract: address.nullable().describe("ValidatorShare contract; null if it accepts no delegations"),
  owner: address.nullable().describe("Owner of its NFT; null if burnt"),
  signer: address.nullable(),
  self_stake: uint256,
  delegated_stake: uint256,
  activation_epoch: uint64,
  deactivation_epoch: uint64.describe("0: none"),
  commission_percent: uint32,
  heimdall_nonce: uint64
    .nullable()
    .describe("Nonce of its last event known to Heimdall; null if Heimdall's set does not contain it"),
  heimdall_power: uint64.nullable().describe("Voting power, whole POL"),
  reward: uint256
    .nullable()
    .default(null)
    .describe("validatorReward: unpaid reward of the validator itself; null if not read"),
  reward_per_share: uint256
    .nullable()
    .default(null)
    .describe(
      "getRewardPerShare of its ValidatorShare, times 10^25; null without one, or when it was not read",
    ),
});
export type ValidatorState = z.infer<typeof validatorState>;

/** Contract state of all validators at one final block, and Heimdall's at its head. */
export const stateMessage = z.object({
  network: networkName,
  type: z.literal("state"),
  block_number: uint32,
  at: uint32,
  epoch_offset: z
    .int()
    .nullable()
    .default(null)
    .describe("Epoch of StakeManager at the last checkpoint minus the checkpoint's number"),
  validators: z.array(validatorState),
  rules: z.object({
    checkpoint_reward: uint256,
    proposer_bonus_percent: uint32,
    block_interval: uint32,
    decrease_percent: uint32.describe("rewardDecreasePerCheckpoint"),
    intervals_max: uint32.describe("maxRewardedCheckpoints"),
    delta_percent: uint32.describe("checkpointRewardDelta"),
  }),
});
export type StateMessage = z.infer<typeof stateMessage>;

const borCount = z.object({
  checkpoint: checkpointNumber,
  signers: z
    .array(z.tuple([address, uint32, uint32]))
    .describe("Producer, number of blocks in its turn, and of those that it produced"),
});
export type BorCount = z.infer<typeof borCount>;

/** Producers on duty for the Bor blocks of checkpoints, and those that produced them. */
export const borMessage = z.object({
  network: networkName,
  type: z.literal("bor"),
  checkpoints: z.array(borCount).min(1),
});
export type BorMessage = z.infer<typeof borMessage>;

const passedTurn = z.object({
  height: uint32.describe("Heimdall's block with the NoAck"),
  at: uint32.describe("Time of that block, seconds since 1970"),
  validator: uint32.describe("Validator that had the turn"),
  waiting: address
    .nullable()
    .describe("Signer whose proposal was waiting for the root chain; null if there was none"),
});
export type PassedTurn = z.infer<typeof passedTurn>;
const checkpointTurns = z.object({
  checkpoint: checkpointNumber,
  from_height: uint32.describe("Heimdall block that acknowledged the previous checkpoint"),
  to_height: uint32.describe("Heimdall block that acknowledged this one"),
  passed: z.array(passedTurn).describe("All turns skipped in between, ascending"),
});
export type CheckpointTurns = z.infer<typeof checkpointTurns>;

/** Turns to propose checkpoints that Heimdall skipped. Key: network, checkpoint. */
export const turnsMessage = z.object({
  network: networkName,
  type: z.literal("turns"),
  checkpoints: z.array(checkpointTurns).min(1),
});
export type TurnsMessage = z.infer<typeof turnsMessage>;

const priorityFee = z.object({
  date: dateText.describe("UTC day on which it was earned"),
  validator: uint32,
  amount: decimalText.nullable().describe("POL; null if the file has the day without an amount"),
});
export type PriorityFee = z.infer<typeof priorityFee>;

/** The file of priority fees, whole or a part of it. Key: network, file version, date, validator. */
export const priorityFeesMessage = z.object({
  network: networkName,
  type: z.literal("priority_fees"),
  file_version: z.int().min(0).max(Number.MAX_SAFE_INTEGER).describe("Grows with each edition of the file"),
  fees: z.array(priorityFee).min(1),
});
export type PriorityFeesMessage = z.infer<typeof priorityFeesMessage>;

export const polygonMessage = z.discriminatedUnion("type", [
  checkpointsMessage,
  eventsMessage,
  scannedMessage,
  stateMessage,
  borMessage,
  turnsMessage,
  priorityFeesMessage,
]);
export type PolygonMessage = z.infer<typeof polygonMessage>;

/**
 * The schema version that a message of each type needs. Raise it when such a message may say what an older worker would
 * misread or refuse: it keeps those until it is upgraded.
 */
export const schemaVersions: Record<PolygonMessage["type"], number> = {
  checkpoints: 1,
  events: 2,
  scanned: 1,
  state: 1,
  bor: 1,
  turns: 3,
  priority_fees: 2,
};
/** The newest version that workers of this code read. */
export const polygonSchemaVersion = Math.max(...Object.values(schemaVersions));

export const polygonTopics = {
  checkpoint: { ...factTopic, name: "polygon.checkpoint" },
  event: { ...factTopic, name: "polygon.event" },
  state: { ...factTopic, name: "polygon.state" },
} satisfies Record<string, TopicDeclaration>;
