/** What of Cardano's rows is no longer needed: an epoch is over when every day that it touches is complete, or can't become so. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import type { RetentionRules } from "../frame/retention/retention.ts";

type EpochState = { has_facts: number; is_paid: number; open_days: string };

export function cardanoRetentionRules(store: Store): RetentionRules {
  async function firstKeptDay(network: string, days: number): Promise<number | undefined> {
    const [row] = await store.rows<{ days: string; newest: number }>(
      internalSql("cardano/newest_complete_day"),
      {
        network,
      },
    );
    return row === undefined || Number(row.days) === 0 ? undefined : row.newest - days + 1;
  }

  return {
    chain: "cardano",
    family: "cardano",
    networks: async () => {
      const rows = await store.rows<{ network: string }>(internalSql("cardano/networks"));
      return rows.map(({ network }) => network);
    },
    heightsOf: async ({ column, range }) => (column === "epoch" ? range : undefined),
    firstKept: async (network, days) => {
      const day = await firstKeptDay(network, days);
      if (day === undefined) return undefined;
      const [row] = await store.rows<{ epoch: number }>(internalSql("cardano/first_epoch_since"), {
        network,
        day,
      });
      return row?.epoch;
    },
    firstKeptDay,
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
