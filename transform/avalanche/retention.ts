/** Facts of Avalanche are few and kept for ever: records of days may go. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import type { RetentionRules } from "../frame/retention/retention.ts";
import { knownNetworks } from "./networks.ts";

export function avalancheRetentionRules(store: Store): RetentionRules {
  return {
    chain: "avalanche",
    family: "avalanche",
    networks: () => knownNetworks(store),
    heightsOf: async ({ column, range }) => (column === "height" ? range : undefined),
    firstKept: async () => undefined,
    firstKeptDay: async (network, days) => {
      const [row] = await store.rows<{ days: string; newest: number }>(
        internalSql("avalanche/newest_complete_day"),
        { network },
      );
      return row === undefined || Number(row.days) === 0 ? undefined : row.newest - days + 1;
    },
    verdict: async () => "done",
  };
}
