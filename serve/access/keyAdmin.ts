/**
 * Keys created by keys: a key with the scope admin:keys manages those of its own organization. A new key has no other
 * scopes, no higher tier and no later end than its creator, and shares its rate, so it adds no privileges.
 */

import { msPerDay } from "../../lib/days.ts";
import { ApiError } from "../../lib/errors.ts";
import type { Services } from "../services.ts";
import { inTurn } from "../turns.ts";
import type { Caller } from "./auth.ts";
import { announced, type PendingChange } from "./keyChanges.ts";
import { addKey, isOver, type KeyRecord, listKeys, type NewKey, revokeKey, rotateKey } from "./keys.ts";
import type { Scope } from "./scopes.ts";
import { isTierName, type TierName, tiers } from "./tiers.ts";

/** Keys of an organization that are valid at once, those that the command line has made included. */
export const validKeysMax = 100;
/** Keys that an organization may make in a day. Each stays a row forever. */
export const keysPerDayMax = 500;

const adminScope: Scope = "admin:keys";

export type KeyRequest = {
  name: string;
  member: string | undefined;
  tier: TierName | undefined;
  scopes: readonly Scope[];
  /** Default: as for the calling key. */
  expiresAtMs: number | undefined;
};
export type RotationRequest = { overlapMs: number; expiresAtMs: number | undefined };

/** The state in which a change is checked. */
type Look = { me: KeyRecord; keys: readonly KeyRecord[]; pending: readonly PendingChange[]; nowMs: number };

const tierNames = Object.keys(tiers);
const rankOf = (tier: string) => tierNames.indexOf(tier);

const notAllowed = (why: string) => new ApiError(403, `You don't have permission to do that: ${why}.`);
const wrongField = (field: string, msg: string) =>
  new ApiError(400, [{ loc: ["body", field], msg, type: "value_error" }]);
const conflict = (detail: string) => new ApiError(409, detail);

const endOf = ({ expiresAtMs }: KeyRecord) =>
  expiresAtMs === null ? Number.POSITIVE_INFINITY : Number(expiresAtMs);

/** Keys created by keys share a rate: more keys allow no more requests. */
const rateOf = (key: KeyRecord) => (key.rateKeyId === "" ? key.keyId : key.rateKeyId);

/** A lifetime allowance would start anew with every key. */
const hasLifetimeAllowance = (tier: string) =>
  isTierName(tier) && (tiers[tier].lifetimeRequests !== null || tiers[tier].lifetimeComputeUnits !== null);

/** @throws ApiError 403 when the new key would get more than the calling key has */
function checkReach(
  me: KeyRecord,
  made: { tier: string; scopes: readonly string[]; expiresAtMs: number },
): void {
  if (hasLifetimeAllowance(me.tier))
    throw notAllowed(
      `a key of tier ${me.tier} has a lifetime allowance and cannot create keys. The operator of the server can`,
    );
  if (hasLifetimeAllowance(made.tier))
    throw notAllowed(
      `a key of tier ${made.tier} has a lifetime allowance, so only the operator of the server can create one`,
    );
  if (rankOf(made.tier) > rankOf(me.tier))
    throw notAllowed(`a key of tier ${me.tier} cannot create a key of tier ${made.tier}`);
  const missing = made.scopes.find((scope) => !me.scopes.includes(scope));
  if (missing !== undefined) throw notAllowed(`the key lacks the scope ${missing}`);
  if (made.expiresAtMs > endOf(me))
    throw notAllowed("a key cannot create one that expires later than itself");
}

/** @throws ApiError 403 when there are too many keys, 429 when too many were made today */
function checkNumber({ keys, pending, nowMs }: Look, isInPlaceOfOne: boolean): void {
  const valid = keys.filter((key) => !isOver(key, nowMs)).length;
  const underWay = pending.filter(({ action }) => action !== "revoke").length;
  if (valid + underWay - (isInPlaceOfOne ? 1 : 0) >= validKeysMax)
    throw notAllowed(`an organization has at most ${validKeysMax} valid keys; revoke one that is not used`);
  const madeToday = keys.filter(({ createdAtMs }) => Number(createdAtMs) > nowMs - msPerDay);
  if (madeToday.length + underWay < keysPerDayMax) return;
  const oldestMs = Math.min(...madeToday.map(({ createdAtMs }) => Number(createdAtMs)), nowMs);
  const retryAfterS = Math.max(1, Math.ceil((oldestMs + msPerDay - nowMs) / 1_000));
  throw new ApiError(429, `An organization can create at most ${keysPerDayMax} keys a day.`, {
    headers: { "retry-after": String(retryAfterS), age: String(Math.ceil((nowMs - oldestMs) / 1_000)) },
  });
}

/** @throws ApiError 404, whether the key is another organization's or doesn't exist */
function keyIn({ keys }: Look, keyId: string): KeyRecord {
  const key = keys.find((one) => one.keyId === keyId);
  if (key === undefined) throw new ApiError(404, `Not found: ${keyId}`);
  return key;
}

