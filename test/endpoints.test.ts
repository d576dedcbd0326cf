/** What every declared endpoint has in common, in loops over the declarations. Meaning is tested beside the endpoints. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { loadSql } from "../lib/sql/file.ts";
import { createKey } from "../serve/access/keys.ts";
import { answersOf, type Endpoint } from "../serve/endpoint.ts";
import { endpoints } from "../serve/endpoints.ts";
import { listFields, parseRequest } from "../serve/http/parse.ts";
import { createServices } from "../serve/services.ts";
import {
  insertDays,
  insertNetwork,
  insertValidators,
  openServeFixture,
  type ServeFixture,
} from "./support/serve.ts";
import { columnKind, fieldKind } from "./support/serveColumns.ts";
import { cosmosPaths, insertCosmosRows } from "./support/serveCosmos.ts";

type SpecParameter = {
  name: string;
  in: "path" | "query" | "header";
  type: string;
  required: boolean;
  default?: unknown;
};
type SpecOperation = {
  method: string;
  path: string;
  kind: string;
  status: number;
  response: string | null;
  parameters: SpecParameter[];
};
const specification = JSON.parse(
  readFileSync(new URL("../fixtures/spec/endpoints.json", import.meta.url), "utf8"),
) as { operations: SpecOperation[]; toCome: string[] };

/** Values for required fields, and for the placeholders of a path. */
const pathSample: Record<string, string> = {
  validator_index_or_pubkey: "1",
  ...Object.fromEntries(Object.entries(cosmosPaths).map(([field, { sample }]) => [field, sample])),
};
const querySample: Record<string, string> = { validatorsEffectiveness: "indices=1&indices=2&indices=3" };
/** Refused by any field of its kind. */
const wrongValues: Record<string, string[]> = {
  number: ["-1", "1e3", "0x10", "+1", " 1", "01", "1.0", "4294967296", "99999999999999999999", "one", "NaN"],
  text: ["\u0000", "'; drop table app_api_key --"],
};

/** Values of path fields that are refused (400), and that nothing is known of (404). */
const pathRefusals: Record<string, { wrong: string[]; unknown: string[] }> = {
  validator_index_or_pubkey: {
    wrong: [...(wrongValues.number ?? []), `0x${"zz".repeat(48)}`, `0x${"ab".repeat(47)}`],
    unknown: ["4294967295", `0x${"ff".repeat(48)}`],
  },
  ...cosmosPaths,
};

const name = (endpoint: { method: string; path: string }) =>
  `${endpoint.method.toUpperCase()} ${endpoint.path}`;
const all = endpoints.map((endpoint) => [name(endpoint), endpoint] as const);

function pathOf(endpoint: Endpoint, params = pathSample): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, field: string) => params[field] ?? "1");
}

function sampleOf(endpoint: Endpoint, more = ""): string {
  const query = [querySample[endpoint.operation], more].filter((part) => part).join("&");
  return `${pathOf(endpoint)}${query === "" ? "" : `?${query}`}`;
}

type Row = Record<string, unknown>;
type Body = {
  data?: Row[];
  results?: Row[];
  total?: number;
  pages?: number;
  next: string | null;
  previous?: string | null;
  detail: { loc: string[]; msg: string; type: string }[];
};

async function bodyOf(response: Response | Promise<Response>): Promise<Body> {
  return (await (await response).json()) as Body;
}

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture();
  await insertNetwork(fixture.store);
  await insertValidators(fixture.store, 250);
  await insertDays(fixture.store, { first: 0, last: 5, days: 23 });
  await insertDays(fixture.store, { first: 0, last: 5, days: 23, dayType: "utc" });
  await insertCosmosRows(fixture.store);
});
afterAll(() => fixture.close());

