/** API keys: `va_<id>_<secret>`. The id is public and finds the row; only the SHA-256 of the whole key is stored. */
import { createHash, randomBytes } from "node:crypto";
import { ConfigError } from "../../lib/errors.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { Store } from "../../lib/store/store.ts";
import { checkName, checkOrganization, setSelfReports } from "./organizations.ts";
import { defaultScopes, isScope, scopes } from "./scopes.ts";
import { defaultTier, isTierName, type TierName, tiers } from "./tiers.ts";

const keyPattern = /^va_([0-9a-f]{12})_[0-9a-f]{48}$/;

/** Beyond it the table has no times. */
export const lastEndMs = Date.UTC(2200, 0);

/** A key's row. Times are UTC, `YYYY-MM-DD hh:mm:ss.sss`. */
export type KeyRecord = {
  keyId: string;
  name: string;
  tier: string;
  organizationId: string;
  /** Its user; empty: not set. */
  member: string;
  /** Key that made it; empty: the command line. */
  createdBy: string;
  /** Key whose requests a second it shares; empty: it has its own. */
  rateKeyId: string;
  scopes: string[];
  createdAt: string;
  revokedAt: string | null;
  /** null: it doesn't end. */
  expiresAt: string | null;
  createdAtMs: string;
  expiresAtMs: string | null;
  /** The replacing key; empty: none. */
  replacedBy: string;
};

/** A key that was just made, which can't be shown again. */
export type NewKey = {
  key: string;
  keyId: string;
  tier: TierName;
  organizationId: string;
  member: string;
  scopes: string[];
  expiresAtMs: number | null;
};

/** @returns the public identifier inside a key, or undefined when the text is no key. */
export function keyIdOf(key: string): string | undefined {
  return keyPattern.exec(key)?.[1];
}

