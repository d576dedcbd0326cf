/** What of Polkadot's rows is no longer needed: daily records, if anything. Facts are few, and nodes forget them. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import type { RetentionRules } from "../frame/retention/retention.ts";

export function polkadotRetentionRules(store: Store): RetentionRules {
  return {
    chain: "polkadot",
    family: "polkadot",
    networks: async () => {
      const rows = await store.rows<{ network: string }>(internalSql("polkadot/networks"));
      return rows.map(({ network }) => network);
    },
    heightsOf: async () => undefined,
    firstKept: async () => undefined,
    firstKeptDay: async (network, days) => {
      const [row] = await store.rows<{ days: string; newest: number }>(
        internalSql("polkadot/newest_complete_day"),
        { network },
      );
      return row === undefined || Number(row.days) === 0 ? undefined : row.newest - days + 1;
    },
    verdict: async () => "needed",
  };
}
