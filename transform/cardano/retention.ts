/**
 * Rows of Cardano that are no longer needed: an epoch is finished when every overlapping day is complete, or can't
 * become so.
 */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { networksOf } from "../frame/networks.ts";
import { firstKeptDay } from "../frame/retention/days.ts";
import type { RetentionRules } from "../frame/retention/retention.ts";

type EpochState = { has_facts: number; is_paid: number; open_days: string };

export function cardanoRetentionRules(store: Store): RetentionRules {
  return {
    chain: "cardano",
    family: "cardano",
    networks: () => networksOf(store, "cardano"),
    heightsOf: async ({ column, range }) => (column === "epoch" ? range : undefined),
    firstKept: async (network, days) => {
      const day = await firstKeptDay(store, "cardano", network, days);
      if (day === undefined) return undefined;
      const [row] = await store.rows<{ epoch: number }>(internalSql("cardano/first_epoch_since"), {
        network,
        day,
      });
      return row?.epoch;
    },
    firstKeptDay: (network, days) => firstKeptDay(store, "cardano", network, days),
    verdict: async (network, { from, to }) => {
      const epochs = await store.rows<EpochState>(internalSql("cardano/epochs_of_range"), {
        network,
        from,
        to,
      });
      if (epochs.some(({ has_facts, is_paid }) => has_facts === 0 || is_paid === 0)) return "needed";
      return epochs.every(({ open_days }) => Number(open_days) === 0) ? "done" : "cut";
    },
  };
}
