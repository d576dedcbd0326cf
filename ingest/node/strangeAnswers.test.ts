/** Answers of servers in front of nodes: what their status, words and bytes mean to the caller. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { createListeningLog } from "../../test/support/cases.ts";
import { notJson, rpcErrorOf, withoutResult } from "./jsonRpc.ts";
import { createNodeSet } from "./nodes.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

type Given = { status: number; headers?: Record<string, string>; body: string | Buffer };

async function nodeThat({ status, headers = {}, body }: Given): Promise<{ url: string; count(): number }> {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(status, headers).end(body);
  });
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => requests };
}

const text = '{"height":12}';
const read = async (response: { bytes(): Promise<Buffer> }) => JSON.parse(String(await response.bytes()));
function setOf(...urls: string[]) {
  const { log, text: said } = createListeningLog();
  const set = createNodeSet({
    ...{ urls, requestsPerSecond: 10_000, log, rounds: 2 },
    ...{ restBaseMs: 1, restMaxMs: 2 },
  });
  return { call: () => set.call({ path: "/x", read }), said };
}

describe("a status", () => {
  it.each<[number, string, string, boolean]>([
    // Infura, when the daily allowance is used up.
    [402, "daily request count exceeded, request rate limited", "rate_limited", true],
    // Cloudflare's page, and gateways with a temporary refusal.
    [403, "<h1>Error 1015</h1> You are being rate limited", "rate_limited", true],
    [400, '{"message":"API rate limit exceeded"}', "rate_limited", true],
    [408, "Request Timeout", "timeout", true],
    [425, "Too Early", "timeout", true],
    [413, "Request Entity Too Large", "too_large", false],
    [414, "URI Too Long", "too_large", false],
    [431, "Request Header Fields Too Large", "too_large", false],
    [501, '{"code":12,"message":"Not Implemented"}', "refused", false],
    [403, "Forbidden", "refused", false],
    [402, "Payment Required", "refused", false],
    [520, "Web server is returning an unknown error", "server_error", true],
    [503, "chain is not done bootstrapping", "server_error", true],
  ])("%i %s is %s", async (status, body, code, retryable) => {
    const { url, count } = await nodeThat({ status, body });
    const { call } = setOf(url);
    const failed = call();
    await expect(failed).rejects.toMatchObject({ code, retryable });
    await expect(failed).rejects.toThrow(body.slice(0, 20));
    // A permanent refusal is requested once.
    expect(count()).toBe(retryable ? 2 : 1);
    expect(notJson("m", status, body)).toMatchObject({ code, retryable });
  });

  it("is no rate limit because its headers say how many requests are left", async () => {
    const headers = { "x-ratelimit-limit": "100", "x-ratelimit-remaining": "99" };
    const { url } = await nodeThat({ status: 400, headers, body: "bad request" });
    await expect(setOf(url).call()).rejects.toMatchObject({ code: "refused" });
  });

  it("of a redirect names where it leads", async () => {
    const headers = { location: "https://login.example/" };
    const { url } = await nodeThat({ status: 302, headers, body: "" });
    await expect(setOf(url).call()).rejects.toThrow("302 to GET /x: location: https://login.example/");
  });
});

describe("a body", () => {
  it.each<[string, string | Buffer]>([
    ["with a byte order mark", `\ufeff${text}`],
    ["that is compressed, which no header says", gzipSync(text)],
  ])("%s is read", async (_, body) => {
    const { url } = await nodeThat({ status: 200, body });
    expect(await setOf(url).call()).toEqual({ height: 12 });
  });

  it.each<[string, string | Buffer]>([
    ["nothing", ""],
    ["a page", "<html>maintenance</html>"],
    ["JSON and more", `${text}<!-- cached -->`],
    ["NaN", '{"height":NaN}'],
    ["half of it", text.slice(0, 8)],
    ["what only looks compressed", gzipSync(text).subarray(0, 12)],
  ])("that is %s is an answer of another node", async (_, body) => {
    const [bad, good] = [await nodeThat({ status: 200, body }), await nodeThat({ status: 200, body: text })];
    const { call, said } = setOf(bad.url, good.url);
    expect(await call()).toEqual({ height: 12 });
    expect(said()).toContain(new URL(bad.url).host);
  });
});

describe("words of an answer", () => {
  it.each<[number, string, string, boolean]>([
    [200, '{"code":12,"message":"Not Implemented"}', "bad_answer", true],
    [200, "[]", "bad_answer", true],
    [404, '{"message":"no Route matched with those values"}', "refused", false],
    [400, '{"message":"API rate limit exceeded"}', "rate_limited", true],
    [500, '{"code":13,"message":"internal"}', "server_error", true],
  ])("without a result are in the error: %i %s", (status, body, code, retryable) => {
    const error = withoutResult("m", status, body);
    expect(error).toMatchObject({ code, retryable });
    expect(error.message).toContain(body);
  });

  it("with integers beyond 2^53 are in the error", () => {
    expect(rpcErrorOf({ code: 1n, data: { slot: 2n ** 60n } })).toEqual({
      ...{ code: 1, words: 'unnamed error {"code":"1","data":{"slot":"1152921504606846976"}}' },
    });
  });
});
