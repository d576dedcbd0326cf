/**
 * Payouts in a block's events. The runtime emits `PayoutStarted` for a page, then `Rewarded` for each staker that it pays
 * (polkadot-sdk, pallet-staking and pallet-staking-async: do_payout_stakers_by_page); a staker that receives no payment
 * has no event. The incentive has its own event since Asset Hub 2.3.0. Pure.
 */
import { elementAt } from "../../lib/elementAt.ts";
import type { Account, Uint } from "./storage.ts";

export type EventRecord = {
  phase: { isApplyExtrinsic: boolean; asApplyExtrinsic: Uint; toString(): string };
  event: { section: string; method: string; data: readonly unknown[] };
};

/** The payout of an era's page. */
export type Payout = {
  era: number;
  account: Uint8Array;
  page: number;
  /** Index in the block; null for payouts by the runtime itself. */
  extrinsic: number | null;
  toValidator: bigint;
  incentive: bigint;
  toNominators: bigint;
  paidNominators: number;
  /** Each payment but the incentive, in order. */
  rewards: { account: Uint8Array; amount: bigint }[];
};

/** A payout, and the block that paid it. */
export type PaidPage = Omit<Payout, "rewards"> & { block: number; hash: string };

const pallet = "staking";

/** `Reward` before 2021: its last field is the amount, too. */
const rewardEvents: ReadonlySet<string> = new Set(["Rewarded", "Reward"]);

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;

const amountOf = (data: readonly unknown[]) => (elementAt(data, data.length - 1) as Uint).toBigInt();

function startedPayout({ phase, event }: EventRecord): Payout {
  const [era, stash, page] = event.data as readonly [Uint, Account, Uint | undefined];
  return {
    era: era.toNumber(),
    account: stash.toU8a(),
    // Before there were pages, a validator was paid at once.
    page: page?.toNumber() ?? 0,
    extrinsic: phase.isApplyExtrinsic ? phase.asApplyExtrinsic.toNumber() : null,
    toValidator: 0n,
    incentive: 0n,
    toNominators: 0n,
    paidNominators: 0,
    rewards: [],
  };
}

function addReward(payout: Payout, data: readonly unknown[]): void {
  const amount = amountOf(data);
  const account = (elementAt(data, 0) as Account).toU8a();
  payout.rewards.push({ account, amount });
  if (isSame(account, payout.account)) {
    payout.toValidator += amount;
    return;
  }
  payout.toNominators += amount;
  payout.paidNominators += 1;
}

/** A block's payouts, in order. A batch has several in one extrinsic. */
export function readPayouts(records: readonly EventRecord[]): Payout[] {
  const payouts: Payout[] = [];
  const own = records.filter(({ event }) => event.section === pallet);
  let phase: string | undefined;
  let current: Payout | undefined;
  for (const record of own) {
    const { method, data } = record.event;
    if (record.phase.toString() !== phase) current = undefined;
    phase = record.phase.toString();
    if (method === "PayoutStarted") {
      current = startedPayout(record);
      payouts.push(current);
    } else if (current !== undefined && rewardEvents.has(method)) addReward(current, data);
    else if (current !== undefined && method === "ValidatorIncentivePaid")
      current.incentive += amountOf(data);
  }
  return payouts;
}

/** Indices of a pallet and its event, which precede each event's fields. */
export type EventCode = { pallet: number; event: number };

/** Whether encoded events may contain a payout of an era in a range. Most blocks have none, and need no decoding. */
export function mayHavePayout(
  bytes: Uint8Array,
  codes: readonly EventCode[],
  { from, to }: { from: number; to: number },
): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 6 <= bytes.length; at += 1) {
    if (!codes.some((code) => bytes[at] === code.pallet && bytes[at + 1] === code.event)) continue;
    const era = view.getUint32(at + 2, true);
    if (era >= from && era <= to) return true;
  }
  return false;
}
