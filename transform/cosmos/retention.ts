/**
 * Rows of a CometBFT chain that are no longer needed: a day is finished when all its blocks, and the state at its end,
 * are stored.
 */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { firstKeptDay } from "../frame/retention/days.ts";
import type { RetentionRules } from "../frame/retention/retention.ts";

type BlockDay = { date: string; blocks: string; recorded_blocks: string; is_complete: number };

export function cosmosRetentionRules(store: Store, chain: string): RetentionRules {
  return {
    chain,
    family: "cosmos",
    networks: async () => {
      const rows = await store.rows<{ network: string }>(internalSql("cosmos/networks"), { chain });
      return rows.map(({ network }) => network);
    },
    heightsOf: async ({ column, range }) => (column === "height" ? range : undefined),
    firstKept: async (network, days) => {
      const day = await firstKeptDay(store, "cosmos", network, days);
      if (day === undefined) return undefined;
      const [row] = await store.rows<{ height: number }>(internalSql("cosmos/first_block_since"), {
        network,
        day,
      });
      return row?.height;
    },
    firstKeptDay: (network, days) => firstKeptDay(store, "cosmos", network, days),
    verdict: async (network, { from, to }) => {
      const days = await store.rows<BlockDay>(internalSql("cosmos/days_of_blocks"), { network, from, to });
      // With a gap between its blocks, or not rolled up yet.
      if (days.some(({ blocks, recorded_blocks }) => Number(blocks) > Number(recorded_blocks)))
        return "needed";
      return days.every(({ is_complete }) => is_complete === 1) ? "done" : "cut";
    },
  };
}