/** SHA-256 of a key, 64 hex digits. The secret has 192 random bits, so no slow hash is needed. */
export function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** A UUID that identifies a key within its own organization, always the same one. */
export function uuidOfKey(keyId: string): string {
  const hash = createHash("sha256").update(keyId).digest("hex");
  const variant = "89ab"[Number.parseInt(hash[16] ?? "0", 16) % 4];
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

export type KeyOptions = {
  name: string;
  /** Default: `operator`. */
  tier?: string;
  /** Owner, which keys with the same one share; default: an organization of the key's own, named like the key. */
  organizationId?: string;
  /** Whether self reports of the organization are accepted, from any of its keys; default: the previous setting, or the tier's. */
  selfReports?: boolean;
  /** The key's user. */
  member?: string;
  /** Key that creates it; default: the command line. */
  createdBy?: string;
  /** Key whose requests a second it shares; default: it has its own. */
  rateKeyId?: string;
  /** Default: what every key could do before there were any. */
  scopes?: readonly string[];
  /** null, the default: it doesn't end. */
  expiresAtMs?: number | null;
};

function checkScopes(requested: readonly string[]): string[] {
  const unknown = requested.find((scope) => !isScope(scope));
  if (unknown !== undefined || requested.length === 0)
    throw new ConfigError(
      `There is no scope "${unknown ?? ""}"; there are ${Object.keys(scopes).join(", ")}`,
    );
  return [...new Set(requested)];
}

/**
 * Adds a key to an organization that there is. It can't be shown again.
 * @throws ConfigError when tier or scope don't exist, a name is empty or longer than 200 characters, or the end is past
 */
export async function addKey(store: Store, options: Omit<KeyOptions, "selfReports">): Promise<NewKey> {
  const keyId = randomBytes(6).toString("hex");
  const {
    tier = defaultTier,
    organizationId = keyId,
    member = "",
    createdBy = "",
    rateKeyId = "",
    expiresAtMs = null,
  } = options;
  if (!isTierName(tier)) {
    throw new ConfigError(`There is no tier "${tier}"; there are ${Object.keys(tiers).join(", ")}`);
  }
  checkName("a key", options.name);
  if (member !== "") checkName("a member", member);
  if (expiresAtMs !== null && (expiresAtMs <= Date.now() || expiresAtMs > lastEndMs))
    throw new ConfigError("The end of a key has to be in the future, and before 2200");
  const key = `va_${keyId}_${randomBytes(24).toString("hex")}`;
  const granted = checkScopes(options.scopes ?? defaultScopes);
  const made = { keyId, tier, organizationId, member, scopes: granted, expiresAtMs };
  const values = { ...made, createdBy, rateKeyId, name: options.name, keyHash: hashKey(key) };
  await store.command(loadSql("queries/app/create_key.sql").text, values);
  return { key, ...made };
}

/**
 * Creates a key, and its organization, unless there is that. The key can't be shown again.
 * @throws ConfigError as `addKey` does, and for a name that no organization may have
 */
export async function createKey(store: Store, options: KeyOptions): Promise<NewKey> {
  // An organization with a single key has the name of the key.
  checkOrganization(options.organizationId ?? options.name);
  const made = await addKey(store, options);
  if (options.selfReports !== undefined)
    await setSelfReports(store, made.organizationId, options.selfReports);
  return made;
}

/** Whether a key is revoked or has expired. */
export const isOver = ({ revokedAt, expiresAtMs }: KeyRecord, nowMs: number) =>
  revokedAt !== null || (expiresAtMs !== null && Number(expiresAtMs) <= nowMs);

/**
 * Creates a key that replaces another one, with its name, tier, organization, member and scopes. Both are valid for
 * a while.
 * @param options.overlapMs how long the old one stays valid, unless it ends before; 0: it ends at once
 * @param options.expiresAtMs end of the new one, null: none; default: the old one's lifetime from now on
 * @throws ConfigError when there is no such key, or it is over, or was replaced before
 */
export async function rotateKey(
  store: Store,
  keyId: string,
  options: { overlapMs: number; expiresAtMs?: number | null; createdBy?: string; rateKeyId?: string },
): Promise<NewKey & { replacedUntilMs: number }> {
  const old = (await listKeys(store)).find((key) => key.keyId === keyId);
  if (old === undefined) throw unknownKey(keyId);
  const nowMs = Date.now();
  if (isOver(old, nowMs))
    throw new ConfigError(`The key ${keyId} is revoked or has expired: create a new one`);
  if (old.replacedBy !== "")
    throw new ConfigError(
      `The key ${keyId} was rotated before: rotate ${old.replacedBy}, which takes its place`,
    );
  const endMs = old.expiresAtMs === null ? null : Number(old.expiresAtMs);
  const expiresAtMs =
    options.expiresAtMs === undefined
      ? endMs === null
        ? null
        : nowMs + endMs - Number(old.createdAtMs)
      : options.expiresAtMs;
  const { name, tier, organizationId, member } = old;
  // First, so that any failure leaves a key that works.
  const made = await addKey(store, {
    name,
    tier,
    organizationId,
    member,
    scopes: old.scopes,
    expiresAtMs,
    createdBy: options.createdBy ?? "",
    rateKeyId: options.rateKeyId ?? old.rateKeyId,
  });
  const untilMs = Math.min(nowMs + options.overlapMs, endMs ?? Number.POSITIVE_INFINITY);
  await store.command(loadSql("queries/app/replace_key.sql").text, {
    keyId,
    replacedBy: made.keyId,
    expiresAtMs: untilMs,
  });
  return { ...made, replacedUntilMs: untilMs };
}

/** The error for an identifier without a key. */
export const unknownKey = (keyId: string): ConfigError =>
  new ConfigError(`There is no key with the id "${keyId}"; \`keys list\` shows them`);

/** Keys of an organization, or of all, revoked ones too, oldest first. */
export function listKeys(store: Store, organizationId: string | null = null): Promise<KeyRecord[]> {
  return store.rows<KeyRecord>(loadSql("queries/app/keys.sql").text, { organizationId });
}

/**
 * Revokes a key; servers notice within seconds.
 * @returns its organization, also when it was revoked before; undefined when there is no such key
 */
export async function revokeKey(store: Store, keyId: string): Promise<string | undefined> {
  const sql = loadSql("queries/app/key.sql").text;
  const [key] = await store.rows<{ organizationId: string }>(sql, { keyId });
  if (key === undefined) return undefined;
  await store.command(loadSql("queries/app/revoke_key.sql").text, { keyId });
  return key.organizationId;
}
