/** Limits per statement; null: the tier sets none. */
export type SqlTier = {
  seconds: number | null;
  memoryMib: number | null;
  /** Rows that it may read. */
  rows: number | null;
  resultRows: number | null;
  resultMib: number | null;
  /**
   * Size of its text, and words and signs in it. To read and to analyse a statement takes time that no limit of the engine ends, more
   * than in proportion: 2,000 names (4,000 words and signs) took 4 s, a quarter of them 0.05 s (bench/sqlAnalysis.ts).
   */
  statementKib: number | null;
  statementTokens: number | null;
};

/**
 * The limits of a key, by tier. null is no limit. Monthly units are the base that a tier is billed from, so they are
 * reported and not enforced; the lifetime allowances of the free tier are enforced.
 */
export type Tier = {
  /** Limits of one SQL statement; SQL_STATEMENT_… may set lower ones. */
  sql: SqlTier;
  requestsPerSecond: number | null;
  /** Of all keys of an organization together; further requests wait. API_REQUESTS_AT_ONCE may set a lower limit. */
  requestsAtOnce: number | null;
  lifetimeRequests: number | null;
  lifetimeComputeUnits: number | null;
  monthlyComputeUnits: number | null;
  /** Private sets that an organization may hold. */
  privateTags: number | null;
  /** Whether self reports of an organization are accepted by default. */
  selfReports: boolean;
};

export const tiers = {
  free: {
    sql: {
      seconds: 10,
      memoryMib: 512,
      rows: 100_000_000,
      resultRows: 100_000,
      resultMib: 16,
      statementKib: 16,
      statementTokens: 1_000,
    },
    requestsPerSecond: 2,
    requestsAtOnce: 4,
    lifetimeRequests: 10_000,
    lifetimeComputeUnits: 100_000,
    monthlyComputeUnits: null,
    privateTags: 0,
    selfReports: false,
  },
  starter: {
    sql: {
      seconds: 20,
      memoryMib: 1_024,
      rows: 500_000_000,
      resultRows: 500_000,
      resultMib: 64,
      statementKib: 32,
      statementTokens: 2_000,
    },
    requestsPerSecond: 2,
    requestsAtOnce: 4,
    lifetimeRequests: null,
    lifetimeComputeUnits: null,
    monthlyComputeUnits: 100_000,
    privateTags: 0,
    selfReports: false,
  },
  build: {
    sql: {
      seconds: 60,
      memoryMib: 2_048,
      rows: 2_000_000_000,
      resultRows: 2_000_000,
      resultMib: 128,
      statementKib: 64,
      statementTokens: 3_000,
    },
    requestsPerSecond: 10,
    requestsAtOnce: 8,
    lifetimeRequests: null,
    lifetimeComputeUnits: null,
    monthlyComputeUnits: 1_000_000,
    privateTags: 4,
    selfReports: false,
  },
  growth: {
    sql: {
      seconds: 120,
      memoryMib: 4_096,
      rows: 10_000_000_000,
      resultRows: 10_000_000,
      resultMib: 256,
      statementKib: 128,
      statementTokens: 5_000,
    },
    requestsPerSecond: 50,
    requestsAtOnce: 16,
    lifetimeRequests: null,
    lifetimeComputeUnits: null,
    monthlyComputeUnits: 4_000_000,
    privateTags: 20,
    selfReports: false,
  },
  operator: {
    sql: {
      seconds: null,
      memoryMib: null,
      rows: null,
      resultRows: null,
      resultMib: null,
      statementKib: null,
      statementTokens: null,
    },
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
