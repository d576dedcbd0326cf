/** Keys in node addresses reach the nodes and nothing else. */
import { afterEach, describe, expect, it } from "vitest";
import { FactsError, SourceError } from "../../lib/errors.ts";
import { createLogger } from "../../lib/logger.ts";
import { registry } from "../../lib/metrics.ts";
import { type EchoFault, echoFaults, secretTexts, startEchoNode } from "../../test/support/echoNode.ts";
import { readRpcResult } from "./jsonRpc.ts";
import { type Call, createNodeSet } from "./nodes.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Everything that is reported about a call that fails in the given way. */
async function reportsOf(
  fault: EchoFault,
  protocol: string,
  changes: Partial<Call<unknown>> = {},
  prefix = "",
) {
  registry.resetMetrics();
  const node = await startEchoNode(() => fault);
  closers.push(node.close);
  const lines: string[] = [];
  const log = createLogger("trace", { write: (line) => void lines.push(line) });
  const set = createNodeSet({
    urls: [prefix + node.url(protocol)],
    requestsPerSecond: 1_000,
    log,
    rounds: 1,
    restBaseMs: 1,
    // Only a silent node may time out: on a busy machine a request may not even arrive within 300 ms.
    headersTimeoutMs: fault === "silent" ? 300 : 30_000,
    idleTimeoutMs: 30_000,
  });
  const error = await set
    .call({
      path: protocol === "ws" ? "" : "/eth/v1/node/syncing?x=1",
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "system_chain" }),
      read: async (response) => {
        const text = (await response.bytes()).toString("utf8");
        const result = readRpcResult("m", { status: response.status, text }, (_, wrong) => {
          throw new SourceError(`m: ${JSON.stringify(wrong)}`, {
            code: "refused",
            retryable: false,
            meta: { wrong },
          });
        });
        // An error of another kind, quoting the node's answer.
        throw new FactsError(`unknown: ${String(result)}`, { code: "bad", meta: { result } });
      },
      ...changes,
    })
    .then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    );
  log.error({ err: error, reason: error?.message, nested: { list: [error?.message] } }, "failed");
  log.child({ node: set.nodes[0]?.name }).info("child");
  const reported = [error?.message, error?.stack, ...lines, await registry.metrics()].join("\n");
  return { node, error, reported, lines };
}

describe.each([
  ["http", false],
  ["http", true],
  ["ws", false],
])("over %s, bulk %s", (protocol, isBulk) => {
  it.each(echoFaults)("%s reveals no key", async (fault) => {
    const { node, error, reported } = await reportsOf(fault, protocol, { isBulk });
    expect(error).toBeInstanceOf(Error);
    // The request reaches the address as set, with its query.
    const path = protocol === "ws" ? "" : "/eth/v1/node/syncing?x=1";
    expect(node.requests[0]).toBe(`/v3/SECRETKEY${path}${path === "" ? "?" : "&"}apikey=SECRETQUERY`);
    for (const secret of secretTexts) expect(reported).not.toContain(secret);
    expect(reported).toMatch(/127\.0\.0\.1:\d+#[0-9a-f]{8}/);
  });
});

it("a name of the operator stands for the address, everywhere", async () => {
  const { reported, error } = await reportsOf("500", "http", {}, "my-node=");
  expect(error?.message).toMatch(/^my-node answered 500 to POST \/eth\/v1/);
  expect(reported).toContain('node="my-node"');
  expect(reported).not.toContain("127.0.0.1");
});

it("the host of an address with a name appears nowhere: it may be a key, too", async () => {
  const set = createNodeSet({
    urls: ["my-node=https://a1b2c3.node.invalid/"],
    requestsPerSecond: 10,
    log: createLogger("silent"),
    rounds: 1,
  });
  const pending = set.call({ path: "/a", read: async () => undefined });
  await expect(pending).rejects.toThrow(/^my-node, GET \/a, can't be reached: (?!.*a1b2c3)/);
});
