import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../../../lib/logger.ts";
import {
  allScopes,
  createKeyClients,
  detailOf,
  inDays,
  keysPath,
  type ListedKey,
  madeBy,
} from "../../../test/support/keyClients.ts";
import { openServeFixture, type ServeFixture } from "../../../test/support/serve.ts";
import { createKey, hashKey, revokeKey } from "../../access/keys.ts";
import { type App, createApp } from "../../http/app.ts";

let fixture: ServeFixture;
/** Another server on the same warehouse. It believes keys for long. */
let second: App;
beforeAll(async () => {
  fixture = await openServeFixture({ family: "eth" });
  second = createApp({ store: fixture.store, log: createLogger("silent"), keyTtlMs: 600_000 });
});
afterAll(async () => {
  await second.close();
  await fixture.close();
});

const { send, clientOf } = createKeyClients(
  () => fixture.store,
  (server) => (server === 0 ? fixture : second).app,
);

describe("a key with the scope admin:keys", () => {
  it("makes keys of its organization, which work at once and are shown once", async () => {
    const admin = await clientOf({ tier: "growth" });
    const expiresAt = inDays(1);
    const answer = await admin.make({ member: "Ada ✓", tier: "build", scopes: ["read", "sql"], expiresAt });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([201, "no-store"]);
    const { secret, key } = madeBy(answer);
    expect(secret).toMatch(new RegExp(`^va_${key.id}_[0-9a-f]{48}$`));
    expect(key).toMatchObject({
      name: "made",
      member: "Ada ✓",
      tier: "build",
      scopes: ["read", "sql"],
      status: "valid",
      createdBy: admin.keyId,
      expiresAt,
      revokedAt: null,
      replacedBy: null,
      lastUsedDate: null,
    });
    const own = (await send(secret, "GET", "/v1/account")).body as {
      organization: { id: string };
      key: Record<string, unknown>;
    };
    expect(own.organization.id).toBe(admin.organizationId);
    expect(own.key).toMatchObject({ id: key.id, name: "made", member: "Ada ✓", tier: "build", expiresAt });
    for (const path of [keysPath, `${keysPath}/${key.id}`, "/v1/account/keyChanges"]) {
      const { status, text } = await admin.get(path);
      expect(status).toBe(200);
      for (const hidden of [secret, secret.slice(16), hashKey(secret), hashKey(admin.key)])
        expect(text).not.toContain(hidden);
    }
    expect((await admin.get(`${keysPath}/${key.id}`)).body).toEqual(key);
    // The least, and as long as itself.
    const least = madeBy(await admin.make({})).key;
    expect(least).toMatchObject({ tier: "growth", scopes: ["read"], member: null, expiresAt: null });
  });

  it("is needed to change keys, and to read who did", async () => {
    const { key, keyId } = await clientOf({ scopes: ["read", "write:tags", "sql"] });
    const requests = [
      ["POST", keysPath, { name: "x" }],
      ["POST", `${keysPath}/${keyId}/rotate`, {}],
      ["DELETE", `${keysPath}/${keyId}`],
      ["GET", "/v1/account/keyChanges"],
    ] as const;
    for (const [method, path, body] of requests) {
      const answer = await send(key, method, path, body);
      expect([answer.status, detailOf(answer)]).toEqual([
        403,
        "You don't have permission to do that: the key lacks the scope admin:keys.",
      ]);
    }
    expect((await send(key, "GET", keysPath)).status).toBe(200);
  });

  it.each([
    ["scope", { scopes: ["read", "admin:keys"] }, { scopes: ["read", "sql"] }, "lacks the scope sql"],
    ["tier", { tier: "build" }, { tier: "growth" }, "cannot create a key of tier growth"],
    ["time", { expiresAtMs: Date.now() + 86_400_000 }, { expiresAt: inDays(2) }, "expires later than itself"],
    ["allowance", { tier: "free" }, { tier: "free" }, "a key of tier free has a lifetime allowance"],
  ])("gives no more than it has: %s", async (_, own, wanted, why) => {
    const admin = await clientOf(own);
    const answer = await admin.make(wanted);
    expect([answer.status, detailOf(answer)]).toEqual([403, expect.stringContaining(why)]);
    expect(await admin.keys()).toHaveLength(1);
    // Nor by taking another one's place: its secret would be returned.
    const tiers = { tier: "growth", scopes: allScopes };
    const other = await createKey(fixture.store, {
      name: "wide",
      ...tiers,
      organizationId: admin.organizationId,
    });
    if (!("expiresAtMs" in own)) {
      const taken = await admin.rotate(other.keyId);
      expect(taken.status).toBe(403);
      expect(await admin.keys()).toHaveLength(2);
      return;
    }
    expect(madeBy(await admin.rotate(other.keyId)).key.expiresAt).toBe(
      `${new Date(own.expiresAtMs as number).toISOString().slice(0, 19)}Z`,
    );
    // Nor by taking its own.
    const again = madeBy(await admin.rotate(admin.keyId)).key;
    expect(Date.parse(again.expiresAt ?? "")).toBeLessThanOrEqual(own.expiresAtMs as number);
  });

  it("refuses names, spans and ends that are none", async () => {
    const admin = await clientOf();
    const wrong: [object, string][] = [
      [{ name: "x".repeat(201) }, "name"],
      [{ name: " " }, "name"],
      [{ name: "a\u001b[2Jb" }, "name"],
      [{ name: "a\u202eb" }, "name"],
      [{ name: "\ud800" }, "name"],
      [{ member: "\u0000" }, "member"],
      [{ member: "x".repeat(201) }, "member"],
      [{ scopes: [] }, "scopes"],
      [{ scopes: ["admin"] }, "scopes.0"],
      [{ scopes: Array.from({ length: 9 }, () => "read") }, "scopes"],
      [{ tier: "gold" }, "tier"],
      [{ expiresAt: inDays(-1) }, "expiresAt"],
      [{ expiresAt: "2200-01-02T00:00:00Z" }, "expiresAt"],
      [{ expiresAt: "2090-02-30T00:00:00Z" }, "expiresAt"],
      [{ expiresAt: "90d" }, "expiresAt"],
      [{ organizationId: "other" }, "organizationId"],
    ];
    for (const [body, field] of wrong) {
      const answer = await admin.make(body);
      expect([body, answer.status]).toEqual([body, 400]);
      const [error] = detailOf(answer) as { loc: (string | number)[] }[];
      expect(error?.loc.join(".")).toBe(`body.${field}`);
    }
    for (const overlapSeconds of [-1, 1.5, 2_592_001, "1", null])
      expect((await admin.rotate(admin.keyId, { overlapSeconds })).status).toBe(400);
    expect((await admin.make({ name: "x".repeat(20_000) })).status).toBe(413);
    const longest = { name: "é".repeat(200), member: "\u{1f600}".repeat(100) };
    expect((await admin.make(longest)).status).toBe(201);
    expect(await admin.keys()).toHaveLength(2);
  });

  it("is believed no more once it is revoked, even by a server that remembers it", async () => {
    const admin = await clientOf();
    expect((await send(admin.key, "GET", keysPath, undefined, 1)).status).toBe(200);
    await revokeKey(fixture.store, admin.keyId);
    const answer = await admin.make({}, 1);
    expect([answer.status, detailOf(answer)]).toEqual([401, "Not authenticated"]);
    expect(await admin.keys()).toHaveLength(1);
  });

  it("knows keys of its own organization only", async () => {
    const admin = await clientOf();
    const { keyId, keys } = await clientOf();
    const before = await keys();
    for (const act of [admin.revoke, admin.rotate]) {
      const [theirs, missing] = [await act(keyId), await act("ffffffffffff")];
      expect([theirs.status, theirs.text]).toEqual([404, missing.text.replace("ffffffffffff", keyId)]);
    }
    expect(await keys()).toEqual(before);
  });

  it("makes none of a tier with an allowance for life, which would begin anew with each", async () => {
    const admin = await clientOf({ tier: "growth" });
    const answer = await admin.make({ tier: "free" });
    expect([answer.status, detailOf(answer)]).toEqual([403, expect.stringContaining("lifetime allowance")]);
    expect(await admin.keys()).toHaveLength(1);
  });

  it("shares its rate with what it makes and what takes its place", async () => {
    const admin = await clientOf({ tier: "starter" });
    const others = [madeBy(await admin.make({})), madeBy(await admin.rotate(admin.keyId))].map(
      (one) => one.secret,
    );
    const own = (await admin.keys()).map(({ rateKeyId }) => rateKeyId);
    expect(own).toEqual(["", admin.keyId, admin.keyId]);
    const rest = madeBy(await send(others[1] ?? "", "POST", keysPath, { name: "third" }));
    // A second may have ended between.
    const secrets = [admin.key, ...others, ...(rest.secret === undefined ? [] : [rest.secret])];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        send(secrets[turn % secrets.length] ?? "", "GET", "/v1/account"),
      ),
    );
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(8);
  });
});

