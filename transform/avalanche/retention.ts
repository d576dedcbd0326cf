/** Facts of Avalanche are few and kept forever; only records of days may be dropped. */
import type { Store } from "../../lib/store/store.ts";
import { networksOf } from "../frame/networks.ts";
import { firstKeptDay } from "../frame/retention/days.ts";
import type { RetentionRules } from "../frame/retention/retention.ts";

export function avalancheRetentionRules(store: Store): RetentionRules {
  return {
    chain: "avalanche",
    family: "avalanche",
    networks: () => networksOf(store, "avalanche"),
    heightsOf: async ({ column, range }) => (column === "height" ? range : undefined),
    firstKept: async () => undefined,
    firstKeptDay: (network, days) => firstKeptDay(store, "avalanche", network, days),
    verdict: async () => "done",
  };
}
