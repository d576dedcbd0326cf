import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runOrganizations } from "../../../cli/verbs/organizations.ts";
import { createLogger } from "../../../lib/logger.ts";
import { createAccounts } from "../../../test/support/accounts.ts";
import { createKeyClients, detailOf, madeBy } from "../../../test/support/keyClients.ts";
import { openServeFixture, type ServeFixture } from "../../../test/support/serve.ts";
import { insertNetwork, insertValidators } from "../../../test/support/serveEth.ts";
import { describeUsageDays } from "../../../test/support/usageDays.ts";
import { createKey, rotateKey } from "../../access/keys.ts";
import { renameOrganization } from "../../access/organizations.ts";
import { createUsage } from "../../access/usage.ts";
import { type App, createApp } from "../../http/app.ts";

const log = createLogger("silent");
let fixture: ServeFixture;
/** Another server on the same warehouse. */
let second: App;
beforeAll(async () => {
  fixture = await openServeFixture({ family: "eth" });
  second = createApp({ store: fixture.store, log });
  await insertNetwork(fixture.store);
  await insertValidators(fixture.store, 3);
});
afterAll(async () => {
  await second.close();
  await fixture.close();
});

const { newKey, withServer } = createAccounts(() => fixture.store);
const { clientOf } = createKeyClients(
  () => fixture.store,
  (server) => (server === 0 ? fixture : second).app,
);

describeUsageDays(() => fixture.store);

describe("an account", () => {
  type Account = Record<"organization" | "key" | "allowances" | "used" | "left", Record<string, unknown>>;
  async function accountOf(key: string): Promise<Account> {
    let account: Account | undefined;
    await withServer(async (get) => {
      account = (await (await get(key, "/v1/account")).json()) as Account;
    });
    return account as Account;
  }

  it("has the tier's limits, the usage and the rest", async () => {
    const expiresAtMs = Date.parse("2090-01-01T00:00:00Z");
    const { key, keyId, caller } = await newKey({
      tier: "free",
      scopes: ["read"],
      member: "Ada",
      organizationId: "few",
      expiresAtMs,
    });
    await newKey({ organizationId: "few" });
    const usage = createUsage({ store: fixture.store, log });
    usage.add(caller, "tags", { requests: 40, computeUnits: 500 });
    await usage.close();
    const account = await accountOf(key);
    expect(account.organization).toEqual({
      id: "few",
      name: "few",
      maySelfReport: false,
      tiers: ["build", "free"],
      validKeys: 2,
    });
    expect(account.key).toMatchObject({
      id: keyId,
      name: "used",
      member: "Ada",
      tier: "free",
      scopes: ["read"],
    });
    expect(account.key.expiresAt).toBe("2090-01-01T00:00:00Z");
    expect(account.allowances).toEqual({
      requestsPerSecond: 2,
      requestsAtOnce: 4,
      lifetimeRequests: 10_000,
      lifetimeComputeUnits: 100_000,
      monthlyComputeUnits: null,
      privateTags: 0,
    });
    // The request itself counts, too.
    expect(account.used).toEqual({
      lifetimeRequests: 41,
      lifetimeComputeUnits: 500,
      monthlyRequests: 40,
      monthlyComputeUnits: 500,
      privateTags: 0,
    });
    expect(account.left).toEqual({
      lifetimeRequests: 9_959,
      lifetimeComputeUnits: 99_500,
      monthlyComputeUnits: null,
      privateTags: 0,
    });
  });

  it("counts the month of all keys of the tier, and never less than nothing is left", async () => {
    const [one, two] = [await newKey({ organizationId: "many" }), await newKey({ organizationId: "many" })];
    const usage = createUsage({ store: fixture.store, log });
    usage.add(one.caller, "tags", { requests: 1, computeUnits: 400_000 });
    usage.add(two.caller, "tags", { requests: 1, computeUnits: 700_000 });
    await usage.close();
    const { used, left } = await accountOf(one.key);
    expect(used).toMatchObject({
      monthlyRequests: 2,
      monthlyComputeUnits: 1_100_000,
      lifetimeComputeUnits: 400_000,
    });
    expect(left).toEqual({
      lifetimeRequests: null,
      lifetimeComputeUnits: null,
      monthlyComputeUnits: 0,
      privateTags: 4,
    });
  });

  it("has the name that the operator gives it, which is unique", async () => {
    const { key, organizationId } = await newKey({ name: "founder" });
    expect((await accountOf(key)).organization).toMatchObject({ id: organizationId, name: "founder" });
    await newKey({ organizationId: "neighbour", selfReports: true });
    await renameOrganization(fixture.store, organizationId, "Größe ✓");
    expect((await accountOf(key)).organization.name).toBe("Größe ✓");
    // The setting of reports stays, and so does the name.
    await renameOrganization(fixture.store, "neighbour", "next door");
    const again = await newKey({ organizationId: "neighbour" });
    expect((await accountOf(again.key)).organization).toMatchObject({
      name: "next door",
      maySelfReport: true,
    });
    await newKey({ organizationId: "neighbour", selfReports: false });
    expect((await accountOf(again.key)).organization).toMatchObject({
      name: "next door",
      maySelfReport: false,
    });
    for (const taken of ["next door", "neighbour"])
      await expect(renameOrganization(fixture.store, organizationId, taken)).rejects.toThrow(
        "already has the name",
      );
    await expect(renameOrganization(fixture.store, "missing", "x")).rejects.toThrow(
      'no organization "missing"',
    );
    await expect(runOrganizations({ action: "show", id: "missing" }, fixture.store)).rejects.toThrow(
      '"missing"',
    );
    const { organizations } = await runOrganizations({ action: "list" }, fixture.store);
    expect(organizations.find((one) => one.organizationId === "neighbour")).toMatchObject({
      name: "next door",
      maySelfReport: false,
      tiers: ["build"],
      keys: "3",
      validKeys: "3",
      tags: "0",
    });
  });

  it.each(["explorer", " Explorer "])(
    "is never called %j, as those are who look without a key",
    async (name) => {
      await expect(createKey(fixture.store, { name: "x", organizationId: name })).rejects.toThrow(
        "name the organization otherwise",
      );
      await expect(createKey(fixture.store, { name })).rejects.toThrow("name the organization otherwise");
      const { organizationId } = await newKey();
      await expect(renameOrganization(fixture.store, organizationId, name)).rejects.toThrow(
        "name the organization otherwise",
      );
    },
  );
});

