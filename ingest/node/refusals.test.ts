import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import { createNodeSet } from "./nodes.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A node that gives every request the same answer. */
async function nodeThat(status: number, headers: Record<string, string>, body: string): Promise<string> {
  const created = createServer((_, response) => response.writeHead(status, headers).end(body));
  server = created;
  await new Promise<void>((resolve) => created.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(created.address() as AddressInfo).port}`;
}

const setOf = (url: string) =>
  createNodeSet({
    urls: [url],
    requestsPerSecond: 1_000,
    log: createLogger("silent"),
    rounds: 1,
    restBaseMs: 1,
  });

it("keeps the reason that a refusal gives in a header", async () => {
  const reason = "Exceeded Tier Limit, count was 5021";
  const set = setOf(await nodeThat(429, { "deny-reason": reason }, ""));
  const pending = set.call({ path: "/tip", read: async () => undefined });
  await expect(pending).rejects.toMatchObject({ code: "rate_limited" });
  await expect(pending).rejects.toThrow(`deny-reason: ${reason}`);
});

it.each([
  [404, ""],
  [500, '{"code":2,"message":"checkpoint not found"}'],
])("lets a call say what it means that something is not there: %i %s", async (status, body) => {
  const set = setOf(await nodeThat(status, {}, body));
  const absent = await set.call<string>({ path: "/x", absent: () => "absent", read: async () => "there" });
  expect(absent).toBe("absent");
  await expect(set.call({ path: "/x", read: async () => "there" })).rejects.toThrow(`answered ${status}`);
});

it("tries a call as often as the call says", async () => {
  const url = await nodeThat(502, {}, "Bad Gateway");
  let requests = 0;
  server?.on("request", () => (requests += 1));
  const set = createNodeSet({
    ...{ urls: [url], requestsPerSecond: 1_000, log: createLogger("silent"), rounds: 6 },
    ...{ restBaseMs: 1, restMaxMs: 2 },
  });
  await expect(set.call({ path: "/x", rounds: 2, read: async () => "" })).rejects.toThrow("502");
  expect(requests).toBe(2);
});

it("reports any error of a reader as one of the answer", async () => {
  const set = setOf(await nodeThat(200, {}, '{"results":[null]}'));
  const read = async () => {
    const [first] = (JSON.parse('{"results":[null]}') as { results: [{ code: number }] }).results;
    return first.code;
  };
  const pending = set.call({ path: "/results", read });
  await expect(pending).rejects.toMatchObject({ kind: "source", code: "bad_answer", retryable: true });
  await expect(pending).rejects.toThrow(/127\.0\.0\.1.*GET \/results: the answer can't be read/);
});