describe("the specification's operations", () => {
  const declared = new Set(endpoints.map(name));
  const specified = new Map(specification.operations.map((operation) => [name(operation), operation]));

  it("are 93, each once", () => {
    expect(specification.operations).toHaveLength(93);
    expect(specified.size).toBe(93);
  });

  it("are declared or listed as still to come, never both", () => {
    const open = [...specified.keys()].filter((operation) => !declared.has(operation));
    expect([...specification.toCome].sort()).toEqual(open.sort());
    expect([...declared].filter((operation) => !specified.has(operation))).toEqual([]);
  });

  it("have names of their own in OpenAPI", () => {
    expect(new Set(endpoints.map((endpoint) => endpoint.operation)).size).toBe(endpoints.length);
  });

  it.each(all)("%s takes the specified parameters", (key, endpoint) => {
    const operation = specified.get(key);
    expect(operation?.kind).toBe(endpoint.kind);
    for (const parameter of operation?.parameters ?? []) {
      if (parameter.in === "header") {
        expect(endpoint.network).toBe("header");
        continue;
      }
      const field = endpoint[parameter.in === "path" ? "params" : "query"].shape[parameter.name] as z.ZodType;
      expect(field, parameter.name).toBeDefined();
      const withoutValue = field.safeParse(undefined);
      expect(withoutValue.success, `${parameter.name} is optional`).toBe(!parameter.required);
      if (parameter.default !== undefined) expect(withoutValue.data).toBe(parameter.default);
      const isList = listFields(endpoint.query).has(parameter.name);
      expect(isList, `${parameter.name} is a list`).toBe(parameter.type.startsWith("array"));
    }
  });
});

describe.each(all)("%s: SQL", (_, endpoint) => {
  const cases = answersOf(endpoint).map((answer) => {
    const variant = Object.entries(endpoint.variants?.answers ?? {}).find(([, other]) => other === answer);
    return [
      answer.sql,
      answer,
      variant === undefined ? "" : `${endpoint.variants?.field}=${variant[0]}`,
    ] as const;
  });

  async function valuesOf(more: string) {
    const search = new URL(`http://localhost${sampleOf(endpoint, more)}`).searchParams;
    const { params, query } = parseRequest(endpoint, pathSample, search);
    const services = createServices(fixture.store);
    const prepared = await endpoint.prepare({ params, query, network: "mainnet" }, services);
    if ("redirect" in prepared) throw new Error("the sample redirects");
    return prepared.values;
  }

  it.each(cases)("%s takes the values of the request and no others", async (file, _answer, more) => {
    const placeholders = loadSql(`queries/${file}`).placeholders.map((placeholder) => placeholder.name);
    expect(Object.keys(await valuesOf(more)).sort()).toEqual([...placeholders].sort());
  });

  it.each(cases)("%s answers the columns of the record, type by type", async (file, answer, more) => {
    const columns = await fixture.store.describe(loadSql(`queries/${file}`).text, await valuesOf(more));
    const expected = Object.entries(answer.row.shape).map(([field, type]) => [
      field,
      fieldKind(type as z.ZodType),
    ]);
    const isHidden = endpoint.freshness === "day" && !Object.hasOwn(answer.row.shape, "isComplete");
    if (isHidden) expected.push(["isComplete", "boolean"]);
    expect(columns.map((column) => [column.name, columnKind(column.type)])).toEqual(expected);
  });

  it.each(cases)("%s reads by the primary key", async (file, _answer, more) => {
    const plan = await fixture.store.rows<{ explain: string }>(
      `explain indexes = 1 ${loadSql(`queries/${file}`).text}`,
      await valuesOf(more),
    );
    const text = plan.map((row) => row.explain).join("\n");
    const keys = /PrimaryKey[\s\S]*?Condition: (.*)/.exec(text)?.[1] ?? "";
    expect(keys).toContain("network in");
    const [field] = Object.keys(endpoint.params.shape);
    if (field !== undefined || endpoint.network === "header")
      expect(keys).toMatch(field?.startsWith("delegator") ? /delegator in/ : /validator(_index)? in/);
  });
});

