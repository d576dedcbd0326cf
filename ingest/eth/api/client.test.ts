import { gzipSync } from "node:zlib";
import { ssz } from "@lodestar/types";
import { afterEach, describe, expect, it } from "vitest";
import { createLogger } from "../../../lib/logger.ts";
import { rootOf, type TestNode } from "../testNode.ts";
import { createTestNodes } from "../testNodes.ts";
import type { BeaconClientOptions } from "./beacon.ts";
import { createBeaconClient } from "./client.ts";

const log = createLogger("silent");
/** A node's name in messages. */
const nameOf = ({ url }: TestNode) => new URL(url).host;

const { start, close } = createTestNodes();
afterEach(close);

function client(urls: string[], more: Partial<BeaconClientOptions> = {}) {
  return createBeaconClient({
    urls,
    requestsPerSecond: 10_000,
    maxHeadAgeS: 0,
    log,
    ...more,
    nodeOptions: {
      rounds: 3,
      restBaseMs: 4,
      restMaxMs: 8,
      // Longer than a valid answer takes on a loaded machine: a node that hangs is given up after it.
      headersTimeoutMs: 1_000,
      idleTimeoutMs: 1_000,
      ...more.nodeOptions,
    },
  });
}

const committeesPath = "/eth/v1/beacon/states/4/committees?epoch=1";
const requestCount = (node: TestNode, path: string) =>
  node.requests.filter((request) => request === path).length;

