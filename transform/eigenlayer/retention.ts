/** A state holds until the next one, and a sum needs everything ever added: rows of EigenLayer are kept forever. */
import type { Store } from "../../lib/store/store.ts";
import { networksOf } from "../frame/networks.ts";
import type { RetentionRules } from "../frame/retention/retention.ts";

export function eigenlayerRetentionRules(store: Store): RetentionRules {
  return {
    chain: "eigenlayer",
    family: "eigenlayer",
    networks: () => networksOf(store, "eigenlayer"),
    heightsOf: async ({ column, range }) => (column === "block" ? range : undefined),
    firstKept: async () => undefined,
    firstKeptDay: async () => undefined,
    verdict: async () => "done",
  };
}