describe.each(all)("%s: 200", (_, endpoint) => {
  it("carries the metering headers, an id and its freshness", async () => {
    const response = await fixture.get(sampleOf(endpoint), { "x-request-id": "my-id.1" });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("x-request-id")).toBe("my-id.1");
    expect(response.headers.get("x-service-bytes-consumed")).toBe(String(Buffer.byteLength(text)));
    const rows = JSON.parse(text).data?.length ?? JSON.parse(text).results?.length ?? 1;
    const units = Buffer.byteLength(text) / endpoint.weight.bytes + rows * endpoint.weight.row;
    expect(response.headers.get("x-service-compute-units")).toBe(String(Math.ceil(units)));
    expect(response.headers.get("cache-control")).toBe("private, max-age=60");
    expect(response.headers.get("vary")).toContain("Authorization");
  });

  it("holds the fields of the record, all and in order", async () => {
    const body = await bodyOf(fixture.get(sampleOf(endpoint)));
    const row = (endpoint.kind === "one" ? body : (body.data ?? body.results)?.[0]) ?? {};
    expect(Object.keys(row)).toEqual(Object.keys(endpoint.answer.row.shape));
    expect(endpoint.answer.row.strict().safeParse(row).error).toBeUndefined();
  });

  it("makes up an id when the caller's is not sane", async () => {
    const response = await fixture.get(sampleOf(endpoint), { "x-request-id": "a b<script>" });
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("is not sent again to who has it: 304, free of charge", async () => {
    const first = await fixture.get(sampleOf(endpoint));
    const etag = first.headers.get("etag") ?? "";
    const second = await fixture.get(sampleOf(endpoint), { "if-none-match": `"other", ${etag}` });
    expect(second.status).toBe(304);
    expect(await second.text()).toBe("");
    expect(second.headers.get("etag")).toBe(etag);
    expect(second.headers.get("x-service-compute-units")).toBe("0");
    expect(second.headers.get("x-service-bytes-consumed")).toBe("0");
    expect((await fixture.get(sampleOf(endpoint), { "if-none-match": '"other"' })).status).toBe(200);
  });

  it("is compressed for who accepts it, and is the same then", async () => {
    const plain = await (await fixture.get(sampleOf(endpoint))).text();
    const response = await fixture.get(sampleOf(endpoint), { "accept-encoding": "br, gzip;q=0.5" });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isCompressed = response.headers.get("content-encoding") === "gzip";
    expect(isCompressed).toBe(plain.length >= 1_024);
    expect(isCompressed ? gunzipSync(bytes).toString() : bytes.toString()).toBe(plain);
    expect(response.headers.get("content-length")).toBe(String(bytes.byteLength));
    const refused = await fixture.get(sampleOf(endpoint), { "accept-encoding": "gzip;q=0" });
    expect(refused.headers.get("content-encoding")).toBeNull();
  });

  it("answers HEAD like GET, without a body", async () => {
    const response = await fixture.app.request(sampleOf(endpoint), {
      method: "HEAD",
      headers: { authorization: `Bearer ${fixture.key}` },
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
  });
});

describe.each(all)("%s: refusals", (_, endpoint) => {
  const fields = Object.keys(endpoint.query.shape);
  const wrongIn = async (path: string) => {
    const response = await fixture.get(path);
    expect([path, response.status]).toEqual([path, 400]);
    const { detail } = await bodyOf(response);
    for (const error of detail) expect(Object.keys(error)).toEqual(["loc", "msg", "type"]);
    return detail.map((error) => error.loc.slice(0, 2).join("."));
  };

  it("400 for an unknown parameter, and for any that is empty", async () => {
    expect(await wrongIn(sampleOf(endpoint, "frm=1"))).toEqual(["query.frm"]);
    expect(await wrongIn(sampleOf(endpoint, "frm=1&frm=2&x=&constructor=1"))).toEqual([
      "query.frm",
      "query.x",
      "query.constructor",
    ]);
    for (const field of fields) {
      expect(await wrongIn(sampleOf(endpoint, `${field}=`))).toContain(`query.${field}`);
    }
  });

  it("400 for a single-valued parameter given twice", async () => {
    const lists = listFields(endpoint.query);
    for (const field of fields.filter((candidate) => !lists.has(candidate))) {
      expect(await wrongIn(sampleOf(endpoint, `${field}=1&${field}=1`))).toContain(`query.${field}`);
    }
  });

  it("400 naming the field for every value that is not of its type", async () => {
    for (const field of fields.filter((candidate) => candidate !== "operatorsIds")) {
      for (const value of [...(wrongValues.number ?? []), ...(wrongValues.text ?? [])]) {
        const path = sampleOf(endpoint, `${field}=${encodeURIComponent(value)}`);
        expect(await wrongIn(path), path).toEqual([`query.${field}`]);
      }
    }
  });

  it("400 for a day that does not exist", async () => {
    for (const field of fields.filter((candidate) => /^(from|to)(Date)?$/.test(candidate))) {
      for (const value of ["2023-02-30", "2023-2-3", "2023-02-03T00:00:00Z", "20230203", "9999-12-31"]) {
        if (value === "20230203" && !field.endsWith("Date")) continue;
        expect(await wrongIn(sampleOf(endpoint, `${field}=${value}`))).toEqual([`query.${field}`]);
      }
    }
  });

  it("400 that says when hourly records ended", async () => {
    for (const field of fields.filter((candidate) => ["granularity", "filterType"].includes(candidate))) {
      const response = await fixture.get(sampleOf(endpoint, `${field}=hour`));
      expect(response.status).toBe(400);
      expect((await bodyOf(response)).detail[0]?.msg).toContain("2024-07-24");
    }
  });

  it("400 that lists the networks served", async () => {
    if (endpoint.network !== "header") return;
    for (const header of ["x-service-network", "x-rated-network"]) {
      const response = await fixture.get(sampleOf(endpoint), { [header]: "goerli" });
      expect(response.status).toBe(400);
      expect((await bodyOf(response)).detail[0]?.msg).toContain("mainnet");
      expect((await fixture.get(sampleOf(endpoint), { [header]: "mainnet" })).status).toBe(200);
    }
  });

  it("400 or 404 that names what a path asks for", async () => {
    for (const field of Object.keys(endpoint.params.shape)) {
      const { wrong = [], unknown = [] } = pathRefusals[field] ?? {};
      expect(wrong.length * unknown.length, field).toBeGreaterThan(0);
      for (const value of wrong) {
        const path = pathOf(endpoint, { [field]: encodeURIComponent(value) });
        expect(await wrongIn(path)).toEqual([`path.${field}`]);
      }
      for (const value of unknown) {
        const response = await fixture.get(pathOf(endpoint, { [field]: value }));
        expect(response.status).toBe(404);
        expect((await bodyOf(response)).detail).toContain(value);
      }
    }
  });

  it("401 for anything but a valid key", async () => {
    const [, id] = fixture.key.split("_");
    const wrong = [
      "",
      "Bearer",
      "Bearer x",
      `Basic ${fixture.key}`,
      `Bearer va_${id}_${"0".repeat(48)}`,
      fixture.key,
    ];
    for (const authorization of wrong) {
      const response = await fixture.app.request(sampleOf(endpoint), { headers: { authorization } });
      expect([authorization, response.status]).toEqual([authorization, 401]);
      expect(await response.json()).toEqual({ detail: "Not authenticated" });
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(response.headers.has("x-service-compute-units")).toBe(false);
    }
    expect((await fixture.app.request(sampleOf(endpoint))).status).toBe(401);
  });

  it("405 with Allow for other methods", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const response = await fixture.app.request(sampleOf(endpoint), { method });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, HEAD");
    }
  });

  it("429 with Retry-After and Age over the rate of the tier", async () => {
    const { key } = await createKey(fixture.store, { name: "free", tier: "free" });
    const ask = () =>
      fixture.app.request(sampleOf(endpoint), { headers: { authorization: `Bearer ${key}` } });
    const responses = await Promise.all(Array.from({ length: 12 }, ask));
    const refused = responses.filter((response) => response.status === 429);
    // A second may end between the twelve: no more than two windows of two.
    expect(refused.length).toBeGreaterThanOrEqual(8);
    expect(responses.length - refused.length).toBeGreaterThanOrEqual(2);
    for (const response of refused) {
      expect(await response.json()).toEqual({ detail: "Too many requests" });
      expect(response.headers.get("retry-after")).toBe("1");
      expect(response.headers.get("age")).toBe("0");
    }
  });
});

const paged = all.filter(([, endpoint]) => endpoint.kind === "page" || endpoint.kind === "list");

describe.each(paged)("%s: paging", (_, endpoint) => {
  const sizes = endpoint.kind === "page" ? ["size=200", "size=7"] : ["limit=200", "limit=7"];
  const walks = endpoint.variants
    ? [
        "granularity=day",
        ...Object.keys(endpoint.variants.answers).map((value) => `${endpoint.variants?.field}=${value}`),
      ]
    : Object.hasOwn(endpoint.query.shape, "granularity")
      ? ["granularity=day", "granularity=week"]
      : [""];

  it.each(walks)("%s walks to the last page, every record once", async (more) => {
    const isPage = endpoint.kind === "page";
    const ask = (size: string) => sampleOf(endpoint, [size, more].filter(Boolean).join("&"));
    const whole = await bodyOf(fixture.get(ask(sizes[0] ?? "")));
    const first = (isPage ? whole.data : whole.results) ?? [];
    const count = isPage ? Number(whole.total) : first.length;
    expect(first.length).toBeGreaterThan(3);
    const seen: Row[] = [];
    for (let path: string | null = ask(sizes[1] ?? ""); path !== null; ) {
      const body: Body = await bodyOf(fixture.get(path));
      if (isPage) expect(body.total).toBe(count);
      else expect(body.pages).toBe(Math.ceil(count / 7));
      if (!isPage) expect(body.previous === null).toBe(seen.length === 0);
      seen.push(...((isPage ? body.data : body.results) ?? []));
      expect(seen.length).toBeLessThanOrEqual(count);
      path = body.next;
      expect(path ?? "").not.toMatch(/=(&|$)/);
      expect(path ?? "").toMatch(isPage ? /^(\/v0\/|$)/ : /^(http:\/\/localhost\/v1\/|$)/);
    }
    expect(seen).toHaveLength(count);
    expect(seen.slice(0, first.length)).toEqual(first);
    expect(new Set(seen.map((row) => JSON.stringify(row))).size).toBe(count);
  });
});

describe("/openapi.json", () => {
  it("is valid OpenAPI 3.1 and has every endpoint with its fields", async () => {
    type Parameter = { name: string; required: boolean; schema: Row };
    const document = (await (await fixture.app.request("/openapi.json")).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; parameters: Parameter[] }>>;
    };
    const result = await new Validator().validate(document);
    expect(result).toMatchObject({ valid: true });
    expect(document.openapi).toBe("3.1.0");
    for (const endpoint of endpoints) {
      const operation = document.paths[endpoint.path]?.[endpoint.method];
      expect(operation?.operationId).toBe(endpoint.operation);
      const names = operation?.parameters.map((parameter) => parameter.name);
      const header = endpoint.network === "header" ? ["X-Service-Network"] : [];
      expect(names).toEqual([
        ...Object.keys(endpoint.params.shape),
        ...Object.keys(endpoint.query.shape),
        ...header,
      ]);
    }
    const size = document.paths["/v0/eth/validators"]?.get?.parameters[1];
    expect(size).toMatchObject({
      name: "size",
      required: false,
      schema: { type: "integer", minimum: 1, maximum: 200, default: 100 },
    });
  });
});
