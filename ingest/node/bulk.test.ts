import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bulkRequest } from "./bulk.ts";
import type { HttpRequest } from "./http.ts";

/** Larger than one buffer, and no two positions alike. */
const large = Buffer.from(Array.from({ length: 400_000 }, (_, line) => `${line}\n`).join(""));

let url = "";
const server = http.createServer((request, response) => {
  switch (request.url) {
    case "/large":
      response.writeHead(200, { "content-length": String(large.length) });
      response.end(large);
      return;
    case "/chunks":
      response.writeProcessing();
      for (let at = 0; at < large.length; at += 77_777) response.write(large.subarray(at, at + 77_777));
      response.end();
      return;
    case "/gzip":
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end(gzipSync(large, { level: 1 }));
      return;
    case "/silent":
      response.write("a first piece");
      return;
    case "/short":
      response.writeHead(200, { "content-length": "100" });
      response.write("only this", () => response.destroy());
      return;
    case "/empty":
      response.writeHead(204).end();
      return;
    case "/never":
      return;
    case "/echo": {
      const { method, headers } = request;
      response.writeHead(200, { said: `${method} ${headers["content-type"]} ${headers["content-length"]}` });
      request.pipe(response);
      return;
    }
    default:
      response.writeHead(404, { "Retry-After": "7" });
      response.end(`${request.headers.authorization ?? "anonymous"} ${request.url}`);
  }
});
/** Sends no length: the body ends with the connection. */
const plain = net.createServer((socket) => {
  socket.once("data", () => socket.end(`HTTP/1.0 200 OK\r\n\r\n${"x".repeat(3_000_000)}`));
});
const other = net.createServer((socket) => void socket.end("SSH-2.0\r\n"));

const addressOf = (listening: net.Server) => `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
beforeAll(async () => {
  for (const listening of [server, plain, other]) await once(listening.listen(0, "127.0.0.1"), "listening");
  url = addressOf(server);
});
afterAll(() => {
  for (const listening of [server, plain, other]) listening.close();
  server.closeAllConnections();
});

const request = (target: string, changes: Partial<HttpRequest> = {}) =>
  bulkRequest({ url: target, headersTimeoutMs: 500, idleTimeoutMs: 500, bodyBytesMax: 1e8, ...changes });

describe("bulkRequest", () => {
  it.each(["/large", "/chunks", "/gzip"])("%s comes whole", async (path) => {
    const response = await request(url + path);
    expect(response.status).toBe(200);
    expect((await response.bytes()).equals(large)).toBe(true);
  });

  it("reads at its reader's pace, and the pieces follow one another", async () => {
    let at = 0;
    for await (const piece of (await request(`${url}/large`)).stream()) {
      await new Promise((resolve) => setImmediate(resolve));
      expect(piece.equals(large.subarray(at, at + piece.length))).toBe(true);
      at += piece.length;
    }
    expect(at).toBe(large.length);
  });

  it("reads a body that ends with the connection, and none", async () => {
    expect(await (await request(addressOf(plain))).bytes()).toHaveLength(3_000_000);
    const response = await request(`${url}/empty`);
    expect([response.status, (await response.bytes()).length]).toEqual([204, 0]);
  });

  it("sends the credentials of the address, and returns refusals unchanged", async () => {
    const response = await request(`${url.replace("//", "//user:se%20cret@")}/some/path?epoch=7`);
    expect([response.status, response.headers["retry-after"]]).toEqual([404, "7"]);
    const user = Buffer.from("user:se cret").toString("base64");
    expect((await response.bytes()).toString()).toBe(`Basic ${user} /some/path?epoch=7`);
  });

  it("sends a body, of any size", async () => {
    for (const text of ["", '{"name":"ünïcode 🙂"}', large.toString()]) {
      const response = await request(`${url}/echo`, { method: "POST", body: text });
      const { length } = Buffer.from(text);
      expect(response.headers.said).toBe(`POST application/json ${length}`);
      expect((await response.bytes()).toString() === text).toBe(true);
    }
    expect((await request(`${url}/echo`)).headers.said).toBe("GET undefined undefined");
  });

  it.each([
    ["/large", "too_large"],
    ["/silent", "timeout"],
    ["/short", "truncated"],
  ])("%s is an error: %s", async (path, code) => {
    const response = await request(url + path, { bodyBytesMax: 5000 });
    await expect(response.bytes()).rejects.toMatchObject({ kind: "source", code, retryable: true });
  });

  it("reports an address that does not answer, can't be reached, or speaks another protocol", async () => {
    await expect(request(`${url}/never`)).rejects.toMatchObject({ code: "timeout" });
    await expect(request(addressOf(other))).rejects.toMatchObject({ code: "connection" });
    const failure = request("http://user:secret@127.0.0.1:1/path");
    await expect(failure).rejects.toMatchObject({ code: "connection" });
    await expect(failure).rejects.toThrow(/^127\.0\.0\.1:1#[0-9a-f]{8} can't be reached/);
  });

  it("ends with its signal, before and in an answer", async () => {
    const reason = new Error("enough");
    const before = new AbortController();
    const pending = request(`${url}/never`, { signal: before.signal });
    before.abort(reason);
    await expect(pending).rejects.toBe(reason);
    const within = new AbortController();
    const response = await request(`${url}/silent`, { signal: within.signal });
    const read = response.bytes();
    within.abort(reason);
    await expect(read).rejects.toBe(reason);
    await expect(request(url, { signal: within.signal })).rejects.toBe(reason);
  });
});
