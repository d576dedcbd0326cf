/** Keys in addresses of nodes reach the nodes and nothing else. */
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

/** All that is told of a call that fails in one way. */
async function toldOf(fault: EchoFault, protocol: string, changes: Partial<Call<unknown>> = {}, prefix = "") {
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
    // Only where silence is the fault may time run out: on a busy machine a request may not even arrive in 300 ms.
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
        // Of another kind, and from what the node said.
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
  const told = [error?.message, error?.stack, ...lines, await registry.metrics()].join("\n");
  return { node, error, told, lines };
}

describe.each([
  ["http", false],
  ["http", true],
  ["ws", false],
])("over %s, bulk %s", (protocol, isBulk) => {
  it.each(echoFaults)("%s tells no key", async (fault) => {
    const { node, error, told } = await toldOf(fault, protocol, { isBulk });
    expect(error).toBeInstanceOf(Error);
    // The node is asked where the address says, with its query.
    const path = protocol === "ws" ? "" : "/eth/v1/node/syncing?x=1";
    expect(node.requests[0]).toBe(`/v3/SECRETKEY${path}${path === "" ? "?" : "&"}apikey=SECRETQUERY`);
    for (const secret of secretTexts) expect(told).not.toContain(secret);
    expect(told).toMatch(/127\.0\.0\.1:\d+#[0-9a-f]{8}/);
  });
});

it("a name of the operator stands for the address, everywhere", async () => {
  const { told, error } = await toldOf("500", "http", {}, "my-node=");
  expect(error?.message).toMatch(/^my-node answered 500 to POST \/eth\/v1/);
  expect(told).toContain('node="my-node"');
  expect(told).not.toContain("127.0.0.1");
});

it("the host of an address with a name is told nowhere: it may be a key, too", async () => {
  const set = createNodeSet({
    urls: ["my-node=https://a1b2c3.node.invalid/"],
    requestsPerSecond: 10,
    log: createLogger("silent"),
    rounds: 1,
  });
  const asked = set.call({ path: "/a", read: async () => undefined });
  await expect(asked).rejects.toThrow(/^my-node, GET \/a, can't be reached: (?!.*a1b2c3)/);
});
