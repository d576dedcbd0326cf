import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createLogger } from "../../lib/logger.ts";
import {
  insertDay,
  insertDays,
  insertNetwork,
  insertValidators,
  openServeFixture,
  pubkeyOf,
  type ServeFixture,
} from "../../test/support/serve.ts";
import { createKey, listKeys, revokeKey } from "../access/keys.ts";
import { defineEndpoint, type Endpoint } from "../endpoint.ts";
import { validator } from "../v0/eth/validators.ts";
import { createApp } from "./app.ts";

/** Endpoints that only these tests have: the kinds that no Ethereum validator endpoint is of. */
function extra(kind: Endpoint["kind"], path: string, more: Partial<Endpoint> = {}): Endpoint {
  const declared = defineEndpoint({
    operation: `extra_${kind}_${path.length}`,
    method: "get",
    path,
    tag: "test",
    summary: "test",
    kind,
    params: z.object({}),
    query: z.object({}),
    answer: { row: z.object({ network: z.string() }), sql: "lookup/eth/networks.sql" },
    prepare: async () => ({ values: {} }),
    weight: { bytes: 8, row: 2 },
    freshness: "short",
    network: "none",
  });
  return { ...declared, ...more };
}

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture();
  await insertNetwork(fixture.store);
  await insertValidators(fixture.store, 40);
  await insertDays(fixture.store, { first: 0, last: 39, days: 3 });
  await insertDay(fixture.store, { validator_index: 7, day: 3, is_complete: 0, attestation_duty_count: 2 });
});
afterAll(() => fixture.close());

const asked = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const detailOf = async (response: Response) => ((await response.json()) as { detail: unknown }).detail;

describe("307", () => {
  it("leads from a public key in any form to the index, with the query", async () => {
    const bare = pubkeyOf(10).slice(2);
    for (const pubkey of [pubkeyOf(10), bare, `0x${bare.toUpperCase()}`, `0X${bare}`]) {
      const path = `/v0/eth/validators/${pubkey}/effectiveness?size=2&include=uptime&include=day`;
      const response = await fixture.get(path);
      expect(response.status).toBe(307);
      expect(response.headers.get("location")).toBe(
        "/v0/eth/validators/10/effectiveness?size=2&include=uptime&include=day",
      );
    }
  });

  it("checks the query first", async () => {
    expect((await fixture.get(`/v0/eth/validators/${pubkeyOf(10)}/effectiveness?size=0`)).status).toBe(400);
  });
});

describe("410, arrays, beta and deprecated endpoints", () => {
  it("are answered from their declarations", async () => {
    const { app, close } = createApp({
      store: fixture.store,
      log: createLogger("silent"),
      endpoints: [
        extra("gone", "/v0/gone"),
        extra("array", "/v0/array", { deprecated: true }),
        extra("array", "/v0/array/beta", { beta: true }),
      ],
    });
    const gone = await app.request("/v0/gone", asked(fixture.key));
    expect(gone.status).toBe(410);
    expect(await detailOf(gone)).toBe("This endpoint is retired.");
    const array = await app.request("/v0/array", asked(fixture.key));
    const text = await array.text();
    expect(JSON.parse(text)).toEqual([
      { network: "mainnet", genesisTime: 1_606_824_023, slotsPerEpoch: 32, secondsPerSlot: 12 },
    ]);
    expect(array.headers.get("deprecation")).toBe("true");
    expect(array.headers.get("x-service-compute-units")).toBe(String(Math.ceil(text.length / 8 + 2)));
    const beta = await app.request("/v0/array/beta", asked(fixture.key));
    expect(beta.headers.get("x-service-compute-units")).toBe("0");
    expect(beta.headers.get("x-service-bytes-consumed")).toBe(String(text.length));
    await close();
  });
});

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
});

