import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { createLogger } from "../../lib/logger.ts";
import { toSourceError } from "../execution/errors.ts";
import type { HttpResponse } from "./http.ts";
import { readRpcResult } from "./jsonRpc.ts";
import { createNodeSet } from "./nodes.ts";

type RpcRequest = { id: number; method: string };
type Own = { send(text: string): void; terminate(): void };

const servers: WebSocketServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    for (const client of server.clients) client.terminate();
    server.close();
  }
});

async function startNode(
  answer: (request: RpcRequest, own: Own) => void,
): Promise<{ url: string; server: WebSocketServer }> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  server.on("connection", (own) =>
    own.on("message", (body) => answer(JSON.parse(String(body)) as RpcRequest, own)),
  );
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const nodesAt = (urls: string[], timeoutMs = 1_000) =>
  createNodeSet({
    urls,
    requestsPerSecond: 1_000,
    log: createLogger("silent"),
    rounds: 2,
    restBaseMs: 1,
    headersTimeoutMs: timeoutMs,
  });

const callFirst = (
  nodes: ReturnType<typeof nodesAt>,
  method: string,
  options: { signal?: AbortSignal; bodyBytesMax?: number } = {},
) =>
  nodes.call({
    path: "",
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method }),
    ...options,
    read: async (response) => JSON.parse((await response.bytes()).toString("utf8")) as { result: unknown },
  });

const echo = ({ id, method }: RpcRequest, own: Own) => own.send(JSON.stringify({ id, result: method }));

it("shares one connection, and matches answers to requests by id, in any order", async () => {
  const requests: RpcRequest[] = [];
  const { url, server } = await startNode((one, own) => {
    requests.push(one);
    if (requests.length === 3) for (const each of [...requests].reverse()) echo(each, own);
  });
  const nodes = nodesAt([url]);
  const answers = await Promise.all(["a", "b", "c"].map((method) => callFirst(nodes, method)));
  expect(answers.map(({ result }) => result)).toEqual(["a", "b", "c"]);
  expect(server.clients.size).toBe(1);
});

it("goes to the next node when one breaks off, sends no JSON, or never answers", async () => {
  const good = await startNode(echo);
  for (const wrong of [
    (_: RpcRequest, own: Own) => own.terminate(),
    (_: RpcRequest, own: Own) => own.send("<html>maintenance</html>"),
    () => undefined,
  ]) {
    const bad = await startNode(wrong);
    expect((await callFirst(nodesAt([bad.url, good.url], 200), "a")).result).toBe("a");
  }
});

it.each([
  ["the only request", 1],
  ["one of several requests", 3],
])("says at once why a node refuses %s, although the error names none", async (_, count) => {
  const requests: RpcRequest[] = [];
  const { url } = await startNode((one, own) => {
    requests.push(one);
    const error = { code: -32_999, message: "Rate limit exceeded" };
    if (requests.length === count) own.send(JSON.stringify({ jsonrpc: "2.0", id: null, error }));
  });
  const nodes = createNodeSet({
    ...{ urls: [url], requestsPerSecond: 1_000, log: createLogger("silent"), rounds: 1 },
  });
  const read = async (response: HttpResponse) => {
    const text = (await response.bytes()).toString("utf8");
    return readRpcResult("a", { status: response.status, text }, toSourceError);
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "a" });
  const calls = Array.from({ length: count }, () => nodes.call({ path: "", method: "POST", body, read }));
  for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({ code: "rate_limited" });
    expect(reason.message).toMatch(/127\.0\.0\.1.*Rate limit exceeded/);
  }
});

it("connects again after the connection was lost", async () => {
  const { url, server } = await startNode(echo);
  const nodes = nodesAt([url]);
  await callFirst(nodes, "a");
  for (const client of server.clients) client.terminate();
  expect((await callFirst(nodes, "b")).result).toBe("b");
});

it("reports that no node listens, and that an answer is too long", async () => {
  await expect(callFirst(nodesAt(["ws://127.0.0.1:1"]), "a")).rejects.toMatchObject({ code: "connection" });
  const { url } = await startNode(({ id }, own) =>
    own.send(JSON.stringify({ id, result: "x".repeat(5_000) })),
  );
  await expect(callFirst(nodesAt([url]), "a", { bodyBytesMax: 1_000 })).rejects.toMatchObject({
    code: "too_large",
  });
});

it("ends with its signal", async () => {
  const { url } = await startNode(() => undefined);
  const stopper = new AbortController();
  const pending = callFirst(nodesAt([url]), "a", { signal: stopper.signal });
  setTimeout(() => stopper.abort(new Error("enough")), 20);
  await expect(pending).rejects.toThrow("enough");
});
