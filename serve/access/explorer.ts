/**
 * Anonymous access to the explorer, where its operator allows it (EXPLORER=open). The page sends a public word in place
 * of a key, to distinguish people from programs; the limits are per client address.
 */
import { type Tier, tiers } from "./tiers.ts";

/** In the place of a key, and the name of its organization, which no key may have (keys.ts). */
export const explorerWord = "explorer";

/** One page sends several requests at once. Limits are per address, since all share the word. */
export const explorerTier: Tier = {
  // Its only scope is reading the API: SQL requires a key.
  sql: tiers.free.sql,
  requestsPerSecond: 20,
  requestsAtOnce: 8,
  lifetimeRequests: null,
  lifetimeComputeUnits: null,
  monthlyComputeUnits: null,
  privateTags: 0,
  selfReports: false,
};
