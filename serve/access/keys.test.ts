import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import { openServeFixture, type ServeFixture } from "../../test/support/serve.ts";
import { insertNetwork, insertValidators } from "../../test/support/serveEth.ts";
import { createApp } from "../http/app.ts";
import { createKey, listKeys, revokeKey, rotateKey } from "./keys.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture({ family: "eth", keyTtlMs: 1 });
  await insertNetwork(fixture.store);
  await insertValidators(fixture.store, 40);
});
afterAll(() => fixture.close());
afterEach(() => void vi.useRealTimers());

const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

describe("keys", () => {
  it("stop working when they are revoked", async () => {
    const { key, keyId } = await createKey(fixture.store, { name: "short-lived", tier: "starter" });
    expect(key).toMatch(/^va_[0-9a-f]{12}_[0-9a-f]{48}$/);
    expect((await fixture.app.request("/v0/eth/validators/1", withKey(key))).status).toBe(200);
    expect(await revokeKey(fixture.store, keyId)).toBe(keyId);
    await expect
      .poll(async () => (await fixture.app.request("/v0/eth/validators/1", withKey(key))).status)
      .toBe(401);
    const listed = (await listKeys(fixture.store)).find((record) => record.keyId === keyId);
    expect(listed).toMatchObject({ name: "short-lived", tier: "starter", organizationId: keyId });
    expect(listed?.revokedAt).toMatch(/^\d{4}-\d\d-\d\d /);
  });

  it("are not created for a tier that does not exist, nor revoked when they do not", async () => {
    await expect(createKey(fixture.store, { name: "x", tier: "gold" })).rejects.toThrow("There is no tier");
    await expect(createKey(fixture.store, { name: "x", scopes: ["read", "all"] })).rejects.toThrow(
      'no scope "all"; there are read, write:tags, sql, admin:keys',
    );
    await expect(createKey(fixture.store, { name: "x", expiresAtMs: Date.now() })).rejects.toThrow("future");
    await expect(createKey(fixture.store, { name: " " })).rejects.toThrow("1 to 200 characters");
    expect(await revokeKey(fixture.store, "000000000000")).toBeUndefined();
  });

  it("of the free tier end with their lifetime allowance, also after a restart", async () => {
    const { key, keyId } = await createKey(fixture.store, { name: "spent", tier: "free" });
    await fixture.store.command("insert into app_usage select {keyId:String}, {requests:UInt64}, 5, 1", {
      keyId,
      requests: 9_999,
    });
    const last = await fixture.app.request("/v0/eth/validators/1", withKey(key));
    expect(last.status).toBe(200);
    const refused = await fixture.app.request("/v0/eth/validators/1", withKey(key));
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("86400");
    expect(Number(refused.headers.get("age"))).toBeLessThan(600);
  });

  it("have their usage written when the application closes", async () => {
    const { app, close } = createApp({ store: fixture.store, log: createLogger("silent") });
    const { key, keyId } = await createKey(fixture.store, { name: "counted" });
    const units = (await app.request("/v0/eth/validators/1", withKey(key))).headers.get(
      "x-service-compute-units",
    );
    await app.request("/v0/eth/validators/x", withKey(key));
    await close();
    const rows = await fixture.store.rows(
      "select request_count, compute_units from app_usage_month final where key_id = {keyId:String}",
      { keyId },
    );
    expect(rows).toEqual([{ request_count: "2", compute_units: units }]);
  });
});

const one = "/v0/eth/validators/1";
const statusOf = async (key: string, path = one, method = "GET") => {
  const json = { "content-type": "application/json" };
  const body = method === "POST" ? { method, body: '{"name":"set"}' } : { method };
  const headers = { ...withKey(key).headers, ...json };
  return (await fixture.app.request(path, { ...body, headers })).status;
};
const recordOf = async (keyId: string) =>
  (await listKeys(fixture.store)).find((record) => record.keyId === keyId);

describe("the end of a key", () => {
  it("is kept to the millisecond, also by a server that remembers the key", async () => {
    const expiresAtMs = Date.now() + 60_000;
    const { key, keyId } = await createKey(fixture.store, { name: "ends", expiresAtMs });
    expect(await statusOf(key)).toBe(200);
    vi.useFakeTimers({ now: expiresAtMs, toFake: ["Date"] });
    const refused = await fixture.app.request(one, withKey(key));
    expect(refused.status).toBe(401);
    expect(await refused.json()).toEqual({ detail: "The key has expired" });
    // A client that knows only the id doesn't learn it.
    const wrong = await fixture.app.request(one, withKey(`va_${keyId}_${"0".repeat(48)}`));
    expect(await wrong.json()).toEqual({ detail: "Not authenticated" });
    expect(await recordOf(keyId)).toMatchObject({ expiresAtMs: String(expiresAtMs), revokedAt: null });
  });
});

