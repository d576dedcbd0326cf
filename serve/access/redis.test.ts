import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import { redisMissing, startRedis } from "../../test/support/redis.ts";
import { createRedisCounters, type SharedCounters } from "./redis.ts";

const log = createLogger("silent");

describe.skipIf(redisMissing() !== undefined)("limits in redis", () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let servers: [SharedCounters, SharedCounters];

  beforeAll(async () => {
    redis = await startRedis();
    servers = [createRedisCounters(redis.url, log), createRedisCounters(redis.url, log)];
    // A connection that is not there yet counts alone; wait until both are.
    const nothing = { requests: 0, computeUnits: 0 };
    await vi.waitFor(
      () => Promise.all(servers.map((server) => server.add("probe", nothing, nothing))),
      10_000,
    );
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
    await redis.stop();
  });

  it("count the requests of all servers in one window", async () => {
    const [first, second] = servers.map((server) => server.createWindow(2, 60));
    await first!.consume("key");
    await second!.consume("key");
    await expect(first!.consume("key")).rejects.toMatchObject({ remainingPoints: 0 });
    await expect(second!.consume("other")).resolves.toMatchObject({ remainingPoints: 1 });
  });

  it("add up lifetime counters from where they stood", async () => {
    const [first, second] = servers;
    const startCounts = { requests: 10, computeUnits: 500 };
    expect(await first.add("life", { requests: 1, computeUnits: 7 }, startCounts)).toEqual({
      requests: 11,
      computeUnits: 507,
    });
    expect(await second.add("life", { requests: 2, computeUnits: 0 }, startCounts)).toEqual({
      requests: 13,
      computeUnits: 507,
    });
  });

  it("go on alone when redis is away", async () => {
    const alone = createRedisCounters("redis://127.0.0.1:1", log);
    const window = alone.createWindow(1, 60);
    await window.consume("key");
    await expect(window.consume("key")).rejects.toMatchObject({ remainingPoints: 0 });
    await expect(
      alone.add("life", { requests: 1, computeUnits: 1 }, { requests: 0, computeUnits: 0 }),
    ).rejects.toThrow();
    await alone.close();
  });
});
