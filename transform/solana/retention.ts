/**
 * Rows of Solana that are no longer needed: slots and votes of complete intervals. Days are computed from sums, which
 * stay.
 */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { networksOf } from "../frame/networks.ts";
import { firstKeptDay } from "../frame/retention/days.ts";
import type { RetentionRules } from "../frame/retention/retention.ts";
import { intervalSlots } from "./rules.ts";

type IntervalState = { slots: string; recorded_slots: string; is_complete: number };

export function solanaRetentionRules(store: Store): RetentionRules {
  return {
    chain: "solana",
    family: "solana",
    networks: () => networksOf(store, "solana"),
    heightsOf: async ({ column, range }) =>
      column === "slot" || column === "interval_slot" ? range : undefined,
    firstKept: async (network, days) => {
      const day = await firstKeptDay(store, "solana", network, days);
      if (day === undefined) return undefined;
      const [row] = await store.rows<{ slot: number }>(internalSql("solana/first_slot_since"), {
        network,
        day,
      });
      return row?.slot;
    },
    firstKeptDay: (network, days) => firstKeptDay(store, "solana", network, days),
    verdict: async (network, { from, to }) => {
      const intervals = await store.rows<IntervalState>(internalSql("solana/intervals_of_range"), {
        network,
        from,
        to,
        interval_slots: intervalSlots,
      });
      if (intervals.some(({ slots, recorded_slots }) => Number(slots) > Number(recorded_slots)))
        return "needed";
      return intervals.every(({ is_complete }) => is_complete === 1) ? "done" : "cut";
    },
  };
}
