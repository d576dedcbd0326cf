import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runMonths } from "../../../cli/verbs/usage.ts";
import { daysTable, runDays } from "../../../cli/verbs/usageDays.ts";
import { createLogger } from "../../../lib/logger.ts";
import type { Store } from "../../../lib/store/store.ts";
import { openTemporaryStore } from "../../../test/support/serve.ts";
import { insertNetwork, insertValidators } from "../../../test/support/serveEth.ts";
import { createAuthenticator } from "../../access/auth.ts";
import { createDailyUsage } from "../../access/dailyUsage.ts";
import { createKey, type KeyOptions } from "../../access/keys.ts";
import { renameOrganization } from "../../access/organizations.ts";
import { createUsage } from "../../access/usage.ts";
import { createApp } from "../../http/app.ts";

const log = createLogger("silent");
let store: Store;
let closeStore: () => Promise<void>;
beforeAll(async () => {
  ({ store, close: closeStore } = await openTemporaryStore());
  await insertNetwork(store);
  await insertValidators(store, 3);
});
afterAll(() => closeStore());

type Day = Record<"date" | "keyId" | "tier" | "operation", string> &
  Record<"requests" | "clientErrors" | "serverErrors" | "refused" | "computeUnits", number>;

async function newKey(options: Partial<KeyOptions> = {}) {
  const created = await createKey(store, { name: "used", tier: "build", ...options });
  return { ...created, caller: await createAuthenticator(store)(`Bearer ${created.key}`) };
}

/** A server, asked and then asked by another one that has counted nothing of it. */
async function asking(run: (get: (key: string, path: string) => Promise<Response>) => Promise<void>) {
  const { app, close } = createApp({ store, log, keyTtlMs: 1, factsTtlMs: 1 });
  const get = async (key: string, path: string) =>
    app.request(path, { headers: { authorization: `Bearer ${key}` } });
  await run(get);
  await close();
}

async function daysOf(key: string, query = ""): Promise<Day[]> {
  let days: Day[] = [];
  await asking(async (get) => {
    const answer = await get(key, `/v1/account/usage/daily?limit=200${query}`);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
    days = ((await answer.json()) as { results: Day[] }).results;
  });
  return days;
}

const noon = Date.parse("2026-01-31T12:00:00Z");
const hourMs = 3_600_000;

