/**
 * Actual sync penalties: a balance doesn't fall below zero (decrease_balance). Only withdrawable members come near
 * zero, so their balances are followed from block to block; for all others, a penalty is applied in full. Pure, integer
 * Gwei.
 */
import type { EpochFacts, SyncBalance } from "./facts.ts";

/** `nominal` is the balance if penalties continued below zero. */
type Followed = { start: SyncBalance; gwei: number; nominal: number };

/** Balances of one epoch's members. Blocks come in order, and each one's seats in order. */
export type SyncBalances = {
  /** A block: its withdrawals come before its sync aggregate. */
  enter(slot: number): void;
  earn(validator: number, gwei: number): void;
  /** @returns the applied part of a penalty */
  take(validator: number, gwei: number): number;
  /** Gwei that members had at the end of the epoch and that is not explained here, such as deposits. */
  credits(next: EpochFacts): Map<number, number>;
};

/** @param credited Gwei credited in the epoch, by validator */
export function followBalances(facts: EpochFacts, credited: ReadonlyMap<number, number>): SyncBalances {
  const members = new Map<number, Followed>();
  for (const [validator, start] of facts.syncBalances) {
    const gwei = start.gwei + start.movedGwei + (credited.get(validator) ?? 0);
    members.set(validator, { start, gwei, nominal: gwei });
  }
  let current = -1;
  /** The member whose balance is known before the current block. */
  const knownMember = (validator: number) => {
    const member = members.get(validator);
    return member !== undefined && current > member.start.slot ? member : undefined;
  };
  const change = (member: Followed, gwei: number) => {
    member.gwei += gwei;
    member.nominal += gwei;
  };
  return {
    enter: (slot) => {
      current = slot;
      for (const [validator, { start }] of members)
        for (const withdrawal of start.withdrawals) {
          const member = withdrawal.slot === slot ? knownMember(validator) : undefined;
          if (member !== undefined) change(member, -withdrawal.gwei);
        }
    },
    earn: (validator, gwei) => {
      const member = knownMember(validator);
      if (member !== undefined) change(member, gwei);
    },
    take: (validator, gwei) => {
      const member = knownMember(validator);
      // Known only after this block: a member with nothing then is assumed to have had nothing before.
      if (member === undefined) return members.get(validator)?.gwei === 0 ? 0 : gwei;
      const taken = Math.min(gwei, Math.max(0, member.gwei));
      member.gwei -= taken;
      member.nominal -= gwei;
      return taken;
    },
    credits: (next) => {
      const amounts = new Map<number, number>();
      const lastSlot = next.epoch * next.slotsPerEpoch - 1;
      for (const [validator, { gwei, nominal }] of members) {
        const end = next.syncBalances.get(validator);
        if (end?.slot === lastSlot && end.gwei > gwei) amounts.set(validator, end.gwei - nominal);
      }
      return amounts;
    },
  };
}