describe("a key's place", () => {
  it("is taken by another one like it, and both are valid for a while", async () => {
    const admin = await clientOf();
    const { key: old, secret } = madeBy(
      await admin.make({ member: "Ada", tier: "build", expiresAt: inDays(10) }),
    );
    const answer = await admin.rotate(old.id, { overlapSeconds: 3_600 });
    expect(answer.status).toBe(201);
    const { key, replaced, secret: next } = madeBy(answer);
    expect(key).toMatchObject({
      name: "made",
      member: "Ada",
      tier: "build",
      scopes: ["read"],
      createdBy: admin.keyId,
    });
    expect(Math.abs(Date.parse(key.expiresAt ?? "") - Date.parse(old.expiresAt ?? ""))).toBeLessThan(60_000);
    expect(replaced).toMatchObject({ id: old.id, replacedBy: key.id, status: "valid" });
    expect(Math.abs(Date.parse(replaced.expiresAt ?? "") - Date.now() - 3_600_000)).toBeLessThan(60_000);
    for (const one of [secret, next]) expect((await send(one, "GET", "/v1/account")).status).toBe(200);
    const again = await admin.rotate(old.id);
    expect([again.status, detailOf(again)]).toEqual([409, expect.stringContaining(`rotate ${key.id}`)]);
    await admin.revoke(key.id);
    expect((await admin.rotate(key.id)).status).toBe(409);
  });

  it("is taken once, when two servers get requests at once", async () => {
    const admin = await clientOf();
    const { key } = madeBy(await admin.make({}));
    const answers = await Promise.all([0, 1, 0, 1].map((server) => admin.rotate(key.id, {}, server)));
    const done = answers.filter(({ status }) => status === 201);
    for (const { status } of answers) expect([201, 409]).toContain(status);
    expect(done.length).toBeLessThanOrEqual(1);
    expect(await admin.keys()).toHaveLength(2 + done.length);
  });
});

