import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { retry } from "../../lib/retry.ts";
import { httpRequest, retryAfterMs } from "./http.ts";

let url = "";
const server = http.createServer((request, response) => {
  if (request.url === "/large") response.end("x".repeat(10_000));
  else if (request.url === "/silent") response.write("a first piece");
  else if (request.url === "/short") {
    response.writeHead(200, { "content-length": "100" });
    response.write("only this", () => response.destroy());
  } else response.end(`${request.headers.authorization ?? "anonymous"} ${request.method}`);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const request = (target: string) =>
  httpRequest({ url: target, headersTimeoutMs: 500, idleTimeoutMs: 60, bodyBytesMax: 5000 });

describe("httpRequest", () => {
  it("sends the credentials of the address", async () => {
    const response = await request(`${url.replace("//", "//user:secret@")}/`);
    expect((await response.bytes()).toString()).toBe(
      `Basic ${Buffer.from("user:secret").toString("base64")} GET`,
    );
  });

  it.each([
    ["/large", "too_large"],
    ["/silent", "timeout"],
    ["/short", "truncated"],
  ])("%s is an error: %s", async (path, code) => {
    const response = await request(url + path);
    await expect(response.bytes()).rejects.toMatchObject({ kind: "source", code, retryable: true });
  });

  it("says which address can't be reached, without its password", async () => {
    const failure = request("http://user:secret@127.0.0.1:1/path");
    await expect(failure).rejects.toMatchObject({ code: "connection" });
    await expect(failure).rejects.toThrow(/^127\.0\.0\.1:1#[0-9a-f]{8} can't be reached/);
  });

  it("reads Retry-After in seconds and as a date", () => {
    expect(retryAfterMs({ "retry-after": "7" })).toBe(7000);
    expect(retryAfterMs({ "retry-after": "Sun, 06 Nov 1994 08:49:37 GMT" }, 784_111_770_000)).toBe(7000);
    expect(retryAfterMs({ "retry-after": "soon" })).toBeUndefined();
    expect(retryAfterMs({})).toBeUndefined();
  });
});

describe("retry", () => {
  const options = { baseMs: 1, maxMs: 2, attempts: 3, isRetryable: (error: unknown) => error !== "never" };
  it("tries again as often as allowed", async () => {
    let tries = 0;
    const run = async () => {
      tries += 1;
      if (tries < 3) throw new Error("not yet");
      return tries;
    };
    expect(await retry(run, options)).toBe(3);
    tries = -10;
    await expect(retry(run, options)).rejects.toThrow("not yet");
    expect(tries).toBe(-7);
  });
});
