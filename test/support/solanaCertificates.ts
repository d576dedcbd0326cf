/**
 * A cluster of 300 validators under Alpenglow, by the rules of its rewards: members of certificates are drawn and
 * counted here, so that results from credits are compared with a count. Stakes span four powers of ten.
 */

import { createRandom } from "../../fixtures/random.ts";
import { addressOf } from "../../fixtures/solana/addresses.ts";
import type { SlotsMessage, SolanaMessage, VotersMessage } from "../../schemas/solana/events.ts";

export const slotsPerEpoch = 2_500;
export const firstEpoch = 4;
const epochs = 4;
const validators = 300;
const certificateDistance = 8;
const slotsPerTurn = 4;
const slotsPerMessage = 50;
const lateSlots = 1_100;
const rewardMax = 66_123_456_789_012n;
/** Roles by place. */
export const roles = { loser: 299, newcomer: 298, doubler: 297, absent: 296, half: 295 } as const;

const networkOf = "mainnet";
const voteAccount = (place: number) => addressOf("certified", place);
const identity = (place: number) => addressOf("certified identity", place);

/** Stakes of an epoch, in lamports, with random last digits. */
function stakesOf(): (epoch: number) => bigint[] {
  const random = createRandom("certificates stakes", 1);
  const base = Array.from(
    { length: validators },
    (_, place) =>
      BigInt(Math.round(10 ** (11 + (4 * place) / validators))) * 1_000n + BigInt(random.integer(999_983)),
  );
  // Stakes change once: at the end of the first epoch.
  const [before, later] = [false, true].map((isLater) =>
    base.map((stake, place) => {
      if (place === roles.loser && isLater) return stake / 100n;
      if (place === roles.doubler && isLater) return stake * 2n;
      return place === roles.newcomer && !isLater ? 0n : stake;
    }),
  ) as [bigint[], bigint[]];
  return (epoch) => (epoch > firstEpoch ? later : before);
}

const participationOf = (place: number) =>
  place === roles.absent ? 0 : place === roles.half ? 0.5 : 0.97 + (place % 30) / 1_000;

export type Certified = {
  /** Of an epoch's slots, and of those after the last. */
  slots: (epoch: number) => SlotsMessage[];
  voters: (epoch: number) => VotersMessage;
  /** Certificates in blocks of the epoch that include the account, of those that could. */
  truth: (epoch: number, place: number) => number | undefined;
  /** Blocks from a slot to another. */
  blocks: (from: number, to: number) => number;
  voteAccount: (place: number) => string;
};

