/** The page at `/`: access, its files, and its configuration; its requests to the API have tests of their own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import { openServeFixture, type ServeFixture, serveStore } from "../../test/support/serve.ts";
import { insertNetwork, insertValidators } from "../../test/support/serveEth.ts";
import { createKey } from "../access/keys.ts";
import { tiers } from "../access/tiers.ts";
import { type AppOptions, createApp } from "./app.ts";

const script = "console.log('a page');".repeat(100);
const html = `<!doctype html><meta name="base-path" content=""><script src="./assets/index-1.js"></script>`;
const folder = mkdtempSync(join(tmpdir(), "explorer-"));
let closed: ServeFixture;
let open: ServeFixture;

beforeAll(async () => {
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), html);
  writeFileSync(join(folder, "assets/index-1.js"), script);
  writeFileSync(join(folder, "assets/index-1.js.gz"), gzipSync(script));
  writeFileSync(join(folder, "assets/index-1.js.br"), brotliCompressSync(script));
  closed = await openServeFixture({ explorer: "key", explorerFolder: folder, version: "1.2.3" });
  await insertNetwork(closed.store);
  await insertValidators(closed.store, 3);
  open = await serveStore(closed.store, { explorer: "open", explorerFolder: folder });
});
afterAll(async () => {
  await open.close();
  await closed.close();
  rmSync(folder, { recursive: true, force: true });
});

type ExplorerRequest = { method?: string; from?: string; body?: unknown; accept?: string };

/** Sends a request with the explorer's word. */
const asExplorer = (
  { app }: ServeFixture,
  path: string,
  { method = "GET", from, body }: ExplorerRequest = {},
) =>
  app.request(
    path,
    {
      method,
      headers: { authorization: "Bearer explorer", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    { incoming: { socket: { remoteAddress: from ?? "203.0.113.200" } } },
  );

describe("anonymous access", () => {
  it("reads where it is allowed, and only there", async () => {
    expect((await asExplorer(open, "/v1/networks")).status).toBe(200);
    expect((await asExplorer(open, "/v1/eth/validators/1")).status).toBe(200);
    expect((await asExplorer(closed, "/v1/networks")).status).toBe(401);
  });

  it("needs the word: without it, or with another one, it is 401", async () => {
    for (const authorization of ["", "Bearer Explorer", "Bearer explorer1", "Basic explorer"])
      expect(
        (await open.app.request("/v1/networks", { headers: { authorization } })).status,
        `status for \`authorization: ${authorization}\``,
      ).toBe(401);
  });

  it("changes nothing", async () => {
    const body = { name: "mine", pubkeys: [], indices: [1] };
    for (const [method, path] of [
      ["POST", "/v1/eth/tags"],
      ["POST", "/v0/selfReports/validators"],
      ["DELETE", "/v1/eth/tags/2f6f8a54-8d4b-4c1e-9d0a-5b7f3f2c9e10/validators/0x00"],
    ] as const)
      expect((await asExplorer(open, path, { method, body })).status, path).toBe(403);
  });

  it("sees no private sets, and no key may belong to its organization", async () => {
    const made = await open.app.request("/v1/eth/tags", {
      method: "POST",
      headers: { authorization: `Bearer ${open.key}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "mine", indices: [1] }),
    });
    expect(made.status).toBe(201);
    const { id } = (await made.json()) as { id: string };
    const listed = await asExplorer(open, "/v1/eth/tags");
    expect(((await listed.json()) as { results: unknown[] }).results).toEqual([]);
    expect((await asExplorer(open, `/v1/eth/tags/${id}`)).status).toBe(404);
    expect((await asExplorer(open, `/v1/eth/sets/${id}/rewards`)).status).toBe(404);
    await expect(createKey(open.store, { name: "x", organizationId: "explorer" })).rejects.toThrow(
      /^"explorer" /,
    );
  });

  it("is limited by its address, however many use the word", async () => {
    const from = "203.0.113.1";
    const send = (address: string) => asExplorer(open, "/v1/networks", { from: address });
    const answers = await Promise.all(Array.from({ length: 60 }, () => send(from)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await send("203.0.113.2")).status).toBe(200);
  });

  it("has a tier of its own, which no key can have", async () => {
    expect(Object.keys(tiers)).not.toContain("explorer");
    const plans = (await (await asExplorer(open, "/v0/pricingPlans")).json()) as { name: string }[];
    expect(plans.map(({ name }) => name)).toEqual(Object.keys(tiers));
    await expect(createKey(open.store, { name: "x", tier: "explorer" })).rejects.toThrow("no tier");
  });

  it("is counted under a name of its own", async () => {
    const { app, close } = createApp({ store: open.store, log: createLogger("silent"), explorer: "open" });
    await app.request("/v1/networks", { headers: { authorization: "Bearer explorer" } });
    await close();
    const rows = await open.store.rows<{ key_id: string; tier: string; requests: string }>(
      "select key_id, tier, sum(request_count) as requests from app_usage_month final where key_id = 'explorer' group by all",
    );
    expect(rows).toEqual([{ key_id: "explorer", tier: "explorer", requests: expect.anything() }]);
    expect(Number(rows[0]?.requests)).toBe(1);
  });
});

describe("the page", () => {
  const send = (path: string, headers: Record<string, string> = {}) => closed.app.request(path, { headers });
  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

  it("is at / and below every chain, revalidated each time, with a policy that allows its own files only", async () => {
    for (const path of ["/", "/eth", "/celestia/validators/x", "/solana/compare?id=a", "/key"]) {
      const answer = await send(path);
      expect(answer.status, path).toBe(200);
      expect(answer.headers.get("content-type"), `header \`content-type\` of ${path}`).toContain("text/html");
      expect(answer.headers.get("cache-control"), `header \`cache-control\` of ${path}`).toBe("no-cache");
      const policy = answer.headers.get("content-security-policy") ?? "";
      expect(policy, `header \`content-security-policy\` of ${path}`).toContain(
        "default-src 'none'; script-src 'self'; style-src 'self';",
      );
      expect(policy, `header \`content-security-policy\` of ${path}`).not.toContain("unsafe");
      expect(await answer.text(), `page of ${path}`).toContain('src="/assets/index-1.js"');
    }
    const etag = (await send("/")).headers.get("etag") ?? "";
    expect((await send("/", { "if-none-match": etag })).status).toBe(304);
  });

  it("has its files under a proxy's path, too", async () => {
    const { app, close } = createApp({
      ...{ store: closed.store, log: createLogger("silent"), explorer: "key", explorerFolder: folder },
      baseUrl: "https://example.com/validators/",
    } satisfies AppOptions);
    const text = await (await app.request("/")).text();
    expect(text).toContain('src="/validators/assets/index-1.js"');
    expect(text).toContain('name="base-path" content="/validators"');
    await close();
  });

  it("returns the configuration, which is no secret", async () => {
    const answer = await send("/explorer/config.json");
    const config = (await answer.json()) as { access: string; version: string; chains: string[] };
    expect(config).toMatchObject({ access: "key", version: "1.2.3", sqlPort: null });
    expect(config.chains).toContain("eth");
    expect(Object.keys(config).sort()).toEqual(["access", "chains", "sqlPort", "version"]);
  });

  it("sends files as small as the browser takes them, forever", async () => {
    const bodies: Record<string, (bytes: Buffer) => Buffer> = {
      "gzip, deflate, br": brotliDecompressSync,
      gzip: gunzipSync,
      identity: (bytes) => bytes,
    };
    for (const [accepted, decode] of Object.entries(bodies)) {
      const answer = await send("/assets/index-1.js", { "accept-encoding": accepted });
      expect(
        answer.headers.get("cache-control"),
        `header \`cache-control\` for \`accept-encoding: ${accepted}\``,
      ).toContain("immutable");
      expect(
        answer.headers.get("content-type"),
        `header \`content-type\` for \`accept-encoding: ${accepted}\``,
      ).toContain("text/javascript");
      expect(
        decode(Buffer.from(await answer.arrayBuffer())).toString(),
        `script for \`accept-encoding: ${accepted}\``,
      ).toBe(script);
    }
  });

  it("has no other files, under any name", async () => {
    for (const name of [
      "index-2.js",
      "..%2findex.html",
      "%2e%2e%2f%2e%2e%2fpackage.json",
      "index-1.js.gz",
      "__proto__",
    ])
      expect((await send(`/assets/${name}`)).status, name).toBe(404);
  });

  it("answers browsers with a page that isn't there, and programs with JSON", async () => {
    const lost = await send("/celestai", browser);
    expect([lost.status, lost.headers.get("content-type")]).toEqual([404, "text/html; charset=UTF-8"]);
    for (const [path, headers] of [
      ["/celestai", { accept: "application/json" }],
      ["/v1/nothing", browser],
      ["/assets/nothing.js", browser],
    ] as const) {
      const answer = await send(path, headers);
      expect([answer.status, answer.headers.get("content-type")], path).toEqual([
        404,
        "application/json; charset=utf-8",
      ]);
    }
  });

  it("says how it is built where it isn't", async () => {
    const { app, close } = createApp({
      ...{ store: closed.store, log: createLogger("silent"), explorer: "key" },
      explorerFolder: join(folder, "nothing"),
    } satisfies AppOptions);
    expect(await (await app.request("/eth")).text()).toContain("make install");
    await close();
  });

  it("isn't there where it is off: / is the documentation, and the word is no key", async () => {
    const off = await serveStore(closed.store, { explorer: "off" });
    const answer = await off.app.request("/");
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/docs"]);
    expect((await asExplorer(off, "/v1/networks")).status).toBe(401);
    expect((await off.app.request("/eth", { headers: browser })).status).toBe(404);
    await off.close();
  });
});
