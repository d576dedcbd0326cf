/** Messages of long runs of slots, generated without a node: complete intervals and days. */
import { createHash } from "node:crypto";
import { base58 } from "@scure/base";
import { firstLandings } from "../../ingest/solana/landings.ts";
import type { SlotsMessage, VotersMessage } from "../../schemas/solana/events.ts";

const addressOf = (...parts: (string | number)[]) =>
  base58.encode(createHash("sha256").update(parts.join("/")).digest());

const validators = [0, 1].map((index) => ({
  identity: addressOf("identity", index),
  voteAccount: addressOf("vote", index),
}));

export type LongRun = {
  from: number;
  to: number;
  /** Unix seconds of slot 0. */
  start: number;
  secondsPerSlot: number;
  slotsPerEpoch: number;
};

const slotsOfMessage = 50;
const isSkipped = (slot: number) => slot % 7 === 3;
const parentOf = (slot: number) => (isSkipped(slot - 1) ? slot - 2 : slot - 1);

function message(run: LongRun, from: number, to: number): SlotsMessage {
  const slots = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const epochOf = (slot: number) => Math.floor(slot / run.slotsPerEpoch);
  const timeOf = (slot: number) => run.start + Math.floor(slot * run.secondsPerSlot);
  const blocks = slots.filter((slot) => !isSkipped(slot));
  const epochs = [...new Set(slots.map(epochOf))];
  return {
    type: "slots",
    network: "mainnet",
    depth: "votes",
    epochs: epochs.map((epoch) => ({
      epoch,
      first_slot: epoch * run.slotsPerEpoch,
      last_slot: (epoch + 1) * run.slotsPerEpoch - 1,
    })),
    slots: slots.map((slot) => ({
      slot,
      epoch: epochOf(slot),
      leader: validators[Math.floor(slot / 4) % 2]?.identity ?? null,
      time: timeOf(isSkipped(slot) ? slot - 1 : slot),
      block: isSkipped(slot)
        ? null
        : {
            hash: addressOf("block", slot),
            parent_slot: parentOf(slot),
            block_height: slot - Math.floor(slot / 7),
            reward_partition_count: null,
            fee_reward_lamports: "10000",
            content: {
              transaction_count: 3,
              vote_transaction_count: 2,
              signature_count: 3,
              fee_lamports: "15000",
            },
          },
      is_alpenglow: false,
    })),
    // The first votes for each block's parent, the second for each second block's, two late.
    votes: firstLandings(
      blocks.map((slot) => ({
        slot,
        votes: validators.flatMap(({ voteAccount, identity }, index) =>
          index === 1 && slot % 2 === 1
            ? []
            : [{ account: voteAccount, payer: identity, slots: [parentOf(slot)], root: undefined }],
        ),
      })),
    ),
  };
}

/** The slots of a run, fifty a message, at the same places for any start. */
export function slotsMessages(run: LongRun): SlotsMessage[] {
  const messages: SlotsMessage[] = [];
  for (let from = run.from; from <= run.to; ) {
    const to = Math.min(run.to, from - (from % slotsOfMessage) + slotsOfMessage - 1);
    messages.push(message(run, from, to));
    from = to + 1;
  }
  return messages;
}

/** The voters, as of a slot. */
export function votersMessage(run: LongRun, slot: number): VotersMessage {
  return {
    type: "voters",
    network: "mainnet",
    slot,
    epoch: Math.floor(slot / run.slotsPerEpoch),
    supply_lamports: "600000000000000000",
    voters: validators.map(({ identity, voteAccount }) => ({
      vote_account: voteAccount,
      identity,
      activated_stake: "1000000000000",
      commission: 5,
      commission_bps: 500,
      last_vote: String(slot),
      root_slot: String(slot - 32),
      is_delinquent: false,
      is_epoch_vote_account: true,
      version: "4.3.1",
      name: null,
      website: null,
      icon_url: null,
      details: null,
    })),
    credits: [],
    inflation: [],
  };
}