describe("usage by day and operation", () => {
  it("adds up to that by month, counted by several servers around midnight", async () => {
    const { caller, keyId, key } = await newKey();
    let time = noon;
    const servers = [1, 2, 3].map(() => createUsage({ store, log, now: () => time }));
    for (let hour = 0; hour < 36; hour += 1) {
      for (const [place, server] of servers.entries()) {
        server.add(caller, place === 0 ? "blocks" : "tags", { requests: 1 });
        server.add(caller, place === 0 ? "blocks" : "tags", { computeUnits: hour });
        if (hour % 5 === place) await server.flush();
      }
      time += hourMs;
    }
    for (const server of servers) {
      await server.close();
      await server.flush();
    }
    const days = await daysOf(key, "&toDate=2026-02-28");
    const sum = (first: number, last: number) => ((last - first + 1) * (first + last)) / 2;
    const line = (date: string, operation: string, hours: [number, number], servers: number) => ({
      date,
      keyId,
      tier: "build",
      operation,
      requests: servers * (hours[1] - hours[0] + 1),
      clientErrors: 0,
      serverErrors: 0,
      refused: 0,
      computeUnits: servers * sum(...hours),
    });
    expect(days).toEqual([
      line("2026-01-31", "blocks", [0, 11], 1),
      line("2026-01-31", "tags", [0, 11], 2),
      line("2026-02-01", "blocks", [12, 35], 1),
      line("2026-02-01", "tags", [12, 35], 2),
    ]);
    const months = (await runMonths({}, store)).filter((row) => row.keyId === keyId);
    for (const { month, requests, computeUnits } of months.filter((row) => row.month < "2026-03")) {
      const of = days.filter(({ date }) => date.slice(0, 7) === month.slice(0, 7));
      expect(of.reduce((total, day) => total + day.requests, 0)).toBe(Number(requests));
      expect(of.reduce((total, day) => total + day.computeUnits, 0)).toBe(Number(computeUnits));
    }
    expect(await daysOf(key, "&operation=tags&fromDate=2026-02-01&toDate=2026-02-01")).toEqual([days[3]]);
    expect(await daysOf(key, `&keyId=${keyId}&sortOrder=desc&toDate=2026-02-28`)).toEqual([
      days[2],
      days[3],
      days[0],
      days[1],
    ]);
    expect(await daysOf(key, "&keyId=ffffffffffff")).toEqual([]);
  });

  it("tells what was answered, what by an error, and what was refused", async () => {
    const { key, keyId } = await newKey({ tier: "starter" });
    let units = 0;
    await asking(async (get) => {
      // Of another second than those that are too many.
      const first = await get(key, "/v0/eth/validators/1");
      units += Number(first.headers.get("x-service-compute-units"));
      await get(key, "/v0/eth/validators/77");
      const many = await Promise.all(Array.from({ length: 8 }, () => get(key, "/v0/eth/validators/x")));
      const refused = many.filter(({ status }) => status === 429).length;
      expect(refused).toBeGreaterThanOrEqual(4);
      // Nobody's key, and no operation.
      await get("x", "/v0/eth/validators/1");
      await get(key, "/v0/nothing");
    });
    const [day, ...others] = await daysOf(key, "&operation=validator");
    expect(others).toEqual([]);
    expect(day).toMatchObject({
      keyId,
      tier: "starter",
      operation: "validator",
      serverErrors: 0,
      computeUnits: units,
    });
    expect([day?.requests, day?.clientErrors]).toEqual([10 - (day?.refused ?? 0), 9 - (day?.refused ?? 0)]);
    const [month] = (await runMonths({}, store)).filter((row) => row.keyId === keyId);
    const all = await daysOf(key);
    expect(Number(month?.requests)).toBe(all.reduce((sum, one) => sum + one.requests, 0));
  });

  it("is that of the own organization", async () => {
    const [mine, other] = [
      await newKey({ organizationId: "mine" }),
      await newKey({ organizationId: "other" }),
    ];
    await asking(async (get) => {
      for (const { key } of [mine, other]) await get(key, "/v1/networks");
    });
    expect((await daysOf(mine.key)).map((day) => day.keyId)).toContain(mine.keyId);
    expect((await daysOf(mine.key)).map((day) => day.keyId)).not.toContain(other.keyId);
    expect(await daysOf(mine.key, `&keyId=${other.keyId}`)).toEqual([]);
  });

  it("has a bounded number of counters, and loses none of what was counted", async () => {
    const { caller, keyId, key } = await newKey();
    let time = noon;
    const usage = createDailyUsage({ store, log, now: () => time, keepDays: 0, countersMax: 3 });
    for (let round = 0; round < 4; round += 1) {
      for (let operation = 0; operation < 5; operation += 1)
        usage.add(caller, `operation${operation}`, { requests: 1, refused: 2 });
      await usage.flush();
    }
    time += 24 * hourMs;
    usage.add(caller, "operation0", { requests: 1 });
    await usage.flush();
    const days = (await daysOf(key, "&toDate=2026-02-28")).filter((day) => day.keyId === keyId);
    const of = (date: string) => days.filter((day) => day.date === date);
    const requests = of("2026-01-31").map((day) => [day.operation, day.requests, day.refused]);
    expect(requests).toEqual([
      ["operation0", 4, 8],
      ["operation1", 4, 8],
      ["operation2", 4, 8],
      ["other", 8, 16],
    ]);
    expect(of("2026-02-01").map((day) => [day.operation, day.requests])).toEqual([["operation0", 1]]);
  });

  it("goes after as many days as it is kept; months stay", async () => {
    const { caller, keyId } = await newKey();
    let time = noon;
    const usage = createUsage({ store, log, now: () => time, keepDays: 30 });
    const dates = async () => {
      const rows = await store.rows<{ day: string }>(
        "select distinct day from app_usage_daily where key_id = {keyId:String} order by day",
        { keyId },
      );
      return rows.map(({ day }) => day);
    };
    for (let day = 0; day < 3; day += 1) {
      usage.add(caller, "tags", { requests: 1 });
      await usage.flush();
      time += 24 * hourMs;
    }
    expect(await dates()).toEqual(["2026-01-31", "2026-02-01", "2026-02-02"]);
    time = noon + 31 * 24 * hourMs;
    await usage.flush();
    await expect.poll(dates).toEqual(["2026-02-01", "2026-02-02"]);
    await usage.close();
    const months = (await runMonths({}, store)).filter((row) => row.keyId === keyId);
    expect(months.map((row) => row.requests)).toEqual(["2", "1"]);
  });

  it("is printed by the command line", async () => {
    const { caller } = await newKey({ organizationId: "printed" });
    const usage = createUsage({ store, log, now: () => noon });
    usage.add(caller, "tags", { requests: 5, clientErrors: 2, refused: 3, computeUnits: 7 });
    usage.add(caller, "sql", { requests: 1, serverErrors: 1 });
    await usage.close();
    const of = { organization: "printed", month: "2026-01" };
    const lines = async (by: "day" | "operation") =>
      daysTable(await runDays({ by, ...of }, store), by)
        .trimEnd()
        .split("\n")
        .map((line) => line.split(/ {2,}/));
    const counts = ["REQUESTS", "CLIENT ERRORS", "SERVER ERRORS", "REFUSED", "UNITS"];
    expect(await lines("day")).toEqual([
      ["DAY", ...counts],
      ["2026-01-31", "6", "2", "1", "3", "7"],
    ]);
    expect(await lines("operation")).toEqual([
      ["MONTH", "OPERATION", ...counts],
      ["2026-01", "tags", "5", "2", "0", "3", "7"],
      ["2026-01", "sql", "1", "0", "1", "0", "0"],
    ]);
    expect(await runDays({ by: "day", ...of, month: "2025-12" }, store)).toEqual([]);
  });
});

