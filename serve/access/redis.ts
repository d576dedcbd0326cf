/** Limits and counters shared by several servers. Without Redis each server continues alone, and logs it. */
import { Redis } from "ioredis";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import { errorMessage } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { readPem } from "../../lib/tls.ts";

export type UsageCount = { requests: number; computeUnits: number };

export type SharedCounters = {
  /** Counts requests of all servers in windows of `durationS` seconds. */
  createWindow(points: number, durationS: number): RateLimiterAbstract;
  /**
   * Adds to a key's lifetime counters; `startCounts` is their start if no server has counted yet.
   * @returns the count of all servers together
   */
  add(keyId: string, used: UsageCount, startCounts: UsageCount): Promise<UsageCount>;
  close(): Promise<void>;
};

const prefix = "validator-analytics";
const warnEveryMs = 10_000;

/** @param caFile PEM file of the authorities that may sign its certificate; default: the system's */
export function createRedisCounters(url: string, log: Logger, caFile?: string): SharedCounters {
  const client = new Redis(url, {
    ...(caFile === undefined ? {} : { tls: { ca: readPem("REDIS_CA_FILE", caFile) } }),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy: (tries) => Math.min(5_000, 100 * 2 ** tries),
  });
  let warnedAt = Number.NEGATIVE_INFINITY;
  client.on("error", (error: unknown) => {
    if (performance.now() - warnedAt < warnEveryMs) return;
    warnedAt = performance.now();
    log.warn({ reason: errorMessage(error) }, "Redis is unreachable; each server counts limits on its own");
  });

  return {
    createWindow: (points, duration) =>
      new RateLimiterRedis({
        storeClient: client,
        keyPrefix: `${prefix}:rate:${points}`,
        points,
        duration,
        insuranceLimiter: new RateLimiterMemory({ points, duration }),
      }),
    add: async (keyId, used, startCounts) => {
      const key = `${prefix}:usage:${keyId}`;
      const answers = await client
        .multi()
        .hsetnx(key, "requests", startCounts.requests)
        .hsetnx(key, "computeUnits", startCounts.computeUnits)
        .hincrby(key, "requests", used.requests)
        .hincrby(key, "computeUnits", used.computeUnits)
        .exec();
      return { requests: Number(answers?.[2]?.[1]), computeUnits: Number(answers?.[3]?.[1]) };
    },
    close: async () => {
      client.disconnect();
    },
  };
}
