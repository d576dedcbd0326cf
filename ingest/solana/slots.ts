/** Blocks of a run of slots → messages. Pure. */
import type { BusMessage } from "../../lib/bus/bus.ts";
import { schemaVersionHeader } from "../../lib/bus/schemaVersion.ts";
import {
  type Depth,
  type RewardsMessage,
  type SlotFact,
  type SlotsMessage,
  type SolanaMessage,
  solanaSchemaVersion,
  solanaTopics,
} from "../../schemas/solana/events.ts";
import { intervalSlots } from "../../schemas/solana/slots.ts";
import type { DecodedBlock } from "./decode/block.ts";
import { firstLandings } from "./landings.ts";

/** Some 250 bytes each. */
const rewardsPerMessage = 8_000;
/** Slots that share a partition key: those of an interval. */
const slotsOfKey = intervalSlots;

export type EpochRange = { epoch: number; first_slot: number; last_slot: number };

export type SlotRun = {
  network: string;
  depth: Depth;
  from: number;
  to: number;
  /** The blocks of the run's slots, ascending. */
  blocks: readonly DecodedBlock[];
  epochs: readonly EpochRange[];
  /** The identity that leads a slot; undefined if no node knows. */
  leaderOf: (slot: number) => string | undefined;
  /** Unix seconds of the last block before the run. */
  timeBefore: number;
  /** First slot under Alpenglow; null before the migration, undefined when no node can report it. */
  alpenglowSlot: number | null | undefined;
};

const feesOf = ({ rewards }: DecodedBlock) => rewards.filter(({ rewardType }) => rewardType === "Fee");

/** The account that got the block's fees: the leader's, unless the leader has named another one. */
function feeCollector(block: DecodedBlock): string | undefined {
  return feesOf(block)[0]?.pubkey;
}

function toBlockFact(block: DecodedBlock): NonNullable<SlotFact["block"]> {
  return {
    hash: block.hash,
    parent_slot: block.parentSlot,
    block_height: block.blockHeight,
    reward_partition_count: block.rewardPartitionCount,
    fee_reward_lamports: feesOf(block)
      .reduce((sum, { lamports }) => sum + lamports, 0n)
      .toString(),
    content: block.content,
  };
}

function toSlotFacts(run: SlotRun): SlotFact[] {
  const { alpenglowSlot } = run;
  const blocks = new Map(run.blocks.map((block) => [block.slot, block]));
  let time = run.timeBefore;
  return Array.from({ length: run.to - run.from + 1 }, (_, i) => {
    const slot = run.from + i;
    const block = blocks.get(slot);
    time = block?.time ?? time;
    const epoch = run.epochs.find(({ first_slot, last_slot }) => slot >= first_slot && slot <= last_slot);
    return {
      slot,
      epoch: epoch?.epoch ?? 0,
      leader: run.leaderOf(slot) ?? (block && feeCollector(block)) ?? null,
      time,
      block: block === undefined ? null : toBlockFact(block),
      is_alpenglow: alpenglowSlot === undefined ? null : alpenglowSlot !== null && slot >= alpenglowSlot,
    };
  });
}

/** Splits a run where knowledge changes: slots without known transactions form a run of their own, without votes. */
function partsOf(run: SlotRun): SlotRun[] {
  if (run.depth !== "votes") return [run];
  const parts: SlotRun[] = [];
  let from = run.from;
  const cut = (to: number, depth: Depth) => {
    if (to < from) return;
    const blocks = run.blocks.filter(({ slot }) => slot >= from && slot <= to);
    const before = run.blocks.findLast(({ slot, time }) => slot < from && time !== null);
    const epochs = run.epochs.filter(({ first_slot, last_slot }) => first_slot <= to && last_slot >= from);
    parts.push({ ...run, depth, from, to, blocks, epochs, timeBefore: before?.time ?? run.timeBefore });
    from = to + 1;
  };
  for (const { slot, content } of run.blocks) {
    if (content !== null) continue;
    cut(slot - 1, "votes");
    cut(slot, "rewards");
  }
  cut(run.to, "votes");
  return parts;
}

export const toSlotsMessages = (run: SlotRun): SlotsMessage[] => partsOf(run).map(toSlotsMessage);

function toSlotsMessage(run: SlotRun): SlotsMessage {
  return {
    type: "slots",
    network: run.network,
    depth: run.depth,
    epochs: [...run.epochs],
    slots: toSlotFacts(run),
    votes: run.depth === "votes" ? firstLandings(run.blocks) : null,
  };
}

export function toRewardsMessages(network: string, blocks: readonly DecodedBlock[]): RewardsMessage[] {
  const all: RewardsMessage["rewards"] = blocks.flatMap(({ slot, rewards }) =>
    rewards.map((reward, reward_index) => ({
      slot,
      reward_index,
      account: reward.pubkey,
      lamports: reward.lamports.toString(),
      post_balance: (reward.postBalance ?? 0n).toString(),
      reward_type: reward.rewardType ?? "",
      commission: reward.commission ?? null,
      commission_bps: reward.commissionBps ?? null,
    })),
  );
  const messages: RewardsMessage[] = [];
  for (let start = 0; start < all.length; start += rewardsPerMessage)
    messages.push({ type: "rewards", network, rewards: all.slice(start, start + rewardsPerMessage) });
  return messages;
}

const topicOf = {
  slots: solanaTopics.slot,
  rewards: solanaTopics.reward,
  voters: solanaTopics.state,
  stakes: solanaTopics.state,
  stake_count: solanaTopics.state,
  tips: solanaTopics.state,
  pools: solanaTopics.state,
  payouts: solanaTopics.reward,
} as const;

/** The partition key: the interval of slots, or the epoch. */
function keyOf(message: SolanaMessage): string {
  const slot =
    message.type === "slots"
      ? message.slots[0]?.slot
      : message.type === "rewards"
        ? message.rewards[0]?.slot
        : undefined;
  if (slot !== undefined) return `${message.network}/${Math.floor(slot / slotsOfKey)}`;
  return "epoch" in message ? `${message.network}/epoch ${message.epoch}` : message.network;
}

export function toBusMessage(message: SolanaMessage): BusMessage {
  return {
    topic: topicOf[message.type].name,
    key: keyOf(message),
    value: Buffer.from(JSON.stringify(message)),
    headers: { [schemaVersionHeader]: String(solanaSchemaVersion) },
  };
}
