import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../lib/store/store.ts";
import { serveStore } from "../../test/support/serve.ts";
import { insertDays, insertNetwork, insertValidators, pubkeyOf } from "../../test/support/serveEth.ts";
import { openTemporaryStore } from "../../test/support/warehouse.ts";
import type { AppOptions } from "./app.ts";

let store: Store;
let closeStore: () => Promise<void>;
beforeAll(async () => {
  ({ store, close: closeStore } = await openTemporaryStore({ family: "eth" }));
  await insertNetwork(store);
  await insertValidators(store, 3);
  await insertDays(store, { first: 0, last: 2, days: 3 });
});
afterAll(() => closeStore());

/** Calls an application with these settings from an address. */
async function open(options: Partial<AppOptions>) {
  const { app, key, close } = await serveStore(store, options);
  const send = async (
    path: string,
    headers: Record<string, string> = {},
    from = "10.0.0.1",
    method = "GET",
  ) =>
    app.request(
      path,
      { method, headers: { authorization: `Bearer ${key}`, ...headers } },
      { incoming: { socket: { remoteAddress: from } } },
    );
  return { send, close };
}

const list = "/v1/eth/validators/1/effectiveness?limit=1";
const nextOf = async (response: Response) => ((await response.json()) as { next: string }).next;
const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "api.example.com" };

