/** Authentication and limits, shared by all ports of a server, so that a key has its limits once. */
import type { Logger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { type AtOnce, createAtOnce } from "../access/atOnce.ts";
import { type Authenticator, createAuthenticator } from "../access/auth.ts";
import { type Client, createClients } from "../access/clients.ts";
import { createKeylessLimiter, type KeylessLimiter } from "../access/keyless.ts";
import { createLimiter, type Limiter } from "../access/limits.ts";
import { createRedisCounters } from "../access/redis.ts";
import { createUsage, type Usage } from "../access/usage.ts";

export type AccessOptions = {
  store: Store;
  log: Logger;
  /** Redis that several servers count limits in; default: each counts for itself. */
  redisUrl?: string | undefined;
  redisCaFile?: string | undefined;
  /** Proxies whose X-Forwarded-* headers are trusted. Default: none. */
  trustedProxies?: readonly string[] | undefined;
  /** Requests without a valid key that an address may make in a minute. Default: without limit. */
  keylessPerMinute?: number;
  /** Requests of one organization that may be in hand at once, on any tier. Default: its tier's limit. */
  requestsAtOnce?: number;
  /** Days for which usage by operation is kept. Default: all. */
  usageKeepDays?: number;
  /** Whether a line is logged for every request. Default: no. */
  logsAccess?: boolean;
  /** Whether the explorer's word is taken in the place of a key. */
  isExplorerOpen?: boolean;
  /** How long keys are believed, in milliseconds. */
  keyTtlMs?: number;
};

export type Access = {
  authenticate: Authenticator;
  atOnce: AtOnce;
  limit: Limiter;
  usage: Usage;
  keyless: KeylessLimiter;
  clientOf: (peer: string | undefined, forwardedFor: string | null) => Client;
  accessLog: Logger | undefined;
  /** Writes the usage counters. */
  close(): Promise<void>;
};

export function createAccess(options: AccessOptions): Access {
  const { store, log } = options;
  const shared =
    options.redisUrl === undefined
      ? undefined
      : createRedisCounters(options.redisUrl, log, options.redisCaFile);
  const usage = createUsage({ store, log, shared, keepDays: options.usageKeepDays });
  return {
    authenticate: createAuthenticator(store, {
      isExplorerOpen: options.isExplorerOpen === true,
      ...(options.keyTtlMs === undefined ? {} : { ttlMs: options.keyTtlMs }),
    }),
    atOnce: createAtOnce(options.requestsAtOnce ?? 0),
    limit: createLimiter(usage, shared?.createWindow),
    usage,
    keyless: createKeylessLimiter(options.keylessPerMinute ?? 0),
    clientOf: createClients(options.trustedProxies ?? []),
    accessLog: options.logsAccess === true ? log : undefined,
    close: async () => {
      await usage.close();
      await shared?.close();
    },
  };
}
