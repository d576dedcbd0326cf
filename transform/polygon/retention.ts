/** Rows of Polygon that are no longer needed: none. They are few, and stakes are computed from all earlier ones. */
import type { Store } from "../../lib/store/store.ts";
import { networksOf } from "../frame/networks.ts";
import { firstKeptDay } from "../frame/retention/days.ts";
import type { RetentionRules } from "../frame/retention/retention.ts";

export function polygonRetentionRules(store: Store): RetentionRules {
  return {
    chain: "polygon",
    family: "polygon",
    networks: () => networksOf(store, "polygon"),
    heightsOf: async () => undefined,
    firstKept: async () => undefined,
    firstKeptDay: (network, days) => firstKeptDay(store, "polygon", network, days),
    verdict: async () => "needed",
  };
}