describe("scopes of a key", () => {
  it("are reading and changing sets, unless others are given", async () => {
    const { key, scopes } = await createKey(fixture.store, { name: "plain" });
    expect(scopes).toEqual(["read", "write:tags"]);
    expect([await statusOf(key), await statusOf(key, "/v1/eth/tags", "POST")]).toEqual([200, 201]);
  });

  it.each([
    [["read"], 200, 403],
    [["write:tags"], 403, 201],
    [["sql"], 403, 403],
  ])("%j: reading %i, changing %i", async (scopes, reading, changing) => {
    const { key } = await createKey(fixture.store, { name: "limited", scopes });
    expect([await statusOf(key), await statusOf(key, "/v1/eth/tags", "POST")]).toEqual([reading, changing]);
    expect(await statusOf(key, `/v1/eth/tags/${crypto.randomUUID()}/validators/0x00`, "DELETE")).toBe(
      changing === 201 ? 400 : 403,
    );
  });
});

describe("rotation of a key", () => {
  it("makes one that is like it, and both are valid for a while", async () => {
    const expiresAtMs = Date.now() + 3_600_000;
    const scopes = ["read"];
    const old = await createKey(fixture.store, { name: "first", tier: "build", scopes, expiresAtMs });
    const rotatedAtMs = Date.now();
    const made = await rotateKey(fixture.store, old.keyId, { overlapMs: 60_000 });
    expect(made.replacedUntilMs - rotatedAtMs).toBeGreaterThanOrEqual(60_000);
    expect(made.replacedUntilMs).toBeLessThanOrEqual(Date.now() + 60_000);
    expect(made).toMatchObject({ tier: "build", organizationId: old.organizationId, scopes });
    // As long from now as the old one was made for.
    expect(Math.abs((made.expiresAtMs ?? 0) - expiresAtMs)).toBeLessThan(60_000);
    expect([await statusOf(old.key), await statusOf(made.key)]).toEqual([200, 200]);
    expect(await recordOf(made.keyId)).toMatchObject({ name: "first", replacedBy: "" });
    expect(await recordOf(old.keyId)).toMatchObject({
      replacedBy: made.keyId,
      expiresAtMs: String(made.replacedUntilMs),
    });
    vi.useFakeTimers({ now: made.replacedUntilMs, toFake: ["Date"] });
    await expect.poll(() => statusOf(old.key)).toBe(401);
    expect(await statusOf(made.key)).toBe(200);
  });

  it("never makes the old key last longer, nor one that is over last again", async () => {
    const expiresAtMs = Date.now() + 60_000;
    const { keyId } = await createKey(fixture.store, { name: "short", expiresAtMs });
    const made = await rotateKey(fixture.store, keyId, { overlapMs: 3_600_000 });
    expect(made.replacedUntilMs).toBe(expiresAtMs);
    expect(await recordOf(keyId)).toMatchObject({ expiresAtMs: String(expiresAtMs) });
    const again = rotateKey(fixture.store, keyId, { overlapMs: 0 });
    await expect(again).rejects.toThrow(`was rotated before: rotate ${made.keyId}`);
    await revokeKey(fixture.store, made.keyId);
    await expect(rotateKey(fixture.store, made.keyId, { overlapMs: 0 })).rejects.toThrow("revoked");
    await expect(rotateKey(fixture.store, "missing", { overlapMs: 0 })).rejects.toThrow('"missing"');
  });

  it("does not undo a revocation that comes meanwhile", async () => {
    const { keyId } = await createKey(fixture.store, { name: "revoked meanwhile" });
    const [row] = await fixture.store.rows<{ version: string }>(
      "select version from app_api_key final where key_id = {keyId:String}",
      { keyId },
    );
    await revokeKey(fixture.store, keyId);
    // What a rotation writes that had read the key before.
    await fixture.store.command(
      `insert into app_api_key (key_id, key_hash, name, tier, organization_id, created_at, version)
       select key_id, key_hash, name, tier, organization_id, created_at, {version:UInt64} + 1
       from app_api_key where key_id = {keyId:String} limit 1`,
      { keyId, version: row?.version ?? "" },
    );
    expect((await recordOf(keyId))?.revokedAt).not.toBeNull();
  });
});
