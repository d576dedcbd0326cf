import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runMonths, usageTable } from "../../cli/verbs/usage.ts";
import { createLogger, type Logger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { redisMissing, startRedis } from "../../test/support/redis.ts";
import { insertNetwork, insertValidators } from "../../test/support/serveEth.ts";
import { openTemporaryStore } from "../../test/support/warehouse.ts";
import { createApp } from "../http/app.ts";
import { createAuthenticator } from "./auth.ts";
import { createKey } from "./keys.ts";
import { createRedisCounters } from "./redis.ts";
import { createUsage } from "./usage.ts";

const log = createLogger("silent");
let store: Store;
let closeStore: () => Promise<void>;
beforeAll(async () => {
  ({ store, close: closeStore } = await openTemporaryStore({ family: "eth" }));
  await insertNetwork(store);
  await insertValidators(store, 3);
});
afterAll(() => closeStore());

const path = "/v0/eth/validators/1";
const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const january = Date.parse("2026-01-31T23:59:00Z");
const february = Date.parse("2026-02-01T00:01:00Z");

async function newKey(tier: string, organizationId?: string) {
  const created = await createKey(store, {
    name: "usage",
    tier,
    ...(organizationId ? { organizationId } : {}),
  });
  return { ...created, caller: await createAuthenticator(store)(`Bearer ${created.key}`) };
}
async function monthsOf(keyId: string) {
  const rows = await runMonths({}, store);
  return rows.filter((row) => row.keyId === keyId).map((row) => [row.month, row.requests, row.computeUnits]);
}

describe("usage", () => {
  it("is counted once by several servers, however often each writes", async () => {
    const { caller, keyId } = await newKey("build");
    const servers = [1, 2, 3].map(() => createUsage({ store, log, now: () => february }));
    for (const [place, server] of servers.entries()) {
      for (let round = 0; round < 3; round += 1) {
        server.add(caller, "validator", { requests: 1, computeUnits: 10 * (place + 1) });
        await server.flush();
        await server.flush();
      }
    }
    for (const server of servers) await server.close();
    expect(await monthsOf(keyId)).toEqual([["2026-02-01", "9", "180"]]);
  });

  it("belongs to the month in which it was", async () => {
    const { caller, keyId } = await newKey("build");
    let time = january;
    const server = createUsage({ store, log, now: () => time });
    server.add(caller, "validator", { requests: 2, computeUnits: 20 });
    time = february;
    server.add(caller, "validator", { requests: 1, computeUnits: 5 });
    await server.flush();
    server.add(caller, "validator", { requests: 1, computeUnits: 5 });
    await server.close();
    expect(await monthsOf(keyId)).toEqual([
      ["2026-02-01", "2", "10"],
      ["2026-01-01", "2", "20"],
    ]);
  });

  it("is all there when the clock steps back over a month's end, and forward again", async () => {
    const { caller, keyId } = await newKey("build");
    let time = january;
    const server = createUsage({ store, log, now: () => time, othersTtlMs: 1 });
    for (const [place, at] of [january, february, january, february, january].entries()) {
      time = at;
      server.add(caller, "validator", { requests: 1, computeUnits: 10 ** place });
      await server.flush();
    }
    await server.close();
    expect(await monthsOf(keyId)).toEqual([
      ["2026-02-01", "2", "1010"],
      ["2026-01-01", "3", "10101"],
    ]);
    const days = await store.rows<{ day: string; requests: number }>(
      `select toString(day) as day, toUInt32(sum(request_count)) as requests from app_usage_daily final
      where key_id = {keyId:String} group by day order by day`,
      { keyId },
    );
    expect(days).toEqual([
      { day: "2026-01-31", requests: 3 },
      { day: "2026-02-01", requests: 2 },
    ]);
    expect(await server.of(caller)).toEqual({ requests: 5, computeUnits: 11_111 });
  });

  it("is kept for later when the warehouse does not take it", async () => {
    const { caller, keyId } = await newKey("build");
    let isAway = true;
    const insert: Store["insert"] = (...row) =>
      isAway ? Promise.reject(new Error("away")) : store.insert(...row);
    const server = createUsage({ store: { ...store, insert }, log, now: () => february });
    server.add(caller, "validator", { requests: 1, computeUnits: 7 });
    await expect(server.flush()).rejects.toThrow("away");
    isAway = false;
    await server.close();
    expect(await monthsOf(keyId)).toEqual([["2026-02-01", "1", "7"]]);
  });

  it("of a whole life is that of all servers, without Redis too", async () => {
    const { caller } = await newKey("free");
    const [first, second] = [1, 2].map(() => createUsage({ store, log, othersTtlMs: 1 }));
    first?.add(caller, "validator", { requests: 3, computeUnits: 30 });
    second?.add(caller, "validator", { requests: 4, computeUnits: 40 });
    expect(await second?.of(caller)).toEqual({ requests: 4, computeUnits: 40 });
    await first?.flush();
    await expect.poll(() => second?.of(caller)).toEqual({ requests: 7, computeUnits: 70 });
    await second?.flush();
    expect(await second?.of(caller)).toEqual({ requests: 7, computeUnits: 70 });
    await first?.close();
    await second?.close();
  });

  it.skipIf(redisMissing() !== undefined)(
    "is counted once with Redis, too, where it is known at once",
    async () => {
      const redis = await startRedis();
      const { caller, keyId } = await newKey("free");
      const shared = [1, 2].map(() => createRedisCounters(redis.url, log));
      const nothing = { requests: 0, computeUnits: 0 };
      for (const one of shared)
        await expect
          .poll(() =>
            one.add("probe", nothing, nothing).then(
              () => true,
              () => false,
            ),
          )
          .toBe(true);
      const [first, second] = shared.map((one) =>
        createUsage({ store, log, shared: one, now: () => february }),
      );
      first?.add(caller, "validator", { requests: 3, computeUnits: 30 });
      await expect.poll(() => first?.of(caller)).toEqual({ requests: 3, computeUnits: 30 });
      second?.add(caller, "validator", { requests: 1, computeUnits: 10 });
      await expect.poll(() => second?.of(caller)).toEqual({ requests: 4, computeUnits: 40 });
      await first?.close();
      await second?.close();
      expect(await monthsOf(keyId)).toEqual([["2026-02-01", "4", "40"]]);
      for (const one of shared) await one.close();
      await redis.stop();
    },
  );
});

describe("a key can read", () => {
  const month = new Date().toISOString().slice(0, 7);

  it("which allowance is spent, and that it does not come back", async () => {
    const { app, close } = createApp({ store, log, keyTtlMs: 1 });
    const spend = async (requests: number, units: number) => {
      const { key, keyId, caller } = await newKey("free");
      const usage = createUsage({ store, log });
      usage.add(caller, "validator", { requests, computeUnits: units });
      await usage.close();
      const refused = await app.request(path, withKey(key));
      expect([keyId, refused.status, refused.headers.get("retry-after")]).toEqual([keyId, 429, "86400"]);
      return ((await refused.json()) as { detail: string }).detail;
    };
    expect(await spend(10_000, 1)).toMatch(
      /^The allowance of 10000 requests of tier free is spent\. .*is not renewed/,
    );
    expect(await spend(1, 100_000)).toMatch(/^The allowance of 100000 compute units of tier free is spent\./);
    await close();
  });

  it("its rate by every answer", async () => {
    const { app, close } = createApp({ store, log });
    const { key } = await newKey("starter");
    const answers = await Promise.all(Array.from({ length: 8 }, () => app.request(path, withKey(key))));
    for (const { status, headers } of answers) {
      expect(headers.get("ratelimit-limit")).toBe("2");
      expect(headers.get("ratelimit-policy")).toBe("2;w=1");
      expect(headers.get("ratelimit-reset")).toMatch(/^[01]$/);
      expect(headers.get("ratelimit-remaining")).toMatch(status === 429 ? /^0$/ : /^[01]$/);
    }
    const { key: unlimited } = await newKey("operator");
    expect((await app.request(path, withKey(unlimited))).headers.has("ratelimit-limit")).toBe(false);
    await close();
  });

  it("what all keys of its organization have used, and nothing of others", async () => {
    const mine = await newKey("build", "mine");
    const ours = await newKey("growth", "mine");
    const other = await newKey("build", "other");
    const first = createApp({ store, log });
    for (const { key } of [mine, ours, ours, other]) await first.app.request(path, withKey(key));
    await first.close();
    const { app, close } = createApp({ store, log });
    const answer = await app.request(`/v1/account/usage?month=${month}`, withKey(mine.key));
    const body = (await answer.json()) as { organizationId: string; usage: Record<string, unknown>[] };
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body.organizationId).toBe("mine");
    expect(body.usage).toHaveLength(2);
    const of = (keyId: string) => body.usage.find((row) => row.keyId === keyId);
    expect(of(mine.keyId)).toMatchObject({ month, tier: "build", requests: 1 });
    expect(of(ours.keyId)).toMatchObject({ month, tier: "growth", requests: 2 });
    expect((await app.request("/v1/account/usage?month=2026-13", withKey(mine.key))).status).toBe(400);
    await close();

    // The request itself counts, too, with any status.
    const rows = await runMonths({ month, organization: "mine" }, store);
    const line = (tier: string, requests: number, included: number) =>
      expect.stringMatching(new RegExp(`^${month} +mine +${tier} +${requests} +\\d+ +${included}$`));
    const lines = usageTable(rows, "organization").trim().split("\n").slice(1);
    expect(lines.sort()).toEqual([line("build", 3, 1_000_000), line("growth", 2, 4_000_000)]);
    expect(usageTable(rows, "tier")).toContain(`${month}  growth  2`);
  });
});

it("logs the requests of each key, when that is configured", async () => {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write: (chunk, _, done) => {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  const { app, close } = createApp({ store, log: pino(stream) satisfies Logger, logsAccess: true });
  const { key, keyId } = await newKey("operator");
  const incoming = { incoming: { socket: { remoteAddress: "203.0.113.1" } } };
  const answer = await app.request(path, withKey(key), incoming);
  await app.request(path, {}, incoming);
  const units = Number(answer.headers.get("x-service-compute-units"));
  const logged = lines.filter(({ msg }) => msg === "request");
  expect(logged).toMatchObject([
    {
      keyId,
      operation: "validator",
      method: "GET",
      status: 200,
      computeUnits: units,
      address: "203.0.113.1",
    },
    { operation: "validator", status: 401, computeUnits: 0, address: "203.0.113.1" },
  ]);
  expect(JSON.stringify(lines)).not.toContain(key);
  await close();
});
