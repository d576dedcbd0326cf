import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import { openServeFixture, type ServeFixture } from "../../test/support/serve.ts";
import { insertNetwork, insertValidators } from "../../test/support/serveEth.ts";
import { createApp } from "../http/app.ts";
import { createKey, listKeys, revokeKey } from "./keys.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture();
  await insertNetwork(fixture.store);
  await insertValidators(fixture.store, 40);
});
afterAll(() => fixture.close());

const asked = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

describe("keys", () => {
  it("stop working when they are revoked", async () => {
    const { key, keyId } = await createKey(fixture.store, { name: "short-lived", tier: "starter" });
    expect(key).toMatch(/^va_[0-9a-f]{12}_[0-9a-f]{48}$/);
    expect((await fixture.app.request("/v0/eth/validators/1", asked(key))).status).toBe(200);
    expect(await revokeKey(fixture.store, keyId)).toBe(true);
    await expect
      .poll(async () => (await fixture.app.request("/v0/eth/validators/1", asked(key))).status)
      .toBe(401);
    const listed = (await listKeys(fixture.store)).find((record) => record.keyId === keyId);
    expect(listed).toMatchObject({ name: "short-lived", tier: "starter", organizationId: keyId });
    expect(listed?.revokedAt).toMatch(/^\d{4}-\d\d-\d\d /);
  });

  it("are not created for a tier that does not exist, nor revoked when they do not", async () => {
    await expect(createKey(fixture.store, { name: "x", tier: "gold" })).rejects.toThrow("There is no tier");
    await expect(createKey(fixture.store, { name: " " })).rejects.toThrow("1 to 200 characters");
    expect(await revokeKey(fixture.store, "000000000000")).toBe(false);
  });

  it("of the free tier end with their lifetime allowance, also after a restart", async () => {
    const { key, keyId } = await createKey(fixture.store, { name: "spent", tier: "free" });
    await fixture.store.command("insert into app_usage select {keyId:String}, {requests:UInt64}, 5, 1", {
      keyId,
      requests: 9_999,
    });
    const last = await fixture.app.request("/v0/eth/validators/1", asked(key));
    expect(last.status).toBe(200);
    const refused = await fixture.app.request("/v0/eth/validators/1", asked(key));
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("86400");
    expect(Number(refused.headers.get("age"))).toBeLessThan(600);
  });

  it("have their usage written when the application closes", async () => {
    const { app, close } = createApp({ store: fixture.store, log: createLogger("silent") });
    const { key, keyId } = await createKey(fixture.store, { name: "counted" });
    const units = (await app.request("/v0/eth/validators/1", asked(key))).headers.get(
      "x-service-compute-units",
    );
    await app.request("/v0/eth/validators/x", asked(key));
    await close();
    const rows = await fixture.store.rows(
      "select request_count, compute_units from app_usage_month final where key_id = {keyId:String}",
      { keyId },
    );
    expect(rows).toEqual([{ request_count: "2", compute_units: units }]);
  });
});