describe("an account", () => {
  type Account = Record<"organization" | "key" | "allowances" | "used" | "left", Record<string, unknown>>;
  async function accountOf(key: string): Promise<Account> {
    let account: Account | undefined;
    await asking(async (get) => {
      account = (await (await get(key, "/v1/account")).json()) as Account;
    });
    return account as Account;
  }

  it("tells what the tier allows, what is used of it and what is left", async () => {
    const expiresAtMs = Date.parse("2090-01-01T00:00:00Z");
    const { key, keyId, caller } = await newKey({
      tier: "free",
      scopes: ["read"],
      member: "Ada",
      organizationId: "few",
      expiresAtMs,
    });
    await newKey({ organizationId: "few" });
    const usage = createUsage({ store, log });
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
    // The request that asks counts, too.
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
    const usage = createUsage({ store, log });
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

  it("goes by the name that the operator gives it, which is nobody else's", async () => {
    const { key, organizationId } = await newKey({ name: "founder" });
    expect((await accountOf(key)).organization).toMatchObject({ id: organizationId, name: "founder" });
    await newKey({ organizationId: "neighbour", selfReports: true });
    await renameOrganization(store, organizationId, "Größe ✓");
    expect((await accountOf(key)).organization.name).toBe("Größe ✓");
    // What is said of reports stays, and the other way round.
    await renameOrganization(store, "neighbour", "next door");
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
      await expect(renameOrganization(store, organizationId, taken)).rejects.toThrow("goes by the name");
    await expect(renameOrganization(store, "nobody", "x")).rejects.toThrow('no organization "nobody"');
  });

  it.each(["explorer", " Explorer "])(
    "is never called %j, which the server's own pages are",
    async (name) => {
      await expect(createKey(store, { name: "x", organizationId: name })).rejects.toThrow(
        "server's own pages",
      );
      await expect(createKey(store, { name })).rejects.toThrow("server's own pages");
      const { organizationId } = await newKey();
      await expect(renameOrganization(store, organizationId, name)).rejects.toThrow("server's own pages");
    },
  );
});
