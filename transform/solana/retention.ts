/** What of Solana's rows is no longer needed: slots and votes of intervals that are complete. Days are made of sums, which stay. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import type { RetentionRules } from "../frame/retention/retention.ts";
import { intervalSlots } from "./rules.ts";

type IntervalState = { slots: string; recorded_slots: string; is_complete: number };

export function solanaRetentionRules(store: Store): RetentionRules {
  async function firstKeptDay(network: string, days: number): Promise<number | undefined> {
    const [row] = await store.rows<{ days: string; newest: number }>(
      internalSql("solana/newest_complete_day"),
      { network },
    );
    return row === undefined || Number(row.days) === 0 ? undefined : row.newest - days + 1;
  }

  return {
    chain: "solana",
    family: "solana",
    networks: async () => {
      const rows = await store.rows<{ network: string }>(internalSql("solana/networks"));
      return rows.map(({ network }) => network);
    },
    heightsOf: async ({ column, range }) =>
      column === "slot" || column === "interval_slot" ? range : undefined,
    firstKept: async (network, days) => {
      const day = await firstKeptDay(network, days);
      if (day === undefined) return undefined;
      const [row] = await store.rows<{ slot: number }>(internalSql("solana/first_slot_since"), {
        network,
        day,
      });
      return row?.slot;
    },
    firstKeptDay,
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
