/**
 * What a client sends is long and repeats itself: no regular expression that it reaches may take more than a multiple of its
 * length. Work is counted, by an analysis of each expression, not timed.
 */
import { isSafePattern } from "redos-detector";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isDue } from "../../test/support/nightCases.ts";
import { fc } from "../../test/support/properties.ts";
import { reachedPatterns } from "../../test/support/reachedPatterns.ts";
import { openServeFixture, type ServeFixture } from "../../test/support/serve.ts";
import { insertNetwork, insertValidators } from "../../test/support/serveEth.ts";
import { endpoints } from "../endpoints.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture({ family: "eth", keyTtlMs: 600_000, factsTtlMs: 600_000 });
  await insertNetwork(fixture.store);
  await insertValidators(fixture.store, 40);
});
afterAll(() => fixture.close());

/** Shorter texts cost little under any expression: the square of their length is a millisecond. */
const shortCharacters = 1_024;
/** How often an expression may come back to a character, at most. */
const backtracksMax = 50;

/** Expressions that were given long texts and could take more than a multiple of their length. */
async function unboundedPatterns(run: () => Promise<void>): Promise<string[]> {
  const reached = await reachedPatterns(run);
  return reached
    .filter(({ longest }) => longest > shortCharacters)
    .filter(({ pattern: { source, ignoreCase, unicode, dotAll, multiline } }) => {
      const flags = { caseInsensitive: ignoreCase, unicode, dotAll, multiLine: multiline };
      return !isSafePattern(source, { ...flags, maxScore: backtracksMax }).safe;
    })
    .map(({ pattern, longest }) => `${pattern} over ${longest} characters`);
}

const repeated = [
  " ",
  "\t",
  "a",
  ",",
  ";",
  "/",
  "-",
  ".0",
  "%20",
  "%",
  " ;",
  "a,",
  'W/"',
  "q=0;",
  "0x0",
  "1",
];
/** What is looked at, each by how a good value begins. */
const headers: Readonly<Record<string, string>> = {
  "accept-encoding": "gzip",
  authorization: "Bearer va",
  "if-none-match": "*",
  "content-type": "application/json",
  "content-length": "1",
  "x-request-id": "a",
  "x-service-network": "mainnet",
  "x-rated-network": "mainnet",
  "x-forwarded-for": "10.0.0.1",
  "x-forwarded-host": "example.com",
  "x-forwarded-proto": "https",
  forwarded: "for=10.0.0.1",
  origin: "https://example.com",
  "access-control-request-headers": "authorization",
  cookie: "a=b",
  range: "bytes=0",
};

it("knows an expression that takes the square of its text's length", async () => {
  const run = async () => void `gzip${" ".repeat(2_000)}x`.split(/\s*;\s*/);
  expect(await unboundedPatterns(run)).toEqual(["/\\s*;\\s*/y over 2005 characters"]);
});

it("reads long headers in time with their length", async () => {
  const path = "/v0/eth/validators?size=40";
  expect((await fixture.get(path)).status).toBe(200);
  const statuses = new Set<number>();
  const unbounded = await unboundedPatterns(async () => {
    for (const [place, [name, start]] of Object.entries(headers).entries()) {
      // By day each header has a third of the texts, and each text a third of the headers.
      for (const part of repeated.filter((_, other) => isDue(place + other, 3))) {
        const value = `${start}${part.repeat(Math.floor(15_500 / part.length))}x`;
        statuses.add((await fixture.get(path, { [name]: value })).status);
        await fixture.app.request("/v0/eth/tags", { method: "POST", headers: { [name]: value } });
      }
    }
  });
  expect(unbounded).toEqual([]);
  expect([...statuses].sort()).toEqual([200, 400, 401]);
});

it("reads long paths and queries in time with their length", async () => {
  const texts = ["a", "1", "0x0", "-", "2023-01-", "%20", "%2F", "%C3%A9"].map((part) => part.repeat(20_000));
  const unbounded = await unboundedPatterns(async () => {
    for (const [place, endpoint] of endpoints.entries()) {
      const fields = endpoint.kind === "gone" ? [] : Object.keys(endpoint.query.shape);
      for (const text of texts.filter((_, other) => isDue(place + other, 3))) {
        const path = endpoint.path.replaceAll(/\{\w+\}/g, "1");
        const search = fields.map((field) => `${field}=${text.slice(0, 2_000)}`).join("&");
        const options = { method: endpoint.method, headers: { authorization: `Bearer ${fixture.key}` } };
        const statusOf = async (url: string) => (await fixture.app.request(url, options)).status;
        if (fields.length > 0)
          expect(
            await statusOf(`${path}?${search}`),
            `${endpoint.method} ${endpoint.path} with long parameters of the query`,
          ).toBeGreaterThanOrEqual(400);
        if (endpoint.path.includes("{")) {
          const long = endpoint.path.replaceAll(/\{\w+\}/g, text.slice(0, 50_000));
          expect(
            await statusOf(long),
            `${endpoint.method} ${endpoint.path} with long parameters of the path`,
          ).toBeGreaterThanOrEqual(400);
        }
      }
    }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(..."/?&=%#a".split("")),
        fc.string({ maxLength: 5 }),
        async (one, other) => {
          const text = `${one}${encodeURIComponent(other)}`.repeat(5_000).slice(0, 100_000);
          await fixture.get(`/v0/eth/validators${text}`);
        },
      ),
      { numRuns: 30 },
    );
  });
  expect(unbounded).toEqual([]);
});

it("reads long texts of a body in time with their length", async () => {
  const posts = endpoints.filter((endpoint) => endpoint.kind === "custom" && endpoint.body !== undefined);
  const unbounded = await unboundedPatterns(async () => {
    for (const endpoint of posts) {
      const { path, method } = endpoint;
      const schema = endpoint.kind === "custom" ? endpoint.body?.schema : undefined;
      const names = schema !== undefined && "shape" in schema ? Object.keys(schema.shape as object) : [];
      for (const part of ["a", "1", " ", "0x0", "-", "é"]) {
        const text = part.repeat(50_000);
        for (const value of [text, [text]]) {
          const body = JSON.stringify(Object.fromEntries(names.map((name) => [name, value])));
          const sent = { authorization: `Bearer ${fixture.key}`, "content-type": "application/json" };
          const examplePath = path.replaceAll(/\{\w+\}/g, "1");
          await fixture.app.request(examplePath, { method: method.toUpperCase(), headers: sent, body });
        }
      }
    }
  });
  expect(unbounded).toEqual([]);
});
