import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StoreError } from "../../lib/errors.ts";
import { createLogger } from "../../lib/logger.ts";
import { noteOutage, noteReturn } from "../../lib/outages.ts";
import { celestiaChain, operatorPrefix } from "../../schemas/cosmos/chains.ts";
import { openServeFixture, type ServeFixture } from "../../test/support/serve.ts";
import { insertRewards } from "../../test/support/serveCosmos.ts";
import { insertNetwork, insertValidators } from "../../test/support/serveEth.ts";
import { exampleAddress } from "../cosmos/endpoint.ts";
import { createApp } from "./app.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture();
  await insertNetwork(fixture.store);
  await insertValidators(fixture.store, 40);
});
afterAll(() => fixture.close());

const detailOf = async (response: Response) => ((await response.json()) as { detail: unknown }).detail;

describe("networks", () => {
  it("are selected by the header; an answer of one never holds rows of another", async () => {
    await insertNetwork(fixture.store, "hoodi");
    await insertValidators(fixture.store, 2, "hoodi");
    await expect
      .poll(async () => (await fixture.get("/v0/eth/validators", { "x-service-network": "hoodi" })).status)
      .toBe(200);
    const total = async (headers: Record<string, string>) =>
      ((await (await fixture.get("/v0/eth/validators", headers)).json()) as { total: number }).total;
    expect(await total({})).toBe(40);
    expect(await total({ "x-service-network": "mainnet" })).toBe(40);
    expect(await total({ "x-rated-network": "hoodi" })).toBe(2);
    expect(await total({ "x-service-network": "hoodi", "x-rated-network": "mainnet" })).toBe(2);
    const unknown = await fixture.get("/v0/eth/validators/30", { "x-service-network": "hoodi" });
    expect(unknown.status).toBe(404);
    expect(await detailOf(unknown)).toBe("Validator 30 was not found on hoodi");
  });

  it("of every chain are selected so; without a main one among several, the header is required", async () => {
    const validator = exampleAddress(operatorPrefix(celestiaChain));
    const path = `/v1/celestia/validators/${validator}/rewards`;
    const statusOf = async (headers: Record<string, string> = {}) =>
      (await fixture.get(path, headers)).status;
    const insert = (network: string) => insertRewards(fixture.store, celestiaChain, network);
    await insert("mocha-4");
    await expect.poll(() => statusOf()).toBe(200);
    await insert("arabica-11");
    await expect.poll(() => statusOf()).toBe(400);
    expect(await detailOf(await fixture.get(path))).toMatchObject([
      { loc: ["header", "X-Service-Network"], msg: expect.stringContaining("arabica-11, mocha-4") },
    ]);
    for (const header of ["x-service-network", "x-rated-network"]) {
      expect(await statusOf({ [header]: "mocha-4" }), `status for ${header}: mocha-4`).toBe(200);
      const unknown = await fixture.get(path, { [header]: "mainnet" });
      expect(unknown.status, `status for ${header}: mainnet`).toBe(400);
      expect(await detailOf(unknown), `error for ${header}: mainnet`).toMatchObject([
        { msg: expect.stringContaining("arabica-11, mocha-4") },
      ]);
    }
    await insert("celestia");
    await expect.poll(() => statusOf()).toBe(200);
    expect(await statusOf({ "x-service-network": "mainnet" })).toBe(200);
  });
});

describe("pages around the endpoints", () => {
  it("need no key", async () => {
    expect(await (await fixture.app.request("/healthz")).json()).toEqual({ status: "ok" });
    expect(await (await fixture.app.request("/readyz")).json()).toEqual({ status: "ready" });
    noteOutage(
      "worker: raw rows",
      new StoreError("No space left", { code: "not_enough_space", retryable: true }),
    );
    const waiting = await (await fixture.app.request("/readyz")).json();
    noteReturn("worker: raw rows");
    // Rows that can't be stored wait: answers go on, and nothing about the machine is said.
    expect(waiting).toEqual({
      status: "ready",
      missing: [{ part: "warehouse", since: expect.stringMatching(/^\d{4}-.*Z$/) }],
    });
    expect((await fixture.get("/v0/eth/validators/1")).status).toBe(200);
    const metrics = await (await fixture.app.request("/metrics")).text();
    expect(metrics).toContain('validator_analytics_serve_requests_total{operation="validator",status="200"}');
    expect((await fixture.app.request("/")).headers.get("location")).toBe("/docs");
  });

  it("leave the metrics out where they have a port of their own", async () => {
    const log = createLogger("silent");
    const { app, close } = createApp({ store: fixture.store, log, servesMetrics: false });
    expect((await app.request("/metrics")).status).toBe(404);
    expect((await app.request("/healthz")).status).toBe(200);
    await close();
  });

  it("show the documentation without any other host", async () => {
    const page = await (await fixture.app.request("/docs/api")).text();
    expect(page).toContain('spec-url="/openapi.json"');
    expect(page).not.toMatch(/https?:\/\//);
    const start = await fixture.app.request("/docs");
    expect(start.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'self'; /);
    expect(await start.text()).toContain("<h1");
    expect((await fixture.app.request("/docs/")).headers.get("location")).toBe("/docs");
    const style = await fixture.app.request("/docs/style.css", { headers: { "accept-encoding": "gzip" } });
    expect(style.headers.get("content-encoding")).toBe("gzip");
    const etag = style.headers.get("etag") ?? "";
    const again = await fixture.app.request("/docs/style.css", { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    const image = await fixture.app.request("/docs/images/explorer-home.png");
    expect(image.headers.get("content-type")).toBe("image/png");
    expect((await fixture.app.request("/docs/images/nothing.png")).status).toBe(404);
    const script = await fixture.app.request("/docs/rapidoc.js");
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect((await script.text()).length).toBeGreaterThan(500_000);
  });

  it("search the documentation, and show what was looked for as text", async () => {
    const results = await (await fixture.app.request("/docs/search?q=effectiveness")).text();
    expect(results).toContain('href="/docs/');
    const query = encodeURIComponent(`"><script>alert(1)</script>`);
    const none = await fixture.app.request(`/docs/search?q=${query}`);
    expect(none.status).toBe(200);
    expect(await none.text()).not.toContain("<script");
    for (const path of ["/docs/nothing", "/docs/..%2f..%2fpackage.json", "/docs/constructor"]) {
      const missing = await fixture.app.request(path);
      expect(missing.status, `status of ${path}`).toBe(404);
      expect(missing.headers.get("content-type"), `header \`content-type\` of ${path}`).toContain(
        "text/html",
      );
    }
  });

  it("show the content of the warehouse", async () => {
    const answer = await fixture.app.request("/dictionary.json");
    expect(answer.headers.get("content-type")).toContain("application/json");
    const { tables } = (await answer.json()) as {
      tables: { name: string; view: string; columns: unknown[] }[];
    };
    const block = tables.find(({ name }) => name === "fct_eth_block");
    expect(block?.view).toBe("eth_block");
    expect(block?.columns).toContainEqual(
      expect.objectContaining({ name: "slot", type: "UInt32", comment: expect.any(String) }),
    );
  });
});
