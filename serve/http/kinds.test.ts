import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createLogger } from "../../lib/logger.ts";
import { choice, flag } from "../../schemas/request.ts";
import { openServeFixture, type ServeFixture } from "../../test/support/serve.ts";
import {
  insertDay,
  insertDays,
  insertNetwork,
  insertValidators,
  pubkeyOf,
} from "../../test/support/serveEth.ts";
import { defineEndpoint, type RowsEndpoint } from "../endpoint.ts";
import { ethereum } from "../eth/chain.ts";
import { type App, createApp } from "./app.ts";
import { openApiDocument } from "./openapi.ts";

/** Endpoints that only these tests have: the kinds that no chain's endpoints are of. */
const described = { method: "get", tag: "test", summary: "test" } as const;

const networkRecord = z.object({ network: z.string() }).meta({ id: "Network" });

function networksEndpoint(path: string, more: Partial<RowsEndpoint> = {}): RowsEndpoint {
  return {
    ...described,
    operation: path,
    path,
    kind: "array",
    params: z.object({}),
    query: z.object({}),
    answer: {
      row: networkRecord,
      sql: "lookup/eth/networks.sql",
    },
    prepare: async () => ({ values: {} }),
    weight: { bytes: 8, row: 2 },
    ...more,
  };
}

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture({ family: "eth" });
  await insertNetwork(fixture.store);
  await insertValidators(fixture.store, 40);
  await insertDays(fixture.store, { first: 0, last: 39, days: 3 });
  await insertDay(fixture.store, { validator_index: 7, day: 3, is_complete: 0, attestation_duty_count: 2 });
});
afterAll(() => fixture.close());

const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const detailOf = async (response: Response) => ((await response.json()) as { detail: unknown }).detail;

describe("307", () => {
  it("leads from a public key in any form to the index, with the query", async () => {
    const bare = pubkeyOf(10).slice(2);
    for (const pubkey of [pubkeyOf(10), bare, `0x${bare.toUpperCase()}`, `0X${bare}`]) {
      const path = `/v0/eth/validators/${pubkey}/effectiveness?size=2&include=uptime&include=day`;
      const response = await fixture.get(path);
      expect(response.status, `status of ${path}`).toBe(307);
      expect(response.headers.get("location"), `header \`location\` of ${path}`).toBe(
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
        defineEndpoint({
          ...described,
          kind: "gone",
          operation: "gone",
          path: "/v0/gone/{validator_id}",
          message: "This endpoint is retired.",
        }),
        networksEndpoint("/v0/array", { deprecated: true }),
        networksEndpoint("/v0/array/beta", { beta: true }),
      ],
    });
    const gone = await app.request("/v0/gone/x?any=1", withKey(fixture.key));
    expect(gone.status).toBe(410);
    const document = (await (await app.request("/openapi.json")).json()) as ReturnType<
      typeof openApiDocument
    >;
    expect(await new Validator().validate(JSON.parse(JSON.stringify(document)))).toMatchObject({
      valid: true,
    });
    const retired = document.paths?.["/v0/gone/{validator_id}"]?.get;
    expect(retired).toMatchObject({ deprecated: true, parameters: [{ name: "validator_id", in: "path" }] });
    expect(retired?.responses).toHaveProperty("410");
    expect(await detailOf(gone)).toBe("This endpoint is retired.");
    expect((await app.request("/v0/gone/x")).status).toBe(401);
    const array = await app.request("/v0/array", withKey(fixture.key));
    const text = await array.text();
    expect(JSON.parse(text)).toEqual([
      { network: "mainnet", genesisTime: 1_606_824_023, slotsPerEpoch: 32, secondsPerSlot: 12 },
    ]);
    expect(array.headers.get("deprecation")).toBe("true");
    expect(array.headers.get("x-service-compute-units")).toBe(String(Math.ceil(text.length / 8 + 2)));
    const beta = await app.request("/v0/array/beta", withKey(fixture.key));
    expect(beta.headers.get("x-service-compute-units")).toBe("0");
    expect(beta.headers.get("x-service-bytes-consumed")).toBe(String(text.length));
    await close();
  });
});

