/** A rate cap shared by sessions of one process, and clocks that are set back. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import { createLimiter, limiterOf } from "./limiter.ts";
import { createNodeSet } from "./nodes.ts";

const log = createLogger("silent");
let arrivals: number[] = [];
let answer: (response: http.ServerResponse) => void;
const server = http.createServer((_, response) => {
  arrivals.push(performance.now());
  answer(response);
});
const ok = (response: http.ServerResponse) => void response.end("ok");
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
let paths = 0;
let url = "";
beforeEach(() => {
  arrivals = [];
  answer = ok;
  paths += 1;
  // Each test has its own address, and so its own limiter.
  url = `http://127.0.0.1:${port}/${paths}`;
});
afterEach(() => vi.useRealTimers());
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const openSet = (requestsPerSecond: number, urls = [url]) =>
  createNodeSet({ urls, requestsPerSecond, log, restBaseMs: 20, restMaxMs: 20 });
const request = (set: ReturnType<typeof openSet>) =>
  set.call({ path: "", read: async (response) => (await response.bytes()).toString() });

/** How many of these requests have begun by the end of each second. */
async function begunBySecond(requests: { text: string; perSecond: number }[], seconds: number) {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
  let begun = 0;
  for (const { text, perSecond } of requests) {
    const turn = { perSecond, slots: { used: 0, max: 24 }, isUrgent: false, signal: undefined };
    const begin = async () => {
      begun += 1;
    };
    void limiterOf(text).run(begin, turn);
  }
  const counts: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    await vi.advanceTimersByTimeAsync(second === 0 ? 0 : 1_001);
    counts.push(begun);
  }
  return counts;
}

it("the rate cap of an address is that of all who use it together", async () => {
  const requests = [url, `named=${url}/`].flatMap((text) => Array(5).fill({ text, perSecond: 5 }));
  expect(await begunBySecond(requests, 3)).toEqual([5, 10, 10]);
});

it("several caps share the window, and no caller exceeds its own", async () => {
  const requests = [10, 2].flatMap((perSecond) => Array(5).fill({ text: url, perSecond }));
  expect(await begunBySecond(requests, 4)).toEqual([6, 8, 10, 10]);
});

it("two sessions of one node share its cap", async () => {
  const from = performance.now();
  await Promise.all([openSet(1), openSet(1, [`named=${url}/`])].map(request));
  expect(arrivals).toHaveLength(2);
  expect(Math.max(...arrivals) - from).toBeGreaterThan(999);
});

it("a rate limit that one session meets is known to the others", async () => {
  answer = (response) => void response.writeHead(429, { "retry-after": "1" }).end("slow down");
  const [one, other] = [openSet(100), openSet(100)];
  await expect(one.call({ path: "", rounds: 1, read: async () => undefined })).rejects.toMatchObject({
    code: "rate_limited",
  });
  answer = ok;
  await request(other);
  const [refused = 0, next = 0] = arrivals;
  expect(next - refused).toBeGreaterThan(999);
});

it("a clock that is set back keeps no node out, and no rate cap waiting", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  answer = (response) => {
    vi.setSystemTime(Date.now() - 3_600_000);
    answer = ok;
    response.writeHead(503).end("not now");
  };
  const set = openSet(1);
  expect(await Promise.all([request(set), request(set)])).toEqual(["ok", "ok"]);
});

it("urgent requests go first, and those that are given up never", async () => {
  const limiter = createLimiter();
  const slots = { used: 0, max: 1 };
  const order: string[] = [];
  const stopper = new AbortController();
  const run = (name: string, isUrgent = false, signal?: AbortSignal) =>
    limiter.run(async () => void order.push(name), { perSecond: 100, slots, isUrgent, signal });
  const first = run("first");
  const given = run("given up", false, stopper.signal);
  const rest = [run("second"), run("urgent", true), run("also urgent", true)];
  stopper.abort(new Error("stopped"));
  await expect(given).rejects.toThrow("stopped");
  await Promise.all([first, ...rest]);
  expect(order).toEqual(["first", "urgent", "also urgent", "second"]);
});
