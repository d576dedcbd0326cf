/** Bodies that trickle and never complete. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import { createNodeSet } from "./nodes.ts";
import { sendRequest } from "./request.ts";

const dripMs = 20;
const server = http.createServer(async (request, response) => {
  const isGzip = request.url === "/gzip";
  response.writeHead(200, isGzip ? { "content-encoding": "gzip" } : {});
  if (request.url === "/good") return void response.end("whole");
  const zip = createGzip();
  if (isGzip) zip.pipe(response);
  const out = isGzip ? zip : response;
  while (!response.destroyed) {
    // A decoder emits nothing before a flush, so only bytes of the body arrive.
    out.write(request.url === "/steady" ? Buffer.alloc(4_096) : "x");
    if (isGzip) zip.flush();
    await wait(dripMs);
    if (
      request.url === "/steady" &&
      (response.writableLength > 0 || (response.socket?.bytesWritten ?? 0) > 100_000)
    )
      return void response.end();
  }
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const limits = { headersTimeoutMs: 5_000, idleTimeoutMs: 100, bodyBytesMax: 1_000_000 };

it.each([
  { path: "/drops", isBulk: false },
  { path: "/drops", isBulk: true },
  { path: "/gzip", isBulk: false },
  { path: "/gzip", isBulk: true },
])("of $path are ended (bulk: $isBulk)", async ({ path, isBulk }) => {
  const response = await sendRequest({ ...limits, url: url + path, isBulk });
  const failure = response.bytes();
  await expect(failure).rejects.toMatchObject({ code: "timeout", retryable: true });
  await expect(failure).rejects.toThrow("too slowly");
});

it("are whole when they come fast enough, however long they take", async () => {
  const response = await sendRequest({ ...limits, url: `${url}/steady` });
  expect((await response.bytes()).length).toBeGreaterThan(90_000);
});

it("are waited for by their reader's time, not by what the reader takes", async () => {
  const response = await sendRequest({ ...limits, url: `${url}/good` });
  for await (const piece of response.stream()) {
    await wait(limits.idleTimeoutMs * 5);
    expect(piece.toString()).toBe("whole");
  }
});

it("fail over to the next node", async () => {
  const set = createNodeSet({
    urls: [`${url}/drops`, `${url}/good`],
    requestsPerSecond: 100,
    idleTimeoutMs: limits.idleTimeoutMs,
    log: createLogger("silent"),
  });
  const read = async (response: { bytes(): Promise<Buffer> }) => (await response.bytes()).toString();
  expect(await set.call({ path: "", read })).toBe("whole");
});

it("without end, such as event streams, have limits of silence only", async () => {
  const response = await sendRequest({
    ...limits,
    url: `${url}/drops`,
    bodyBytesMax: Number.POSITIVE_INFINITY,
  });
  let pieces = 0;
  for await (const _ of response.stream()) {
    pieces += 1;
    if (pieces * dripMs > limits.idleTimeoutMs * 6) break;
  }
  expect(pieces).toBeGreaterThan(limits.idleTimeoutMs / dripMs);
});