/**
 * Checks a change, announces it, checks it again with concurrent changes, and carries it out.
 * @param check throws to refuse the change
 */
async function change<Checked, Result>(
  services: Services,
  { keyId: byKeyId, organizationId }: Caller,
  requested: PendingChange,
  check: (look: Look) => Checked,
  act: (checked: Checked) => Promise<{ keyId: string; otherKeyId?: string; result: Result }>,
): Promise<Result> {
  const { store } = services;
  async function look(others: readonly PendingChange[]): Promise<Look> {
    const [keys, nowMs] = [await listKeys(store, organizationId), Date.now()];
    const me = keys.find((key) => key.keyId === byKeyId);
    // Servers accept a key for some seconds after its end; a key that manages others has to be valid now.
    if (me === undefined || isOver(me, nowMs))
      throw new ApiError(401, "Not authenticated", { headers: { "www-authenticate": "Bearer" } });
    return { me, keys, pending: others, nowMs };
  }
  return inTurn(services, organizationId, async () => {
    // A change that the present keys rule out leaves no row.
    check(await look([]));
    return announced(store, { organizationId, byKeyId, change: requested }, async (others) => {
      const { result, ...changed } = await act(check(await look(others)));
      return { change: { action: requested.action, ...changed }, result };
    });
  });
}

/** @throws ApiError 400, 403, 429 */
export function makeKey(services: Services, caller: Caller, requested: KeyRequest): Promise<NewKey> {
  return change(
    services,
    caller,
    { action: "create", keyId: "" },
    (look) => {
      const { me, nowMs } = look;
      const end = requested.expiresAtMs ?? endOf(me);
      if (end <= nowMs) throw wrongField("expiresAt", "Input should lie in the future");
      const tier = requested.tier ?? me.tier;
      checkReach(me, { tier, scopes: requested.scopes, expiresAtMs: end });
      checkNumber(look, false);
      return { tier, expiresAtMs: Number.isFinite(end) ? end : null, rateKeyId: rateOf(me) };
    },
    async ({ tier, expiresAtMs, rateKeyId }) => {
      const result = await addKey(services.store, {
        name: requested.name,
        ...(requested.member === undefined ? {} : { member: requested.member }),
        tier,
        expiresAtMs,
        scopes: requested.scopes,
        organizationId: caller.organizationId,
        createdBy: caller.keyId,
        rateKeyId,
      });
      return { keyId: result.keyId, result };
    },
  );
}

/** @throws ApiError 400, 403, 404, 409, 429 */
export function replaceKey(
  services: Services,
  caller: Caller,
  keyId: string,
  requested: RotationRequest,
): Promise<NewKey> {
  return change(
    services,
    caller,
    { action: "rotate", keyId },
    (look) => {
      const { me, nowMs } = look;
      const old = keyIn(look, keyId);
      if (isOver(old, nowMs)) throw conflict(`The key ${keyId} is revoked or has expired. Create a new one.`);
      if (old.replacedBy !== "")
        throw conflict(
          `The key ${keyId} was rotated before: rotate ${old.replacedBy}, which takes its place.`,
        );
      if (look.pending.some(({ action, keyId: other }) => action === "rotate" && other === keyId))
        throw conflict(`The key ${keyId} is being rotated by another request.`);
      const span = nowMs + endOf(old) - Number(old.createdAtMs);
      const end = requested.expiresAtMs ?? Math.min(span, endOf(me));
      if (end <= nowMs) throw wrongField("expiresAt", "Input should lie in the future");
      checkReach(me, { tier: old.tier, scopes: old.scopes, expiresAtMs: end });
      checkNumber(look, requested.overlapMs === 0);
      return { expiresAtMs: Number.isFinite(end) ? end : null, rateKeyId: rateOf(old) };
    },
    async (checked) => {
      const options = { ...checked, overlapMs: requested.overlapMs, createdBy: caller.keyId };
      const result = await rotateKey(services.store, keyId, options);
      return { keyId, otherKeyId: result.keyId, result };
    },
  );
}

/**
 * Ends a key; a revocation is final.
 * @throws ApiError 404, and 409 for the last key that may manage keys
 */
export function endKey(services: Services, caller: Caller, keyId: string): Promise<void> {
  return change(
    services,
    caller,
    { action: "revoke", keyId },
    (look) => {
      const { nowMs } = look;
      const isAdmin = (key: KeyRecord) => !isOver(key, nowMs) && key.scopes.includes(adminScope);
      if (!isAdmin(keyIn(look, keyId))) return;
      const going = new Set(look.pending.filter(({ action }) => action === "revoke").map((one) => one.keyId));
      const isLeft = (key: KeyRecord) => key.keyId !== keyId && isAdmin(key) && key.replacedBy === "";
      if (!look.keys.some((key) => isLeft(key) && !going.has(key.keyId)))
        throw conflict(
          `The key ${keyId} is the organization's last key with the scope ${adminScope}. Create another one first, or have the operator of the server revoke it.`,
        );
    },
    async () => {
      await revokeKey(services.store, keyId);
      return { keyId, result: undefined };
    },
  );
}
