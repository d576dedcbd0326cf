/** Rows of Polkadot that are no longer needed: at most daily records. Facts are few, and nodes prune them. */
import type { Store } from "../../lib/store/store.ts";
import { networksOf } from "../frame/networks.ts";
import { firstKeptDay } from "../frame/retention/days.ts";
import type { RetentionRules } from "../frame/retention/retention.ts";

export function polkadotRetentionRules(store: Store): RetentionRules {
  return {
    chain: "polkadot",
    family: "polkadot",
    networks: () => networksOf(store, "polkadot"),
    heightsOf: async () => undefined,
    firstKept: async () => undefined,
    firstKeptDay: (network, days) => firstKeptDay(store, "polkadot", network, days),
    verdict: async () => "needed",
  };
}
