/** Requests whose statements exceed a limit, or whose client has gone: over a socket, as the process serves them. */
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { StoreError } from "../../lib/errors.ts";
import { createLogger } from "../../lib/logger.ts";
import { registry } from "../../lib/metrics.ts";
import { limitStatements } from "../../lib/store/limits.ts";
import type { Store } from "../../lib/store/store.ts";
import { openTemporaryStore } from "../../test/support/warehouse.ts";
import { createKey } from "../access/keys.ts";
import { defineEndpoint } from "../endpoint.ts";
import { type RunningServer, startServer } from "./server.ts";

const counts = (range: string) => `select count() as n from numbers(${range}) where sipHash64(number) = 1`;

/** Endpoints that only these tests have: each runs a statement as text. */
const endpointFor = (operation: string, sql: string) =>
  defineEndpoint({
    method: "get",
    kind: "custom",
    operation,
    path: `/v0/${operation}`,
    tag: "test",
    summary: "test",
    params: z.object({}),
    query: z.object({}),
    response: z.string(),
    handle: async (_, { store }) => ({ text: await store.text(sql), rows: 1 }),
    weight: { bytes: 8, row: 0 },
  });

const endpoints = [
  endpointFor("one", "select 1 as one"),
  endpointFor("endless", counts("9999999999")),
  endpointFor("large", "select groupArray(number) as a from numbers(90000000)"),
  endpointFor("long", counts("99999999999")),
  defineEndpoint({
    ...endpointFor("away", ""),
    handle: () =>
      Promise.reject(new StoreError("connection refused", { code: "econnrefused", retryable: true })),
  }),
];
const budget = { seconds: 30, memoryMib: 64, rows: 10_000_000_000 };

let store: Store;
let closeStore: () => Promise<void>;
let server: RunningServer;
let key: string;
const serve = (statementsMax: number, requestsAtOnce: number) =>
  startServer({
    store: limitStatements(store, budget, statementsMax),
    log: createLogger("silent"),
    host: "127.0.0.1",
    port: 0,
    keyTtlMs: 600_000,
    endpoints,
    requestsAtOnce,
  });
beforeAll(async () => {
  ({ store, close: closeStore } = await openTemporaryStore({ family: "eth" }));
  ({ key } = await createKey(store, { name: "test" }));
  server = await serve(2, 0);
  expect((await send("one")).status).toBe(200);
});
afterAll(async () => {
  await server.close();
  await closeStore();
});

const send = (operation: string, { url } = server, bearer = key) =>
  fetch(`${url}/v0/${operation}`, { headers: { authorization: `Bearer ${bearer}` } });
const running = async () => {
  const sql =
    "select count() as n from system.processes where query like '%sipHash64%' and query not like '%processes%'";
  return Number((await store.rows<{ n: string }>(sql))[0]?.n);
};
async function limitedTotal(operation: string, reason: string): Promise<number> {
  const metric = registry.getSingleMetric("validator_analytics_serve_limited_total");
  const values = (await metric?.get())?.values ?? [];
  return values.find(({ labels }) => labels.operation === operation && labels.reason === reason)?.value ?? 0;
}

it.each([
  ["large", "memory_limit_exceeded"],
  ["long", "too_many_rows"],
])("%s: a request over its budget is refused as such, and counted", async (operation, reason) => {
  const response = await send(operation);
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ detail: expect.stringContaining("Request less") });
  expect(await limitedTotal(operation, reason)).toBe(1);
  expect((await send("one")).status).toBe(200);
});

/** @param times requests, one after the other, before any answer has arrived */
function sendAndLeaveOpen({ url } = server, times = 1) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const request = `GET /v0/endless HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  socket.write(request.repeat(times));
  return socket;
}

it("answers 503 with Retry-After while the warehouse does not answer", async () => {
  const response = await send("away");
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await response.json()).toEqual({ detail: "The service is not available. Try again later." });
});

it("ends the statements of a client that has gone", async () => {
  const socket = sendAndLeaveOpen();
  await expect.poll(running).toBe(1);
  socket.destroy();
  await once(socket, "close");
  await expect.poll(running).toBe(0);
  await expect.poll(() => limitedTotal("endless", "cancelled")).toBe(1);
});

it("ends those of requests that came before the first was answered, too", async () => {
  const before = await limitedTotal("endless", "cancelled");
  const socket = sendAndLeaveOpen(server, 2);
  await expect.poll(running).toBe(2);
  socket.destroy();
  await expect.poll(running).toBe(0);
  await expect.poll(() => limitedTotal("endless", "cancelled")).toBe(before + 2);
});

it("refuses requests beyond its places with a Retry-After", async () => {
  const clients = [sendAndLeaveOpen(), sendAndLeaveOpen()];
  await expect.poll(running).toBe(2);
  const refused = await send("one");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await refused.json()).toEqual({ detail: "Too many requests are being answered. Try again." });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  for (const socket of clients) socket.destroy();
  await expect.poll(async () => (await send("one")).status).toBe(200);
});

it("leaves places to others, however many requests one organization sends at once", async () => {
  const fair = await serve(3, 1);
  const { key: other } = await createKey(store, { name: "other" });
  expect((await send("one", fair)).status).toBe(200);
  const clients = [sendAndLeaveOpen(fair, 20), sendAndLeaveOpen(fair)];
  await expect.poll(running).toBe(1);
  const waiting = send("one", fair);
  expect((await send("one", fair, other)).status).toBe(200);
  expect(await running()).toBe(1);
  // Theirs end, one after the other, and it is the next one's turn.
  for (const socket of clients) socket.destroy();
  expect((await waiting).status).toBe(200);
  await fair.close();
});
