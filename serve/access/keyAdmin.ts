/**
 * Keys that keys make: a key with the scope admin:keys sees to those of its own organization. What it makes has no other scopes, no
 * higher tier and no later end than itself, and shares its rate, so nobody gets more by it than there was.
 */

import { msPerDay } from "../../lib/days.ts";
import { ApiError } from "../../lib/errors.ts";
import type { Services } from "../services.ts";
import { inTurn } from "../turns.ts";
import type { Caller } from "./auth.ts";
import { type AskedChange, announced } from "./keyChanges.ts";
import { addKey, isOver, type KeyRecord, listKeys, type NewKey, revokeKey, rotateKey } from "./keys.ts";
import type { Scope } from "./scopes.ts";
import { isTierName, type TierName, tiers } from "./tiers.ts";

/** Keys of an organization that are valid at once, those that the command line has made included. */
export const validKeysMax = 100;
/** Keys that an organization may make in a day. Each stays a row for ever. */
export const keysPerDayMax = 500;

const adminScope: Scope = "admin:keys";

export type AskedKey = {
  name: string;
  member: string | undefined;
  tier: TierName | undefined;
  scopes: readonly Scope[];
  /** Default: as the key that asks. */
  expiresAtMs: number | undefined;
};
export type AskedRotation = { overlapMs: number; expiresAtMs: number | undefined };

/** What is known when a change is checked. */
type Look = { me: KeyRecord; keys: readonly KeyRecord[]; asked: readonly AskedChange[]; nowMs: number };

const tierNames = Object.keys(tiers);
const rankOf = (tier: string) => tierNames.indexOf(tier);

const notAllowed = (why: string) => new ApiError(403, `You don't have permission to do that: ${why}.`);
const wrongField = (field: string, msg: string) =>
  new ApiError(400, [{ loc: ["body", field], msg, type: "value_error" }]);
const conflict = (detail: string) => new ApiError(409, detail);

const endOf = ({ expiresAtMs }: KeyRecord) =>
  expiresAtMs === null ? Number.POSITIVE_INFINITY : Number(expiresAtMs);

/** Keys that keys make share a rate: more of them ask no more often. */
const rateOf = (key: KeyRecord) => (key.rateKeyId === "" ? key.keyId : key.rateKeyId);

/** An allowance for life would begin anew with every key. */
const hasLifetimeAllowance = (tier: string) =>
  isTierName(tier) && (tiers[tier].lifetimeRequests !== null || tiers[tier].lifetimeComputeUnits !== null);

/** @throws ApiError 403 when the key that asks would get more than it has */
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
function checkNumber({ keys, asked, nowMs }: Look, isInPlaceOfOne: boolean): void {
  const valid = keys.filter((key) => !isOver(key, nowMs)).length;
  const underWay = asked.filter(({ action }) => action !== "revoke").length;
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

/** @throws ApiError 404, whether it is another organization's or nobody's */
function keyIn({ keys }: Look, keyId: string): KeyRecord {
  const key = keys.find((one) => one.keyId === keyId);
  if (key === undefined) throw new ApiError(404, `Not found: ${keyId}`);
  return key;
}

/**
 * Checks a change, announces it, checks it again with what others have announced meanwhile, and carries it out.
 * @param check throws what refuses it
 */
async function change<Checked, Result>(
  services: Services,
  { keyId: byKeyId, organizationId }: Caller,
  asked: AskedChange,
  check: (look: Look) => Checked,
  act: (checked: Checked) => Promise<{ keyId: string; otherKeyId?: string; result: Result }>,
): Promise<Result> {
  const { store } = services;
  async function look(others: readonly AskedChange[]): Promise<Look> {
    const [keys, nowMs] = [await listKeys(store, organizationId), Date.now()];
    const me = keys.find((key) => key.keyId === byKeyId);
    // Servers believe a key for some seconds; whoever sees to keys has to be valid now.
    if (me === undefined || isOver(me, nowMs))
      throw new ApiError(401, "Not authenticated", { headers: { "www-authenticate": "Bearer" } });
    return { me, keys, asked: others, nowMs };
  }
  return inTurn(services, organizationId, async () => {
    // What is refused by what there is leaves no row behind.
    check(await look([]));
    return announced(store, { organizationId, byKeyId, change: asked }, async (others) => {
      const { result, ...changed } = await act(check(await look(others)));
      return { change: { action: asked.action, ...changed }, result };
    });
  });
}

/** @throws ApiError 400, 403, 429 */
export function makeKey(services: Services, caller: Caller, asked: AskedKey): Promise<NewKey> {
  return change(
    services,
    caller,
    { action: "create", keyId: "" },
    (look) => {
      const { me, nowMs } = look;
      const end = asked.expiresAtMs ?? endOf(me);
      if (end <= nowMs) throw wrongField("expiresAt", "Input should lie in the future");
      const tier = asked.tier ?? me.tier;
      checkReach(me, { tier, scopes: asked.scopes, expiresAtMs: end });
      checkNumber(look, false);
      return { tier, expiresAtMs: Number.isFinite(end) ? end : null, rateKeyId: rateOf(me) };
    },
    async ({ tier, expiresAtMs, rateKeyId }) => {
      const result = await addKey(services.store, {
        name: asked.name,
        ...(asked.member === undefined ? {} : { member: asked.member }),
        tier,
        expiresAtMs,
        scopes: asked.scopes,
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
  asked: AskedRotation,
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
      if (look.asked.some(({ action, keyId: other }) => action === "rotate" && other === keyId))
        throw conflict(`The key ${keyId} is being rotated by another request.`);
      const span = nowMs + endOf(old) - Number(old.createdAtMs);
      const end = asked.expiresAtMs ?? Math.min(span, endOf(me));
      if (end <= nowMs) throw wrongField("expiresAt", "Input should lie in the future");
      checkReach(me, { tier: old.tier, scopes: old.scopes, expiresAtMs: end });
      checkNumber(look, asked.overlapMs === 0);
      return { expiresAtMs: Number.isFinite(end) ? end : null, rateKeyId: rateOf(old) };
    },
    async (checked) => {
      const options = { ...checked, overlapMs: asked.overlapMs, createdBy: caller.keyId };
      const result = await rotateKey(services.store, keyId, options);
      return { keyId, otherKeyId: result.keyId, result };
    },
  );
}

/**
 * Ends a key; one that is revoked stays so.
 * @throws ApiError 404, and 409 for the last key that may see to keys
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
      const going = new Set(look.asked.filter(({ action }) => action === "revoke").map((one) => one.keyId));
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