describe("keys", () => {
  it("stop working when they are revoked", async () => {
    const { key, keyId } = await createKey(fixture.store, { name: "short-lived", tier: "starter" });
    expect(key).toMatch(/^va_[0-9a-f]{12}_[0-9a-f]{48}$/);
    expect((await fixture.app.request("/v0/eth/validators/1", asked(key))).status).toBe(200);
    expect(await revokeKey(fixture.store, keyId)).toBe(true);
    await expect
      .poll(async () => (await fixture.app.request("/v0/eth/validators/1", asked(key))).status)
      .toBe(401);
    const listed = (await listKeys(fixture.store)).find((record) => record.keyId === keyId);
    expect(listed).toMatchObject({ name: "short-lived", tier: "starter", organizationId: keyId });
    expect(listed?.revokedAt).toMatch(/^\d{4}-\d\d-\d\d /);
  });

  it("are not created for a tier that does not exist, nor revoked when they do not", async () => {
    await expect(createKey(fixture.store, { name: "x", tier: "gold" })).rejects.toThrow("There is no tier");
    await expect(createKey(fixture.store, { name: " " })).rejects.toThrow("1 to 200 characters");
    expect(await revokeKey(fixture.store, "000000000000")).toBe(false);
  });

  it("of the free tier end with their lifetime allowance, also after a restart", async () => {
    const { key, keyId } = await createKey(fixture.store, { name: "spent", tier: "free" });
    await fixture.store.command("insert into app_usage select {keyId:String}, {requests:UInt64}, 5, 1", {
      keyId,
      requests: 9_999,
    });
    const last = await fixture.app.request("/v0/eth/validators/1", asked(key));
    expect(last.status).toBe(200);
    const refused = await fixture.app.request("/v0/eth/validators/1", asked(key));
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("86400");
    expect(Number(refused.headers.get("age"))).toBeLessThan(600);
  });

  it("have their usage written when the application closes", async () => {
    const { app, close } = createApp({ store: fixture.store, log: createLogger("silent") });
    const { key, keyId } = await createKey(fixture.store, { name: "counted" });
    const units = (await app.request("/v0/eth/validators/1", asked(key))).headers.get(
      "x-service-compute-units",
    );
    await app.request("/v0/eth/validators/x", asked(key));
    await close();
    const rows = await fixture.store.rows(
      "select request_count, compute_units from app_usage final where key_id = {keyId:String}",
      { keyId },
    );
    expect(rows).toEqual([{ request_count: "2", compute_units: units }]);
  });
});

describe("freshness", () => {
  const cacheOf = async (path: string) => (await fixture.get(path)).headers.get("cache-control");

  it("lets complete days below a bound be kept for a day, all else for a minute", async () => {
    const path = "/v0/eth/validators/7/effectiveness";
    expect(await cacheOf(`${path}?from=2`)).toBe("private, max-age=86400");
    expect(await cacheOf(`${path}?from=3`)).toBe("private, max-age=60");
    expect(await cacheOf(path)).toBe("private, max-age=60");
    expect(await cacheOf(`${path}?from=2&granularity=week`)).toBe("private, max-age=60");
    expect(await cacheOf("/v1/eth/validators/7/proposals?toDay=2")).toBe("private, max-age=86400");
    expect(await cacheOf("/v1/eth/validators/7/proposals?toDay=3")).toBe("private, max-age=60");
  });
});