describe("the number of keys", () => {
  const fill = (organizationId: string, count: number, createdAt: string, isRevoked: boolean) =>
    fixture.store.command(
      `insert into app_api_key (key_id, name, tier, organization_id, created_at, revoked_at, version)
      select leftPad(lower(hex(rand64() + number)), 12, '0'), 'filled', 'build', {organizationId:String}, ${createdAt},
        if({isRevoked:UInt8} = 1, now64(3), null), 1
      from numbers({count:UInt32})`,
      { organizationId, count, isRevoked: Number(isRevoked) },
    );

  it("is 100 that are valid, also when two servers get requests at once", async () => {
    const admin = await clientOf();
    await fill(admin.organizationId, 97, "now64(3) - toIntervalDay(9)", false);
    const answers = await Promise.all([0, 1, 0, 1, 0, 1].map((server) => admin.make({}, server)));
    for (const { status } of answers) expect([201, 403]).toContain(status);
    expect((await admin.keys()).length).toBeLessThanOrEqual(100);
    while ((await admin.make({})).status === 201);
    expect(await admin.keys()).toHaveLength(100);
    const [refused, rotated] = [await admin.make({}), await admin.rotate(admin.keyId)];
    expect([refused.status, rotated.status]).toEqual([403, 403]);
    expect(detailOf(refused)).toContain("at most 100 valid keys");
    // One in the place of another is none more.
    expect((await admin.rotate(admin.keyId, { overlapSeconds: 0 })).status).toBe(201);
  });

  it("is 500 a day", async () => {
    const admin = await clientOf();
    await fill(admin.organizationId, 499, "now64(3) - toIntervalHour(23)", true);
    const refused = await admin.make({});
    expect([refused.status, detailOf(refused)]).toEqual([
      429,
      "An organization can create at most 500 keys a day.",
    ]);
    const retryAfterS = Number(refused.headers.get("retry-after"));
    expect(retryAfterS).toBeGreaterThan(3_500);
    expect(retryAfterS).toBeLessThanOrEqual(3_600);
  });
});

it("every change is listed, with its author", async () => {
  const admin = await clientOf();
  const { key } = madeBy(await admin.make({}));
  const { key: next } = madeBy(await admin.rotate(key.id));
  await admin.revoke(next.id);
  const changes = (await admin.get("/v1/account/keyChanges")).body as { results: Record<string, unknown>[] };
  const by = { byKeyId: admin.keyId, state: "done" };
  expect(changes.results).toMatchObject([
    { action: "create", keyId: key.id, replacedBy: null, ...by },
    { action: "rotate", keyId: key.id, replacedBy: next.id, ...by },
    { action: "revoke", keyId: next.id, replacedBy: null, ...by },
  ]);
  const newest = (await admin.get("/v1/account/keyChanges?sortOrder=desc&limit=1")).body as {
    results: unknown[];
  };
  expect(newest.results).toEqual([changes.results[2]]);
  // What is refused by what there is leaves nothing.
  await admin.revoke(admin.keyId);
  expect((await admin.get("/v1/account/keyChanges")).body).toEqual(changes);
});

it("a key that the operator rotates keeps its member and its rate", async () => {
  const admin = await clientOf();
  const { key } = madeBy(await admin.make({ member: "Ada" }));
  const { keyId } = await rotateKey(fixture.store, key.id, { overlapMs: 0 });
  const record = (await admin.keys()).find((one) => one.keyId === keyId);
  expect(record).toMatchObject({ member: "Ada", rateKeyId: admin.keyId, createdBy: "" });
});