describe("custom endpoints", () => {
  const received: unknown[] = [];
  const tags = defineEndpoint({
    ...described,
    method: "post",
    kind: "custom",
    operation: "createTag",
    path: "/v1/eth/tags/{group}",
    chain: ethereum,
    params: z.object({ group: choice(["a", "b"]).meta({ example: "a" }) }),
    query: z.object({ dry: flag.default(false) }),
    status: 201,
    body: {
      schema: z
        .strictObject({ name: z.string().min(1).max(20), indices: z.array(z.int().min(0)).max(3) })
        .meta({ id: "CreateTag" }),
      bytesMax: 200,
    },
    response: z.object({ name: z.string() }).meta({ id: "Tag" }),
    handle: async ({ params, query, body, network, caller }, services) => {
      received.push([params.group, query.dry, body.indices, network, typeof caller.organizationId]);
      if (body.name === "own") return new Response("mine", { status: 202 });
      const networks = await services.networksOf(ethereum);
      return { text: JSON.stringify({ name: body.name, known: networks }), rows: body.indices.length };
    },
    weight: { bytes: 8, row: 128 },
  });
  let app: App;
  beforeAll(() => {
    app = createApp({ store: fixture.store, log: createLogger("silent"), endpoints: [tags] });
  });
  afterAll(() => app.close());

  const post = (
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
    path = "/v1/eth/tags/a",
  ) =>
    app.app.request(path, {
      method: "POST",
      body,
      headers: { ...withKey(fixture.key).headers, "content-type": "application/json", ...headers },
    });
  const valid = JSON.stringify({ name: "mine", indices: [1, 2] });

  it("handle what their schemas made of path, query and body, and are metered by records", async () => {
    const response = await post(
      valid,
      { "content-type": "application/json; charset=utf-8" },
      "/v1/eth/tags/b?dry=true",
    );
    expect(response.status).toBe(201);
    const text = await response.text();
    expect(JSON.parse(text)).toEqual({ name: "mine", known: ["mainnet"] });
    expect(received.at(-1)).toEqual(["b", true, [1, 2], "mainnet", "string"]);
    expect(response.headers.get("x-service-compute-units")).toBe(String(Math.ceil(text.length / 8 + 256)));
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("etag")).toBeNull();
    expect((await post(valid, { "if-none-match": "*" })).status).toBe(201);
  });

  it("may answer with a response of their own", async () => {
    const response = await post(JSON.stringify({ name: "own", indices: [] }));
    expect([response.status, await response.text()]).toEqual([202, "mine"]);
  });

  it("refuse malformed JSON as any wrong input", async () => {
    for (const body of ["", "{", "nul", valid.slice(0, -1), new Uint8Array([0x22, 0xff, 0x22])]) {
      const response = await post(body);
      expect(response.status, `status for the body ${body}`).toBe(400);
      expect(await detailOf(response), `errors for the body ${body}`).toEqual([
        { loc: ["body"], msg: "Input should be valid JSON", type: "value_error.jsondecode" },
      ]);
    }
  });

  it("name every wrong field, of path, query and body together", async () => {
    const body = JSON.stringify({ name: "", indices: [1, -1, "2"], extra: 1, more: 2 });
    const response = await post(body, {}, "/v1/eth/tags/c?dry=1");
    expect(response.status).toBe(400);
    const detail = (await detailOf(response)) as { loc: unknown[]; type: string }[];
    expect(detail.map(({ loc }) => loc)).toEqual([
      ["path", "group"],
      ["query", "dry"],
      ["body", "name"],
      ["body", "indices", 1],
      ["body", "indices", 2],
      ["body", "extra"],
      ["body", "more"],
    ]);
    for (const wrong of ["[]", "null", '"text"']) {
      expect(await detailOf(await post(wrong)), `errors for the body ${wrong}`).toMatchObject([
        { loc: ["body"], type: "type_error" },
      ]);
    }
    expect(await detailOf(await post("{}"))).toMatchObject([
      { loc: ["body", "name"], type: "value_error.missing" },
      { loc: ["body", "indices"], type: "value_error.missing" },
    ]);
  });

  it("refuse what says it isn't JSON, and what is too large, with or without its length", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"]) {
      expect(
        (await post(valid, { "content-type": type })).status,
        `status for \`content-type: ${type}\``,
      ).toBe(415);
    }
    const large = JSON.stringify({ name: "x".repeat(300), indices: [] });
    expect((await post(large, { "content-length": String(large.length) })).status).toBe(413);
    const chunked = await post(large);
    expect(chunked.status).toBe(413);
    expect(await detailOf(chunked)).toBe("The body is too large.");
  });

  it("require a key and a network first, and are found by their method", async () => {
    expect((await post(valid, { authorization: "Bearer x" })).status).toBe(401);
    expect((await post(valid, { "x-service-network": "goerli" })).status).toBe(400);
    const get = await app.app.request("/v1/eth/tags/a", withKey(fixture.key));
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("are documented with their body", async () => {
    const document = openApiDocument([tags]);
    expect(await new Validator().validate(JSON.parse(JSON.stringify(document)))).toMatchObject({
      valid: true,
    });
    const operation = document.paths?.["/v1/eth/tags/{group}"]?.post;
    expect(operation?.requestBody).toMatchObject({
      required: true,
      content: { "application/json": { schema: { $ref: "#/components/schemas/CreateTag" } } },
    });
    expect(Object.keys(operation?.responses ?? {})).toEqual([
      "201",
      "400",
      "401",
      "403",
      "404",
      "406",
      "408",
      "413",
      "414",
      "415",
      "429",
      "431",
      "500",
      "503",
    ]);
    expect(operation?.parameters).toMatchObject([
      { name: "group", in: "path", example: "a" },
      { name: "dry", in: "query" },
      { $ref: "#/components/parameters/EthNetwork" },
    ]);
  });
});