describe("bad input", () => {
  const metacharacters = [
    "'",
    "\\",
    "\\'",
    "';select 1--",
    "{from:UInt32}",
    "') or 1=1 or ('",
    "\u0000",
    "`",
    "x'41'",
    "\ud83d\ude00",
    "%27",
  ];

  it("that looks like SQL is a value like any other", async () => {
    for (const text of metacharacters) {
      const value = encodeURIComponent(text);
      const list = await fixture.get(`/v0/eth/validators?operatorsIds=${value}&operatorsIds=b`);
      expect(list.status).toBe(200);
      expect(await list.json()).toMatchObject({ total: 0, data: [], next: null });
      for (const path of [
        `/v0/eth/validators?withdrawalAddress=${value}`,
        `/v0/eth/validators/${value}`,
        `/v0/eth/validators/effectiveness?pubkeys=${value}`,
        `/v0/eth/validators/effectiveness?indices=1&include=${value}`,
        `/v1/eth/validators/1/effectiveness?sortBy=${value}`,
        `/v1/eth/validators/1/effectiveness?sortOrder=${value}`,
        `/v1/eth/validators/1/effectiveness?toDate=${value}`,
      ]) {
        expect([path, (await fixture.get(path)).status]).toEqual([path, 400]);
      }
      const network = await fixture.app.request("/v0/eth/validators/1", {
        headers: { authorization: `Bearer ${fixture.key}`, "x-service-network": encodeURIComponent(text) },
      });
      expect(network.status).toBe(400);
    }
    expect((await fixture.get("/v0/eth/validators/1")).status).toBe(200);
  });

  it("names every wrong field at once", async () => {
    const response = await fixture.get(
      "/v1/eth/validators/abc/attestations?limit=0&utc=1&toDate=2023-02-30&x=1",
    );
    const detail = (await detailOf(response)) as { loc: string[] }[];
    expect(detail.map((error) => error.loc.join("."))).toEqual([
      "path.validator_index_or_pubkey",
      "query.x",
      "query.limit",
      "query.toDate",
      "query.utc",
    ]);
  });

  it("is refused when it is oversized", async () => {
    const long = await fixture.get(`/v0/eth/validators?operatorsIds=${"a".repeat(130_000)}`);
    expect(long.status).toBe(414);
    const large = await fixture.app.request("/v0/eth/validators", {
      method: "POST",
      headers: { "content-length": "2000000" },
    });
    expect(large.status).toBe(413);
    const indices = (count: number) =>
      Array.from({ length: count }, (_, index) => `indices=${index}`).join("&");
    expect((await fixture.get(`/v0/eth/validators/effectiveness?${indices(1_001)}`)).status).toBe(400);
    expect((await fixture.get(`/v0/eth/validators/effectiveness?${indices(1_000)}`)).status).toBe(200);
    const pubkeys = Array.from({ length: 1_000 }, (_, index) => `pubkeys=${pubkeyOf(index)}`).join("&");
    expect((await fixture.get(`/v0/eth/validators/effectiveness?${pubkeys}`)).status).toBe(200);
    expect((await fixture.get(`/v0/eth/validators?${"x=1&".repeat(2_200)}`)).status).toBe(400);
  });

  it("asks for validators", async () => {
    const response = await fixture.get("/v0/eth/validators/effectiveness");
    expect(response.status).toBe(400);
    expect(await detailOf(response)).toMatchObject([{ loc: ["query", "indices"] }]);
  });

  it("on paths that don't exist is a 404", async () => {
    expect(await detailOf(await fixture.get("/v9/eth/validators"))).toBe("Not found.");
    expect((await fixture.get("/v0/eth/validators/1/")).status).toBe(404);
  });
});

describe("a failure inside", () => {
  it("tells nothing of it, and its rows reach no other answer", async () => {
    const failing: Endpoint = {
      ...validator,
      operation: "failing",
      path: "/v0/failing",
      params: z.object({}),
      // A validator that exists, and a value that its type refuses in the middle of the statement.
      prepare: async () => ({ values: { network: "mainnet", validatorIndex: -1 } }),
    };
    const { app, close } = createApp({
      store: fixture.store,
      log: createLogger("silent"),
      endpoints: [failing, validator],
    });
    const ask = async (index: number) => {
      const path = index % 4 === 3 ? "/v0/failing" : `/v0/eth/validators/${index}`;
      const response = await app.request(path, asked(fixture.key));
      return { index, status: response.status, body: await response.json() };
    };
    for (let round = 0; round < 4; round += 1) {
      for (const { index, status, body } of await Promise.all(
        Array.from({ length: 32 }, (_, index) => ask(index)),
      )) {
        if (index % 4 === 3) {
          expect(status).toBe(500);
          expect(body).toEqual({ detail: "Internal server error." });
        } else {
          expect(status).toBe(200);
          expect(body).toMatchObject({ validatorIndex: index, validatorPubkey: pubkeyOf(index) });
        }
      }
    }
    await close();
  });
});

describe("pages around the endpoints", () => {
  it("need no key", async () => {
    expect(await (await fixture.app.request("/healthz")).json()).toEqual({ status: "ok" });
    expect(await (await fixture.app.request("/readyz")).json()).toEqual({ status: "ready" });
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
    const page = await (await fixture.app.request("/docs")).text();
    expect(page).toContain('spec-url="/openapi.json"');
    expect(page).not.toMatch(/https?:\/\//);
    const script = await fixture.app.request("/docs/rapidoc.js");
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect((await script.text()).length).toBeGreaterThan(500_000);
  });
});
