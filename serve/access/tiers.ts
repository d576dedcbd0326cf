/**
 * What a key may use, by tier. null is no limit. Monthly units are the base that a tier is billed from, so they are
 * told and not enforced; the lifetime allowances of the free tier are enforced.
 */
export type Tier = {
  requestsPerSecond: number | null;
  /** Of all keys of an organization together; more of them wait. API_REQUESTS_AT_ONCE may say less. */
  requestsAtOnce: number | null;
  lifetimeRequests: number | null;
  lifetimeComputeUnits: number | null;
  monthlyComputeUnits: number | null;
  /** Private sets that an organization may hold. */
  privateTags: number | null;
  /** Whether self reports of an organization are taken that nothing else was said about. */
  selfReports: boolean;
};

export const tiers = {
  free: {
    requestsPerSecond: 2,
    requestsAtOnce: 4,
    lifetimeRequests: 10_000,
    lifetimeComputeUnits: 100_000,
    monthlyComputeUnits: null,
    privateTags: 0,
    selfReports: false,
  },
  starter: {
    requestsPerSecond: 2,
    requestsAtOnce: 4,
    lifetimeRequests: null,
    lifetimeComputeUnits: null,
    monthlyComputeUnits: 100_000,
    privateTags: 0,
    selfReports: false,
  },
  build: {
    requestsPerSecond: 10,
    requestsAtOnce: 8,
    lifetimeRequests: null,
    lifetimeComputeUnits: null,
    monthlyComputeUnits: 1_000_000,
    privateTags: 4,
    selfReports: false,
  },
  growth: {
    requestsPerSecond: 50,
    requestsAtOnce: 16,
    lifetimeRequests: null,
    lifetimeComputeUnits: null,
    monthlyComputeUnits: 4_000_000,
    privateTags: 20,
    selfReports: false,
  },
  operator: {
    requestsPerSecond: null,
    requestsAtOnce: null,
    lifetimeRequests: null,
    lifetimeComputeUnits: null,
    monthlyComputeUnits: null,
    privateTags: null,
    selfReports: true,
  },
} as const satisfies Record<string, Tier>;

export type TierName = keyof typeof tiers;

/** Tier of a key that is created without naming one. */
export const defaultTier: TierName = "operator";

export function isTierName(name: string): name is TierName {
  return Object.hasOwn(tiers, name);
}
