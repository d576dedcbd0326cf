/**
 * Whoever looks at the explorer without a key, where its operator lets anybody look (EXPLORER=open). The page says a word that is
 * no secret in the place of a key, so that programs and people are told apart; what is limited is the address it comes from.
 */
import { type Tier, tiers } from "./tiers.ts";

/** In the place of a key, and the name of its organization, which no key may have (keys.ts). */
export const explorerWord = "explorer";

/** One page asks for a handful of answers at once. Of each address, since all share the word. */
export const explorerTier: Tier = {
  // Its scope is reading the API alone: SQL asks for a key.
  sql: tiers.free.sql,
  requestsPerSecond: 20,
  requestsAtOnce: 8,
  lifetimeRequests: null,
  lifetimeComputeUnits: null,
  monthlyComputeUnits: null,
  privateTags: 0,
  selfReports: false,
};