export function createCertifiedCluster(): Certified {
  const random = createRandom("certificates", 2);
  const stakes = stakesOf();
  const first = firstEpoch * slotsPerEpoch;
  const last = first + epochs * slotsPerEpoch + lateSlots;
  const epochOf = (slot: number) => Math.floor(slot / slotsPerEpoch);
  /** Of each epoch, by place. */
  const credits = new Map<number, bigint[]>();
  const included = new Map<number, number[]>();
  const blocks = new Map<number, number>();
  const leaders: number[] = [];
  const produced: boolean[] = [];
  const ofEpoch = <Value>(sums: Map<number, Value[]>, epoch: number, none: Value): Value[] => {
    const values = sums.get(epoch) ?? Array<Value>(validators).fill(none);
    sums.set(epoch, values);
    return values;
  };

  /** The highest payment of a slot for each stake. */
  function wholesOf(weights: readonly bigint[]): bigint[] {
    const total = weights.reduce((sum, stake) => sum + stake, 0n);
    return weights.map((stake) => (rewardMax * stake) / (BigInt(slotsPerEpoch) * total));
  }
  const wholes = new Map(
    [firstEpoch, firstEpoch + 1].map((epoch) => [stakes(epoch), wholesOf(stakes(epoch))]),
  );

  function pickLeader(weights: readonly bigint[]): number {
    const total = weights.reduce((sum, stake) => sum + stake, 0n);
    let left = BigInt(Math.floor(random.next() * Number(total)));
    const place = weights.findIndex((stake) => {
      left -= stake;
      return left < 0n;
    });
    return Math.max(0, place);
  }

  /** A block rewards the slot eight before it, by the stakes with which the epoch before that slot's began. */
  function reward(slot: number, leader: number): void {
    const rewarded = slot - certificateDistance;
    if (rewarded < first) return;
    const weights = stakes(epochOf(rewarded) - 1);
    const earned = ofEpoch(credits, epochOf(slot), 0n);
    const counts = ofEpoch(included, epochOf(slot), 0);
    let leaders_part = 0n;
    for (const [place, whole] of (wholes.get(weights) ?? []).entries()) {
      if (weights[place] === 0n || random.next() >= participationOf(place)) continue;
      earned[place] = (earned[place] ?? 0n) + whole / 2n;
      leaders_part += whole - whole / 2n;
      counts[place] = (counts[place] ?? 0) + 1;
    }
    earned[leader] = (earned[leader] ?? 0n) + leaders_part;
  }

  for (let slot = first; slot < last; slot += 1) {
    const isTurn = slot % slotsPerTurn === 0;
    const leader = isTurn ? pickLeader(stakes(epochOf(slot) - 1)) : (leaders.at(-1) ?? 0);
    leaders.push(leader);
    produced.push(random.chance(0.96) || slot === first);
    if (produced.at(-1) !== true) continue;
    blocks.set(epochOf(slot), (blocks.get(epochOf(slot)) ?? 0) + 1);
    reward(slot, leader);
  }

  const blockOf = (slot: number) => ({
    hash: addressOf("certified block", slot),
    parent_slot: slot - 1,
    block_height: slot,
    reward_partition_count: null,
    fee_reward_lamports: "10000",
    content: null,
  });

  function slotsMessage(from: number, to: number): SlotsMessage {
    const ranges = [...new Set([epochOf(from), epochOf(to)])];
    return {
      type: "slots",
      network: networkOf,
      depth: "rewards",
      epochs: ranges.map((epoch) => ({
        epoch,
        first_slot: epoch * slotsPerEpoch,
        last_slot: (epoch + 1) * slotsPerEpoch - 1,
      })),
      slots: Array.from({ length: to - from + 1 }, (_, i) => ({
        slot: from + i,
        epoch: epochOf(from + i),
        leader: identity(leaders[from + i - first] ?? 0),
        // Midnight is within the second epoch.
        time: 1_772_323_200 - 3_750 + (from + i - first),
        block: produced[from + i - first] === true ? blockOf(from + i) : null,
        is_alpenglow: true,
      })),
      votes: null,
    };
  }

  /** All that was earned until the epoch began, by epoch. */
  function creditsOf(epoch: number, place: number): VotersMessage["credits"] {
    const rows: VotersMessage["credits"] = [];
    let sum = 7_000_000_000n;
    for (let earlier = firstEpoch; earlier < epoch; earlier += 1) {
      const earned = credits.get(earlier)?.[place] ?? 0n;
      if (earned > 0n)
        rows.push({
          vote_account: voteAccount(place),
          epoch: earlier,
          kind: "alpenglow",
          credits: String(sum + earned),
          previous_credits: String(sum),
        });
      sum += earned;
    }
    return rows;
  }

  const places = Array.from({ length: validators }, (_, place) => place);
  return {
    voteAccount,
    blocks: (from, to) => produced.slice(from - first, to - first + 1).filter(Boolean).length,
    slots: (epoch) => {
      const messages: SlotsMessage[] = [];
      const end = Math.min(last, (epoch + 1) * slotsPerEpoch);
      for (let from = epoch * slotsPerEpoch; from < end; from += slotsPerMessage)
        messages.push(slotsMessage(from, Math.min(end, from + slotsPerMessage) - 1));
      return messages;
    },
    voters: (epoch) => ({
      type: "voters",
      network: networkOf,
      slot: epoch * slotsPerEpoch + 3,
      epoch,
      supply_lamports: null,
      inflation: [epoch, epoch - 1].map((one) => ({
        epoch: one,
        reward_max_lamports: String(rewardMax),
        slot_count: String(slotsPerEpoch),
      })),
      voters: places.map((place) => ({
        vote_account: voteAccount(place),
        identity: identity(place),
        activated_stake: String(stakes(epoch)[place] ?? 0n),
        commission: 5,
        commission_bps: 500,
        last_vote: String(epoch * slotsPerEpoch),
        root_slot: String(epoch * slotsPerEpoch),
        is_delinquent: false,
        // By the stakes that count in the epoch.
        is_epoch_vote_account: (stakes(epoch - 1)[place] ?? 0n) > 0n,
        version: null,
        name: null,
        website: null,
        icon_url: null,
        details: null,
      })),
      credits: places.flatMap((place) => creditsOf(epoch, place)),
    }),
    truth: (epoch, place) => {
      if ((stakes(epoch - 1)[place] ?? 0n) === 0n) return undefined;
      return (included.get(epoch)?.[place] ?? 0) / (blocks.get(epoch) ?? 1);
    },
  };
}

/** In a follower's order: an epoch's state at its beginning, then its slots. */
export const inOrder = (cluster: Certified, epoch: number): SolanaMessage[] => {
  const [begin, ...rest] = cluster.slots(epoch);
  return [...(begin === undefined ? [] : [begin]), cluster.voters(epoch), ...rest];
};
