/** API keys: `va_<id>_<secret>`. The id is public and finds the row; only the SHA-256 of the whole key is stored. */
import { createHash, randomBytes } from "node:crypto";
import { ConfigError } from "../../lib/errors.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { Store } from "../../lib/store/store.ts";
import { explorerWord } from "./explorer.ts";
import { defaultScopes, isScope, scopes } from "./scopes.ts";
import { defaultTier, isTierName, type TierName, tiers } from "./tiers.ts";

const keyPattern = /^va_([0-9a-f]{12})_[0-9a-f]{48}$/;

/** What is known of a key. Times are UTC, `YYYY-MM-DD hh:mm:ss.sss`. */
export type KeyRecord = {
  keyId: string;
  name: string;
  tier: string;
  organizationId: string;
  scopes: string[];
  createdAt: string;
  revokedAt: string | null;
  /** null: it doesn't end. */
  expiresAt: string | null;
  createdAtMs: string;
  expiresAtMs: string | null;
  /** Key that takes its place; empty: none. */
  replacedBy: string;
};

/** A key that was just made, which can't be shown again. */
export type NewKey = {
  key: string;
  keyId: string;
  tier: TierName;
  organizationId: string;
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

/** A UUID that stands for a key towards its own organization, and is always the same one. */
export function uuidOfKey(keyId: string): string {
  const hash = createHash("sha256").update(keyId).digest("hex");
  const variant = "89ab"[Number.parseInt(hash[16] ?? "0", 16) % 4];
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

export type KeyOptions = {
  name: string;
  /** Default: `operator`. */
  tier?: string;
  /** Owner, which keys with the same one share; default: an organization of the key's own, which goes by the key's name. */
  organizationId?: string;
  /** Whether self reports of the organization are taken, by any of its keys; default: as it was said before, or as the tier says. */
  selfReports?: boolean;
  /** Default: what every key could do before there were any. */
  scopes?: readonly string[];
  /** null, the default: it doesn't end. */
  expiresAtMs?: number | null;
};

function checkName(what: string, name: string): void {
  if (name.trim() === "" || name.length > 200)
    throw new ConfigError(`The name of ${what} has 1 to 200 characters`);
}

function checkScopes(asked: readonly string[]): string[] {
  const unknown = asked.find((scope) => !isScope(scope));
  if (unknown !== undefined || asked.length === 0)
    throw new ConfigError(
      `There is no scope "${unknown ?? ""}"; there are ${Object.keys(scopes).join(", ")}`,
    );
  return [...new Set(asked)];
}

/**
 * Creates a key. It can't be shown again.
 * @throws ConfigError when tier or scope don't exist, a name is empty or longer than 200 characters, or the end is past
 */
export async function createKey(store: Store, options: KeyOptions): Promise<NewKey> {
  const { tier = defaultTier, organizationId: owner, expiresAtMs = null } = options;
  if (!isTierName(tier)) {
    throw new ConfigError(`There is no tier "${tier}"; there are ${Object.keys(tiers).join(", ")}`);
  }
  checkName("a key", options.name);
  if (owner !== undefined) checkName("an organization", owner);
  if (owner === explorerWord)
    throw new ConfigError(
      `"${explorerWord}" are those who look at the explorer without a key; name the organization otherwise`,
    );
  if (expiresAtMs !== null && expiresAtMs <= Date.now())
    throw new ConfigError("The end of a key has to be in the future");
  const keyId = randomBytes(6).toString("hex");
  const key = `va_${keyId}_${randomBytes(24).toString("hex")}`;
  const made = {
    keyId,
    tier,
    organizationId: owner ?? keyId,
    scopes: checkScopes(options.scopes ?? defaultScopes),
    expiresAtMs,
  };
  await store.command(loadSql("queries/app/create_key.sql").text, {
    ...made,
    name: options.name,
    keyHash: hashKey(key),
  });
  if (options.selfReports !== undefined) {
    const { organizationId } = made;
    const maySelfReport = Number(options.selfReports);
    await store.command(loadSql("queries/app/set_self_reports.sql").text, { organizationId, maySelfReport });
  }
  return { key, ...made };
}

const isOver = ({ revokedAt, expiresAtMs }: KeyRecord, nowMs: number) =>
  revokedAt !== null || (expiresAtMs !== null && Number(expiresAtMs) <= nowMs);

/**
 * Makes a key that takes the place of another one, with its name, tier, organization and scopes. Both are valid for a
 * while.
 * @param options.overlapMs how long the old one goes on, unless it ends before; 0: not at all
 * @param options.expiresAtMs end of the new one; default: as long from now as the old one was made for
 * @throws ConfigError when there is no such key, or it is over, or was replaced before
 */
export async function rotateKey(
  store: Store,
  keyId: string,
  options: { overlapMs: number; expiresAtMs?: number },
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
    options.expiresAtMs ?? (endMs === null ? null : nowMs + endMs - Number(old.createdAtMs));
  const { name, tier, organizationId } = old;
  // First, so that whatever fails leaves a key that works.
  const made = await createKey(store, { name, tier, organizationId, scopes: old.scopes, expiresAtMs });
  const untilMs = Math.min(nowMs + options.overlapMs, endMs ?? Number.POSITIVE_INFINITY);
  await store.command(loadSql("queries/app/replace_key.sql").text, {
    keyId,
    replacedBy: made.keyId,
    expiresAtMs: untilMs,
  });
  return { ...made, replacedUntilMs: untilMs };
}

/** What to say of an identifier that no key has. */
export const unknownKey = (keyId: string): ConfigError =>
  new ConfigError(`There is no key with the id "${keyId}"; \`keys list\` shows them`);

/** All keys, revoked ones too, oldest first. */
export function listKeys(store: Store): Promise<KeyRecord[]> {
  return store.rows<KeyRecord>(loadSql("queries/app/keys.sql").text);
}

/**
 * Revokes a key; servers notice within seconds.
 * @returns false when there is no such key; true also when it was revoked before
 */
export async function revokeKey(store: Store, keyId: string): Promise<boolean> {
  const known = await store.rows(loadSql("queries/app/key.sql").text, { keyId });
  if (known.length === 0) return false;
  await store.command(loadSql("queries/app/revoke_key.sql").text, { keyId });
  return true;
}
