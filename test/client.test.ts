/** The client against a real server; a fake fetch answers what our server never does, such as pages in a circle. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiError, createClient, parseExact } from "../client/src/index.ts";
import { recordsOf } from "../client/src/pages.ts";
import { createLogger } from "../lib/logger.ts";
import { createKey } from "../serve/access/keys.ts";
import { type RunningServer, startServer } from "../serve/http/server.ts";
import { projectRoot } from "./support/cli.ts";
import { ethRows, pubkeyOf } from "./support/serveEth.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

const run = promisify(execFile);
let warehouse: Awaited<ReturnType<typeof openTemporaryStore>>;
let server: RunningServer;
let key: string;

beforeAll(async () => {
  warehouse = await openTemporaryStore();
  await ethRows.insert(warehouse.store);
  const listening = { log: createLogger("silent"), host: "127.0.0.1", port: 0 };
  server = await startServer({ store: warehouse.store, ...listening });
  key = (await createKey(warehouse.store, { name: "client" })).key;
});
afterAll(async () => {
  await server?.close();
  await warehouse?.close();
});

const path = { validator_index_or_pubkey: 2 } as const;
const open = () => createClient({ baseUrl: server.url, key });

describe("the client", () => {
  it("requests by path, through redirects, and with types of the answer", async () => {
    const byPubkey = { validator_index_or_pubkey: pubkeyOf(2) };
    for (const named of [path, byPubkey]) {
      const one = await open().get("/v0/eth/validators/{validator_index_or_pubkey}", { path: named });
      expect(one.validatorIndex satisfies number).toBe(2);
    }
    // @ts-expect-error: there is no such address
    await expect(open().get("/v0/eth/nothing")).rejects.toMatchObject({ status: 404 });
    // @ts-expect-error: the size of a page is a number
    await expect(open().get("/v0/eth/validators", { query: { size: "x" } })).rejects.toThrow("size");
  });

  it("walks both envelopes, each record once", async () => {
    const days: unknown[] = [];
    const v0 = "/v0/eth/validators/{validator_index_or_pubkey}/effectiveness";
    for await (const { day } of open().records(v0, { path, query: { size: 4 } })) days.push(day);
    expect(days.length).toBeGreaterThan(20);
    expect(new Set(days).size).toBe(days.length);

    const indices: unknown[] = [];
    let pages = 0;
    for await (const page of open().pages("/v1/eth/validators", { query: { limit: 100 } })) {
      pages += 1;
      indices.push(...page.results.map(({ validatorIndex }) => validatorIndex));
    }
    expect(pages).toBe(3);
    expect(indices).toEqual(Array.from({ length: 250 }, (_, index) => index));
  });

  it("iterates the rows of an explanation as its records", async () => {
    const explained = open().records("/v1/eth/validators/{validator_index_or_pubkey}/explain", {
      path,
      query: { date: "2020-12-03" },
    });
    for await (const { kind } of explained) expect(kind satisfies string).toBe("");
    expect(recordsOf({ next: null, rows: [1, 2] })).toEqual([1, 2]);
  });

  it("keeps lists and filters from page to page", async () => {
    const records = open().records("/v0/eth/validators/effectiveness", {
      query: { indices: [1, 2, 3], size: 1, from: 5, to: 0 },
    });
    const indices: unknown[] = [];
    for await (const record of records) indices.push("validatorIndex" in record && record.validatorIndex);
    expect(indices).toEqual([1, 2, 3]);
  });

  it("throws refusals with their status, detail and id", async () => {
    const refused = open().get("/v0/eth/validators", { query: { size: 1_000 } });
    await expect(refused).rejects.toBeInstanceOf(ApiError);
    await expect(refused).rejects.toMatchObject({
      status: 400,
      detail: [{ loc: ["query", "size"] }],
      requestId: expect.stringMatching(/./),
    });
    const wrong = createClient({ baseUrl: server.url, key: "va_wrong" });
    await expect(wrong.get("/v1/networks")).rejects.toMatchObject({ status: 401 });
    const elsewhere = createClient({ baseUrl: server.url, key, network: "nowhere" });
    await expect(elsewhere.get("/v0/eth/validators")).rejects.toThrow("mainnet");
  });

  it("waits as long as a limit requires, and no more often than allowed", async () => {
    const { key: slow } = await createKey(warehouse.store, { name: "slow", tier: "starter" });
    const patient = createClient({ baseUrl: server.url, key: slow, retries: 8 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => patient.get("/v1/networks")));
    expect(answers).toHaveLength(5);

    const hasty = createClient({ baseUrl: server.url, key: slow, retries: 0 });
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => hasty.get("/v1/networks")));
    const refused = all.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.reason).toMatchObject({ status: 429, retryAfterS: 1 });
  });

  /** A server that always answers the same, and the requests that it received. */
  function always(status: number, headers: Record<string, string>, body: string) {
    const requests: Request[] = [];
    const fetch = async (request: Request) => {
      requests.push(request);
      return new Response(body, { status, headers });
    };
    return { requests, fetch, baseUrl: "http://localhost", key: "va_key" };
  }

  it.each([
    ["503 without Retry-After", 503, {}, "get", 1],
    ["a wait beyond the longest", 429, { "retry-after": "86400" }, "get", 1],
    ["429, as often as allowed", 429, { "retry-after": "0" }, "get", 3],
    ["503 of a GET", 503, { "retry-after": "0" }, "get", 3],
    ["503 of what changes something", 503, { "retry-after": "0" }, "post", 1],
    ["429 of what changes something", 429, { "retry-after": "0" }, "post", 3],
    ["what is broken", 500, { "retry-after": "0" }, "get", 1],
  ] as const)("retries or not: %s", async (_, status, headers, method, times) => {
    const served = always(status, headers, '{"detail":"no"}');
    const client = createClient({ ...served, retries: 2 });
    const call =
      method === "get"
        ? client.get("/v1/networks")
        : client.post("/v1/eth/tags", { body: { name: "a", pubkeys: [], indices: [] } });
    await expect(call).rejects.toMatchObject({ status, detail: "no" });
    expect(served.requests).toHaveLength(times);
  });

  it("stops waiting on an abort signal", async () => {
    const served = always(429, { "retry-after": "50" }, "{}");
    const controller = new AbortController();
    const call = createClient(served).get("/v1/networks", { signal: controller.signal });
    await expect.poll(() => served.requests.length).toBe(1);
    controller.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    expect(served.requests).toHaveLength(1);
  });

  it("stops at pages in a circle, and follows no link to another address", async () => {
    const next = "https://elsewhere.example/v1/eth/validators?limit=1&offset=1";
    const served = always(200, {}, JSON.stringify({ previous: null, next, pages: 9, results: [{}] }));
    const walk = async () => {
      for await (const _ of createClient(served).records("/v1/eth/validators")) expect(_).toEqual({});
    };
    await expect(walk()).rejects.toThrow("round in circles");
    expect(served.requests.map(({ url }) => url)).toEqual([
      "http://localhost/v1/eth/validators",
      "http://localhost/v1/eth/validators?limit=1&offset=1",
    ]);
  });

  it("keeps large integers exact on request", async () => {
    const text = `{"wei":123456789012345678901,"gwei":32000000000,"part":0.1234567890123456789,"text":"12345678901234567890","list":[-9007199254740993,9007199254740991]}`;
    expect(parseExact(text)).toEqual({
      wei: 123_456_789_012_345_678_901n,
      gwei: 32_000_000_000,
      part: 0.123_456_789_012_345_68,
      text: "12345678901234567890",
      list: [-9_007_199_254_740_993n, Number.MAX_SAFE_INTEGER],
    });
    expect(parseExact('"a \\" 12345678901234567890 \\\\"')).toBe('a " 12345678901234567890 \\');

    const served = always(200, {}, `{"results":[${text}]}`);
    const exact = await createClient({ ...served, integers: "exact" }).get("/v1/networks");
    expect(exact).toEqual({ results: [parseExact(text)] });
    const plain = await createClient(served).get("/v1/networks");
    expect(plain).toEqual({ results: [JSON.parse(text)] });
  });
});

describe("client/README.md", () => {
  const readme = readFileSync(join(projectRoot, "client/README.md"), "utf8");
  const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code);

  it("installs the package that a checkout builds, because no registry has it", () => {
    const { name, version } = JSON.parse(readFileSync(join(projectRoot, "client/package.json"), "utf8")) as {
      name: string;
      version: string;
    };
    const installed = [...readme.matchAll(/^npm install (\S+)$/gm)].map(([, what]) => what);
    expect(installed).toEqual([`./client/${name}-${version}.tgz`]);
  });

  it("has working examples: each runs unchanged on the built package, and prints something", async () => {
    expect(examples).toHaveLength(4);
    const environment = { ...process.env, API_URL: server.url, API_KEY: key };
    const printed = await Promise.all(
      examples.map(async (code) => {
        const args = ["--input-type=module", "--eval", code];
        return (await run("node", args, { cwd: projectRoot, env: environment })).stdout.trim();
      }),
    );
    expect(printed[0]).toBe(pubkeyOf(3));
    expect(printed[1]?.split("\n").length).toBeGreaterThan(20);
    expect(printed[2]).toMatch(/^400/);
    expect(printed[3]).toMatch(/n$/);
  });
});
