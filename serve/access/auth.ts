/** Authenticates a request: the bearer key, its tier, and its usage. */
import { timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import { ApiError } from "../../lib/errors.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { Store } from "../../lib/store/store.ts";
import { explorerTier, explorerWord } from "./explorer.ts";
import { createKeyDirectory } from "./keyDirectory.ts";
import { hashKey, keyIdOf } from "./keys.ts";
import { isTierName, type Tier, type TierName, tiers } from "./tiers.ts";

export type Caller = {
  keyId: string;
  /** Key whose requests a second it shares; default: it has its own. */
  rateKeyId?: string;
  /** Tier of that key. */
  rateTier?: Tier;
  organizationId: string;
  /** The name of its self reports. */
  organizationName: string;
  maySelfReport: boolean;
  tier: Tier;
  scopes: readonly string[];
  tierName: TierName | typeof explorerWord;
  /** The identity for counting rate and places, if it isn't the key and its organization. */
  countedBy?: string;
  createdAtMs: number;
  /** Before months were counted (serve/access/usage.ts). */
  used: { requests: number; computeUnits: number };
};

type KeyRow = {
  keyHash: string;
  tier: string;
  organizationId: string;
  organizationName: string;
  maySelfReport: boolean | null;
  rateKeyId: string;
  rateTier: string;
  createdAtMs: string;
  isRevoked: number | string | boolean;
  expiresAtMs: string | null;
  scopes: string[];
  requestCount: string;
  computeUnits: string;
};

export type Authenticator = {
  /**
   * @param address of the client, for anonymous access to the explorer
   * @throws ApiError 401 for anything but a valid key
   */
  (authorization: string | null, address?: string): Promise<Caller>;
  /** Whether the whole key was right the last time, so that to check it costs no more than a hash. */
  knows(authorization: string | null): boolean;
};

/** A key has 64 characters; around it there may be blanks. */
const authorizationCharactersMax = 256;

/** Number of keys whose valid secrets are remembered. */
const rightKeysMax = 100_000;

/** A revoked key works at most this much longer. */
const keyTtlMs = 3_000;

function notAuthenticated(detail = "Not authenticated"): ApiError {
  return new ApiError(401, detail, { headers: { "www-authenticate": "Bearer" } });
}

type KnownCaller = Caller & { hash: Buffer; expiresAtMs: number };

function callerOf(keyId: string, row: KeyRow | undefined): KnownCaller | undefined {
  if (row === undefined || Number(row.isRevoked) === 1 || row.isRevoked === true) return undefined;
  if (!isTierName(row.tier)) return undefined;
  return {
    keyId,
    ...(row.rateKeyId === "" ? {} : { rateKeyId: row.rateKeyId }),
    ...(isTierName(row.rateTier) ? { rateTier: tiers[row.rateTier] } : {}),
    organizationId: row.organizationId,
    organizationName: row.organizationName,
    maySelfReport: row.maySelfReport ?? tiers[row.tier].selfReports,
    tier: tiers[row.tier],
    scopes: row.scopes,
    expiresAtMs: row.expiresAtMs === null ? Number.POSITIVE_INFINITY : Number(row.expiresAtMs),
    tierName: row.tier,
    createdAtMs: Number(row.createdAtMs),
    used: { requests: Number(row.requestCount), computeUnits: Number(row.computeUnits) },
    hash: Buffer.from(row.keyHash, "hex"),
  };
}

/**
 * Anonymous access, which has no sets.
 * @param address undefined where no connection is known: those share one
 */
function explorerCaller(address: string | undefined): Caller {
  return {
    keyId: explorerWord,
    organizationId: explorerWord,
    organizationName: explorerWord,
    maySelfReport: false,
    tier: explorerTier,
    tierName: explorerWord,
    scopes: ["read"],
    countedBy: `${explorerWord} ${address ?? ""}`,
    createdAtMs: 0,
    used: { requests: 0, computeUnits: 0 },
  };
}

function keyIn(authorization: string | null): string | undefined {
  if (authorization === null || authorization.length > authorizationCharactersMax) return undefined;
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1];
}

/**
 * Checks `Authorization: Bearer <key>`. Rows are remembered by the key's public id; every request's own secret is
 * hashed and compared in constant time. A made-up identifier is never remembered (keyDirectory.ts).
 * @param options.isExplorerOpen whether the explorer's word is accepted in place of a key
 */
export function createAuthenticator(
  store: Store,
  options: { ttlMs?: number; isExplorerOpen?: boolean } = {},
): Authenticator {
  const directory = createKeyDirectory(store);
  const callers = new LRUCache<string, { caller: ReturnType<typeof callerOf> }>({
    max: 10_000,
    ttl: options.ttlMs ?? keyTtlMs,
    fetchMethod: async (keyId) => {
      const [row] = await store.rows<KeyRow>(loadSql("queries/app/key.sql").text, { keyId });
      return { caller: callerOf(keyId, row) };
    },
  });

  /** Hashes of keys that were right. */
  const right = new LRUCache<string, true>({ max: rightKeysMax });

  const isExplorer = (key: string | undefined) => options.isExplorerOpen === true && key === explorerWord;

  async function authenticate(authorization: string | null, address?: string): Promise<Caller> {
    const key = keyIn(authorization);
    if (isExplorer(key)) return explorerCaller(address);
    const keyId = key === undefined ? undefined : keyIdOf(key);
    if (key === undefined || keyId === undefined) throw notAuthenticated();
    const isKnown = directory.has(keyId);
    if (!isKnown && !(await directory.lookUp(keyId))) throw notAuthenticated();
    const { caller } = await callers.forceFetch(keyId);
    const hash = hashKey(key);
    if (caller === undefined || !timingSafeEqual(Buffer.from(hash, "hex"), caller.hash)) {
      right.delete(hash);
      // As long as an unknown identifier takes: the time of a refusal does not show which ones exist.
      if (isKnown) await directory.lookUp(keyId);
      throw notAuthenticated();
    }
    right.set(hash, true);
    // Only the owner of the key learns that it was right once.
    if (Date.now() >= caller.expiresAtMs) throw notAuthenticated("The key has expired");
    return caller;
  }

  return Object.assign(authenticate, {
    knows: (authorization: string | null) => {
      const key = keyIn(authorization);
      // Its own limit counts by address.
      if (isExplorer(key)) return true;
      return key !== undefined && right.has(hashKey(key));
    },
  });
}
