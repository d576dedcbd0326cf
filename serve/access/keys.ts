/** API keys: `va_<id>_<secret>`. The id is public and finds the row; only the SHA-256 of the whole key is stored. */
import { createHash, randomBytes } from "node:crypto";
import { ConfigError } from "../../lib/errors.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { Store } from "../../lib/store/store.ts";
import { defaultTier, isTierName, tiers } from "./tiers.ts";

const keyPattern = /^va_([0-9a-f]{12})_[0-9a-f]{48}$/;

export type KeyRecord = {
  keyId: string;
  name: string;
  tier: string;
  organizationId: string;
  /** UTC, `YYYY-MM-DD hh:mm:ss.sss`. */
  createdAt: string;
  revokedAt: string | null;
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

/**
 * Creates a key. It can't be shown again.
 * @param options.organizationId owner, which keys with the same one share; default: an organization of the key's own,
 *   which goes by the key's name
 * @param options.selfReports whether self reports of the organization are taken, by any of its keys; default: as it was
 *   said before, or as the tier says
 * @throws ConfigError when the tier does not exist or the name is empty or longer than 200 characters
 */
export async function createKey(
  store: Store,
  options: { name: string; tier?: string; organizationId?: string; selfReports?: boolean },
): Promise<{ key: string; keyId: string }> {
  const tier = options.tier ?? defaultTier;
  if (!isTierName(tier)) {
    throw new ConfigError(`There is no tier "${tier}"; there are ${Object.keys(tiers).join(", ")}`);
  }
  if (options.name.trim() === "" || options.name.length > 200) {
    throw new ConfigError("The name of a key has 1 to 200 characters");
  }
  const { organizationId: owner } = options;
  if (owner !== undefined && (owner.trim() === "" || owner.length > 200)) {
    throw new ConfigError("The name of an organization has 1 to 200 characters");
  }
  const keyId = randomBytes(6).toString("hex");
  const key = `va_${keyId}_${randomBytes(24).toString("hex")}`;
  const organizationId = owner ?? keyId;
  await store.command(loadSql("queries/app/create_key.sql").text, {
    keyId,
    keyHash: hashKey(key),
    name: options.name,
    tier,
    organizationId,
  });
  if (options.selfReports !== undefined) {
    const maySelfReport = Number(options.selfReports);
    await store.command(loadSql("queries/app/set_self_reports.sql").text, { organizationId, maySelfReport });
  }
  return { key, keyId };
}

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