describe("the end of a key", () => {
  it("comes at once, and is returned again", async () => {
    const admin = await clientOf();
    const { key, secret } = madeBy(await admin.make({}));
    const answer = await admin.revoke(key.id);
    expect([answer.status, answer.body]).toMatchObject([200, { id: key.id, status: "revoked" }]);
    await expect.poll(async () => (await send(secret, "GET", "/v1/account")).status).toBe(401);
    expect((await admin.revoke(key.id)).body).toEqual(answer.body);
    expect(
      ((await admin.get(`${keysPath}?status=revoked`)).body as { results: ListedKey[] }).results,
    ).toEqual([answer.body]);
  });

  it("doesn't come for the last one that sees to keys", async () => {
    const admin = await clientOf();
    const refused = await admin.revoke(admin.keyId);
    expect([refused.status, detailOf(refused)]).toEqual([
      409,
      expect.stringContaining("last key with the scope"),
    ]);
    const successor = madeBy(await admin.rotate(admin.keyId)).key;
    // What is about to end is none.
    expect((await admin.revoke(successor.id)).status).toBe(409);
    expect((await admin.revoke(admin.keyId)).status).toBe(200);
    expect((await admin.keys()).filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1);
  });

  it("doesn't come for all that manage keys, when two servers get requests at once", async () => {
    const organizationId = `organization ${randomUUID()}`;
    const [one, other] = [await clientOf({ organizationId }), await clientOf({ organizationId })];
    const answers = await Promise.all([one.revoke(other.keyId, 0), other.revoke(one.keyId, 1)]);
    for (const { status } of answers) expect([200, 401, 409]).toContain(status);
    expect((await one.keys()).filter(({ revokedAt }) => revokedAt === null).length).toBeGreaterThanOrEqual(1);
  });
});
