import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { SourceError } from "../../../lib/errors.ts";
import { createLogger, type Logger } from "../../../lib/logger.ts";
import { createTestNodes } from "../testNodes.ts";
import { createBeaconClient } from "./client.ts";

const { start, close } = createTestNodes();
afterEach(close);

const client = (urls: string[], { log }: { log: Logger } = { log: createLogger("silent") }) =>
  createBeaconClient({
    ...{ urls, requestsPerSecond: 10_000, maxHeadAgeS: 0, log },
    nodeOptions: { restBaseMs: 4, restMaxMs: 8 },
  });

describe("optional calls", () => {
  it("are unknown when they answer something else than documented, which is logged once", async () => {
    const node = await start();
    const data = [{ pubkey: "0xab", amount: "32000000000" }];
    node.intercept = (path) =>
      path.endsWith("/pending_consolidations") ? { body: JSON.stringify({ data }) } : undefined;
    const lines: Record<string, unknown>[] = [];
    const log = pino({ level: "warn" }, { write: (line) => lines.push(JSON.parse(line)) });
    const one = client([node.url], { log });
    expect(await one.pendingConsolidations(4)).toBeNull();
    expect(await one.pendingConsolidations(8)).toBeNull();
    expect(lines.filter(({ call }) => call === "pending_consolidations")).toHaveLength(1);
  });

  it("are known while a node that answers them is backing off, though another one can't be read", async () => {
    const [bad, good] = [await start(), await start()];
    bad.intercept = (path) => (path.endsWith("/pending_deposits") ? { body: "<html>" } : undefined);
    good.intercept = (path) => (path.endsWith("/pending_deposits") ? { body: '{"data":[]}' } : undefined);
    const one = client([bad.url, good.url]);
    await one.chain();
    const resting = one.nodes[1]!;
    one.report(resting, new SourceError("busy", { code: "rate_limited", meta: { retryAfterMs: 200 } }));
    expect(await one.pendingDeposits(4)).toEqual([]);
  });

  it("are given up when a node can't be read and the other one is down", async () => {
    const [bad, gone] = [await start(), await start()];
    bad.intercept = (path) => (path.endsWith("/pending_deposits") ? { body: "<html>" } : undefined);
    const one = client([bad.url, gone.url]);
    await one.chain();
    await gone.close();
    expect(await one.pendingDeposits(4)).toBeNull();
  });

  it.each(["pending_consolidations", "pending_deposits"])("take null for an empty list: %s", async (name) => {
    const node = await start();
    node.intercept = (path) => (path.endsWith(`/${name}`) ? { body: '{"data":null}' } : undefined);
    const one = client([node.url]);
    const queue = name === "pending_deposits" ? one.pendingDeposits(4) : one.pendingConsolidations(4);
    expect(await queue).toEqual([]);
  });
});

describe("a state that must exist", () => {
  it.each([
    [410, "Historical state unavailable"],
    [500, "Could not get state: failed to replay blocks: no data found for slot"],
    [500, "REGEN_ERROR_NO_SEED_STATE"],
  ])("is named as pruned when it says so with %i: %s", async (status, message) => {
    const node = await start();
    node.intercept = (path) =>
      path.startsWith("/eth/v1/beacon/states/4/") ? { status, body: JSON.stringify({ message }) } : undefined;
    const one = client([node.url]);
    const calls = [
      () => one.committees(4, 1),
      () => one.syncCommittee(4, 1),
      () => one.validators(4, 10).next(),
    ];
    for (const call of [...calls, () => one.validatorsById(4, ["1"])])
      await expect(call()).rejects.toMatchObject({ code: "pruned", retryable: false });
  });
});
