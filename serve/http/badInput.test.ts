import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createLogger } from "../../lib/logger.ts";
import { openServeFixture, type ServeFixture } from "../../test/support/serve.ts";
import { insertNetwork, insertValidators, pubkeyOf } from "../../test/support/serveEth.ts";
import type { Endpoint } from "../endpoint.ts";
import { validator } from "../v0/eth/validators.ts";
import { createApp } from "./app.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture({ family: "eth" });
  await insertNetwork(fixture.store);
  await insertValidators(fixture.store, 40);
});
afterAll(() => fixture.close());

const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const detailOf = async (response: Response) => ((await response.json()) as { detail: unknown }).detail;

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
      expect(list.status, `status for the operator ${text}`).toBe(200);
      expect(await list.json(), `list for the operator ${text}`).toMatchObject({
        total: 0,
        data: [],
        next: null,
      });
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
      expect(network.status, `status for the network ${text}`).toBe(400);
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

  it("requests validators", async () => {
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
  it("reveals nothing of it, and its rows reach no other answer", async () => {
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
    const requestValidator = async (index: number) => {
      const path = index % 4 === 3 ? "/v0/failing" : `/v0/eth/validators/${index}`;
      const response = await app.request(path, withKey(fixture.key));
      return { index, status: response.status, body: await response.json() };
    };
    for (let round = 0; round < 4; round += 1) {
      for (const { index, status, body } of await Promise.all(
        Array.from({ length: 32 }, (_, index) => requestValidator(index)),
      )) {
        if (index % 4 === 3) {
          expect(status, `status of request ${index}`).toBe(500);
          expect(body, `body of request ${index}`).toEqual({ detail: "Internal server error." });
        } else {
          expect(status, `status of request ${index}`).toBe(200);
          expect(body, `body of request ${index}`).toMatchObject({
            validatorIndex: index,
            validatorPubkey: pubkeyOf(index),
          });
        }
      }
    }
    await close();
  });
});