describe("trouble with a node", () => {
  it.each([
    ["a 500", { status: 500, body: "oops" }],
    ["a 503", { status: 503, headers: { "retry-after": "0" } }],
    ["HTML instead of JSON", { body: "<html></html>" }],
    ["a broken connection", { breakAfter: 60 }],
    ["a body that ends early", { body: '{"data":[{"index":"0"' }],
    ["no answer at all", { hang: true }],
    ["another shape", { body: '{"data":"none"}' }],
  ])("%s: the next node is requested", async (_, reply) => {
    const [bad, good] = [await start(), await start()];
    bad.intercept = (path) => (path === committeesPath ? reply : undefined);
    const { value, node } = await client([bad.url, good.url]).committees(4, 1);
    expect(node.url).toBe(good.url);
    expect([...value.validators].sort((left, right) => left - right)).toEqual(
      Array.from({ length: 16 }, (_, index) => index),
    );
    expect(requestCount(bad, committeesPath)).toBe(1);
  });

  it("names the node without its credentials, and the call", async () => {
    const node = await start();
    node.intercept = (path) => (path === committeesPath ? { status: 502 } : undefined);
    const withPassword = node.url.replace("http://", "http://user:secret@");
    const failure = client([withPassword]).committees(4, 1);
    await expect(failure).rejects.toMatchObject({ kind: "source", code: "server_error" });
    await expect(failure).rejects.toThrow(/^127\.0\.0\.1:\d+#[0-9a-f]{8} answered 502 to GET \/eth/);
    await expect(failure).rejects.not.toThrow(/secret/);
    expect(requestCount(node, committeesPath)).toBe(3);
  });

  it("waits as long as Retry-After says", async () => {
    const node = await start();
    const times: number[] = [];
    node.intercept = (path, count) => {
      if (path !== committeesPath) return undefined;
      times.push(Date.now());
      return count === 1 ? { status: 429, headers: { "retry-after": "1" } } : undefined;
    };
    await client([node.url]).committees(4, 1);
    expect(times).toHaveLength(2);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it("takes requests that fail together for one failure", async () => {
    const node = await start();
    const rests: number[] = [];
    const logger = createLogger("silent");
    logger.warn = ((fields: { rest_ms: number }) => void rests.push(fields.rest_ms)) as typeof logger.warn;
    const many = 8;
    node.intercept = (path, count) =>
      path === committeesPath && count <= many ? { status: 500 } : undefined;
    const nodeOptions = { restBaseMs: 1000, restMaxMs: 60_000 };
    const one = client([node.url], { log: logger, nodeOptions });
    await one.chain();
    await Promise.all(Array.from({ length: many }, () => one.committees(4, 1)));
    expect(rests).toHaveLength(many);
    expect(Math.max(...rests)).toBeLessThanOrEqual(1000);
  });

  it("goes back to the preferred node after its rest", async () => {
    const [first, second] = [await start(), await start()];
    first.intercept = (path, count) => (path === committeesPath && count === 1 ? { status: 500 } : undefined);
    const both = client([first.url, second.url]);
    expect((await both.committees(4, 1)).node.url).toBe(second.url);
    let latest = second.url;
    while (latest !== first.url) latest = (await both.committees(4, 1)).node.url;
    expect(latest).toBe(first.url);
  });

  it("reads gzip", async () => {
    const node = await start();
    node.intercept = (path) =>
      path.includes("validator_balances")
        ? {
            headers: { "content-encoding": "gzip" },
            body: gzipSync('{"data":[{"index":"0","balance":"5"}]}'),
          }
        : undefined;
    expect((await client([node.url]).balances(4))?.value.gwei[0]).toBe(5);
  });

  it("stops at once with the signal", async () => {
    const node = await start();
    const controller = new AbortController();
    node.intercept = (path) => {
      if (path !== committeesPath) return undefined;
      controller.abort(new Error("stopped"));
      return { hang: true };
    };
    await expect(client([node.url]).committees(4, 1, controller.signal)).rejects.toThrow("stopped");
  });
});

describe("a node that can't be believed", () => {
  it("is refused when it is on another chain than the first", async () => {
    const [first, other] = [await start(), await start({ genesisTime: 1_700_000_000 })];
    const both = client([first.url, other.url]);
    await both.chain();
    first.intercept = () => ({ status: 500 });
    await expect(both.committees(4, 1)).rejects.toThrow(`${nameOf(first)} answered 500`);
    expect(requestCount(other, committeesPath)).toBe(0);
  });

  it("is refused when its spec schedules a fork at another epoch", async () => {
    const [first, other] = [await start(), await start()];
    other.chain.spec = { ...other.chain.spec, ELECTRA_FORK_EPOCH: "3" };
    const both = client([first.url, other.url]);
    await both.chain();
    first.intercept = () => ({ status: 500 });
    await expect(both.committees(4, 1)).rejects.toThrow();
    expect(requestCount(other, committeesPath)).toBe(0);
  });

  it("is passed over while its head is stale, when following", async () => {
    const now = Math.floor(Date.now() / 1000);
    const genesisTime = now - 31 * 12;
    const [stale, fresh] = [
      await start({ genesisTime, headSlot: 5 }),
      await start({ genesisTime, headSlot: 31 }),
    ];
    const both = client([stale.url, fresh.url], { maxHeadAgeS: 60 });
    expect((await both.head()).slot).toBe(31);
    await expect(client([stale.url], { maxHeadAgeS: 60 }).head()).rejects.toThrow(
      /the node's head, slot 5, is \d+ s old; the setting …_MAX_HEAD_AGE_S allows 60 s/,
    );
    expect(
      (await client([stale.url], { maxHeadAgeS: 60 }).head(undefined, { isFollowing: false })).slot,
    ).toBe(5);
  });

  it.each([
    ["syncing and lags by 900 slots", { is_syncing: true, sync_distance: "900", is_optimistic: false }],
    ["optimistic", { is_syncing: false, sync_distance: "0", is_optimistic: true }],
  ])("is passed over while it is %s", async (problem, data) => {
    const genesisTime = Math.floor(Date.now() / 1000) - 31 * 12;
    const [lagging, good] = [await start({ genesisTime }), await start({ genesisTime })];
    lagging.intercept = (path) =>
      path === "/eth/v1/node/syncing"
        ? { body: JSON.stringify({ data: { head_slot: "9", ...data } }) }
        : undefined;
    expect((await client([lagging.url, good.url], { maxHeadAgeS: 600 }).head()).slot).toBe(31);
    expect(
      requestCount(lagging, "/eth/v1/beacon/headers/head") + requestCount(good, "/eth/v1/node/syncing"),
    ).toBeGreaterThan(0);
    await expect(client([lagging.url], { maxHeadAgeS: 600 }).head()).rejects.toThrow(
      `${nameOf(lagging)} is ${problem}`,
    );
  });

  it("is named as pruned when it lacks a state that must exist", async () => {
    const node = await start();
    node.intercept = (path) => (path === committeesPath ? { status: 404 } : undefined);
    await expect(client([node.url]).committees(4, 1)).rejects.toThrow(
      `${nameOf(node)} doesn't have the state at slot 4 (${committeesPath}): pruned; needs an archive node`,
    );
  });

  it("is passed over when it answers for another slot", async () => {
    const [liar, honest] = [await start(), await start()];
    liar.intercept = (path) =>
      path === "/eth/v1/beacon/headers/5"
        ? {
            body: JSON.stringify({
              data: {
                root: rootOf(6),
                header: {
                  message: { slot: "6", proposer_index: "1", parent_root: rootOf(5), state_root: rootOf(1) },
                },
              },
            }),
          }
        : undefined;
    expect((await client([liar.url, honest.url]).header(5)).value?.root).toBe(rootOf(5));
    await expect(client([liar.url]).header(5)).rejects.toMatchObject({ code: "lying" });
  });
});

describe("optional calls", () => {
  it.each([400, 404, 405])("falls back from v2 proposer duties to v1 on %i", async (status) => {
    const node = await start();
    node.intercept = (path) => (path.startsWith("/eth/v2/validator") ? { status } : undefined);
    expect((await client([node.url]).proposerDuties(1, 4)).value).toHaveLength(4);
  });

  it("falls back to the lookahead of the state", async () => {
    const node = await start();
    node.intercept = (path) => {
      if (path.includes("/validator/duties/")) return { status: 404 };
      return path.endsWith("/proposer_lookahead")
        ? { body: JSON.stringify({ data: ["9", "8", "7", "6", "5", "4", "3", "2"] }) }
        : undefined;
    };
    expect((await client([node.url]).proposerDuties(1, 4)).value).toEqual([
      { slot: 4, validator_index: 9 },
      { slot: 5, validator_index: 8 },
      { slot: 6, validator_index: 7 },
      { slot: 7, validator_index: 6 },
    ]);
  });

  it("answers null, not empty, when queues aren't offered", async () => {
    const node = await start();
    node.intercept = (path) => (path.includes("pending_") ? { status: 400 } : undefined);
    expect(await client([node.url]).pendingDeposits(4)).toBeNull();
    expect(await client([node.url]).pendingConsolidations(4)).toBeNull();
  });

  it("answers undefined when balances aren't offered", async () => {
    const node = await start();
    node.intercept = (path) => (path.includes("validator_balances") ? { status: 405 } : undefined);
    expect(await client([node.url]).balances(4)).toBeUndefined();
  });
});

describe("blocks", () => {
  it("are undefined when missed", async () => {
    const node = await start({ missed: new Set([6]) });
    expect((await client([node.url]).block(6, "electra")).value).toBeUndefined();
  });

  it("are read as SSZ where the preset is mainnet and the node offers it", async () => {
    const node = await start();
    node.chain.spec = { ...node.chain.spec, PRESET_BASE: "mainnet" };
    const signed = ssz.electra.SignedBeaconBlock.defaultValue();
    signed.message.slot = 5;
    signed.message.proposerIndex = 3;
    signed.message.body.executionPayload.transactions = [new Uint8Array(2), new Uint8Array(9)];
    const bytes = ssz.electra.SignedBeaconBlock.serialize(signed);
    node.intercept = (path) =>
      path === "/eth/v2/beacon/blocks/5"
        ? {
            headers: { "content-type": "application/octet-stream", "eth-consensus-version": "electra" },
            body: Buffer.from(bytes),
          }
        : undefined;
    const { value } = await client([node.url]).block(5, "electra");
    expect(value?.proposer_index).toBe(3);
    expect(value?.body.execution_payload?.transactions).toHaveLength(2);
  });
});