describe("links", () => {
  it("lead under the path of the public address, everywhere", async () => {
    const { send, close } = await open({ baseUrl: "https://example.com/validators/" });
    const next = await nextOf(await send(list, forwarded));
    expect(next).toMatch(/^https:\/\/example\.com\/validators\/v1\/eth\/validators\/1\/effectiveness\?/);
    const redirect = await send(`/v0/eth/validators/${pubkeyOf(1)}`);
    expect([redirect.status, redirect.headers.get("location")]).toEqual([
      307,
      "/validators/v0/eth/validators/1",
    ]);
    expect((await send("/")).headers.get("location")).toBe("/validators/docs");
    const page = await (await send("/docs/api")).text();
    expect(page).toContain('src="/validators/docs/rapidoc.js"');
    expect(await (await send("/docs")).text()).toContain('href="/validators/docs/style.css"');
    expect(page).toContain('spec-url="/validators/openapi.json"');
    const document = (await (await send("/openapi.json")).json()) as { servers: unknown };
    expect(document.servers).toMatchObject([{ url: "/validators" }]);
    // Clients of v0 put the address of the API before it.
    expect(await nextOf(await send("/v0/eth/validators?size=1"))).toMatch(/^\/v0\/eth\/validators\?/);
    await close();
  });

  it("begin with the origin that a trusted proxy forwards, and with no other client's header", async () => {
    const { send, close } = await open({ trustedProxies: ["10.0.0.0/8"] });
    expect(await nextOf(await send(list, forwarded))).toMatch(/^https:\/\/api\.example\.com\/v1\//);
    expect(await nextOf(await send(list, forwarded, "203.0.113.1"))).toMatch(/^http:\/\/localhost\/v1\//);
    for (const host of ["evil.com/path", "user@evil.com", "a b", "evil.com?x=", "[", "x".repeat(5_000)]) {
      const next = await nextOf(await send(list, { ...forwarded, "x-forwarded-host": host }));
      expect(next, `\`next\` for \`x-forwarded-host: ${host.slice(0, 50)}\``).not.toContain("evil");
      expect(URL.canParse(next), `\`next\` for \`x-forwarded-host: ${host.slice(0, 50)}\``).toBe(true);
    }
    expect(await nextOf(await send(list, { "x-forwarded-proto": "javascript" }))).toMatch(
      /^http:\/\/localhost/,
    );
    await close();
  });
});

describe("browsers", () => {
  it("may do nothing with an answer, and run no script of a page but ours", async () => {
    const { send, close } = await open({ baseUrl: "https://example.com" });
    for (const path of [list, "/nowhere", "/openapi.json", "/healthz", "/v0/eth/validators/1?x=1"]) {
      const { headers } = await send(path);
      expect(headers.get("content-security-policy"), `header \`content-security-policy\` of ${path}`).toMatch(
        /^default-src 'none'; frame-ancestors 'none'/,
      );
      expect(headers.get("x-content-type-options"), `header \`x-content-type-options\` of ${path}`).toBe(
        "nosniff",
      );
      expect(headers.get("x-frame-options"), `header \`x-frame-options\` of ${path}`).toBe("DENY");
      expect(headers.get("referrer-policy"), `header \`referrer-policy\` of ${path}`).toBe("no-referrer");
      expect(
        headers.get("strict-transport-security"),
        `header \`strict-transport-security\` of ${path}`,
      ).toBe("max-age=31536000");
      expect(
        headers.has("access-control-allow-origin"),
        `header \`access-control-allow-origin\` of ${path}`,
      ).toBe(false);
    }
    const docs = await send("/docs/api");
    const policy = docs.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:|\*/);
    // So no script may stand in the page itself, nor in an attribute.
    const page = await docs.text();
    expect(page.match(/<script[^>]*>[^<]/g)).toBeNull();
    expect(page).not.toMatch(/\son\w+=|javascript:/);
    await close();
  });

  it("have the header for strict TLS only where there is TLS", async () => {
    const { send, close } = await open({});
    expect((await send("/healthz")).headers.has("strict-transport-security")).toBe(false);
    await close();
  });

  it("of other origins may call the API only where they are named", async () => {
    const preflightHeaders = { "access-control-request-method": "GET", origin: "https://app.example.com" };
    const off = await open({});
    expect((await off.send(list, preflightHeaders, "10.0.0.1", "OPTIONS")).status).toBe(405);
    await off.close();

    const { send, close } = await open({ corsOrigins: ["https://app.example.com"] });
    const preflight = await send(list, preflightHeaders, "10.0.0.1", "OPTIONS");
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("https://app.example.com");
    expect(preflight.headers.get("access-control-allow-headers")).toContain("Authorization");
    for (const path of [list, "/v0/eth/validators/1?x=1", "/nowhere"]) {
      const answer = await send(path, { origin: "https://app.example.com" });
      expect(
        answer.headers.get("access-control-allow-origin"),
        `header \`access-control-allow-origin\` of ${path}`,
      ).toBe("https://app.example.com");
      expect(
        answer.headers.has("access-control-allow-credentials"),
        `header \`access-control-allow-credentials\` of ${path}`,
      ).toBe(false);
      expect(answer.headers.get("vary"), `header \`vary\` of ${path}`).toContain("Origin");
      // A page of another origin reads no header that is not named here.
      const readable = (answer.headers.get("access-control-expose-headers") ?? "").toLowerCase().split(", ");
      const own = [...answer.headers.keys()].filter((name) =>
        /^(x-(service|request)-|ratelimit-|retry-after$|etag|age$)/.test(name),
      );
      expect(readable, `headers that pages may read of ${path}`).toEqual(expect.arrayContaining(own));
      expect(readable, "headers that are never sent").not.toContain("ratelimit");
    }
    for (const origin of ["https://app.example.com.evil.com", "null", "http://app.example.com"]) {
      const refused = await send(list, { ...preflightHeaders, origin }, "10.0.0.1", "OPTIONS");
      expect([refused.status, refused.headers.has("access-control-allow-origin")]).toEqual([405, false]);
      expect(
        (await send(list, { origin })).headers.has("access-control-allow-origin"),
        `header \`access-control-allow-origin\` for \`origin: ${origin}\``,
      ).toBe(false);
    }
    await close();

    const all = await open({ corsOrigins: ["*"] });
    expect(
      (await all.send(list, { origin: "https://a.example" })).headers.get("access-control-allow-origin"),
    ).toBe("*");
    await all.close();
  });
});
