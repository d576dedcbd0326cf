/** Nodes that have dropped receipts return the remaining logs, and no error. */
import { afterEach, describe, expect, it } from "vitest";
import { RpcError } from "../../fixtures/eth/stub/rpcError.ts";
import { createExecutionFaults } from "../../fixtures/eth/stub/rpcFaults.ts";
import { serveRpc } from "../../fixtures/eth/stub/rpcHttp.ts";
import { createLogger } from "../../lib/logger.ts";
import { createExecutionClient } from "./client.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const head = 40;
const quantity = (value: number) => `0x${value.toString(16)}`;

/** Even blocks have a log. */
async function startNode({
  keptFrom = 0,
  hasBloom = true,
  refusesAll = false,
  last = head,
}: {
  /** Its newest block. */
  last?: number;
  keptFrom?: number;
  hasBloom?: boolean;
  refusesAll?: boolean;
}) {
  const requests: string[] = [];
  const { url, close } = await serveRpc(
    ({ method, params }) => {
      requests.push(method);
      if (method === "eth_chainId") return "0x1";
      if (method === "eth_getBlockByNumber") {
        const number = params[0] === "latest" ? last : Number(params[0]);
        const bloom = `0x${number % 2 === 0 ? "01" : "00"}${"00".repeat(255)}`;
        return number > last ? null : { number: quantity(number), ...(hasBloom ? { logsBloom: bloom } : {}) };
      }
      const [{ fromBlock, toBlock, address }] = params as [Record<string, string>];
      if (refusesAll && address === undefined) throw new RpcError(-32602, "specify an address");
      const [from, to] = [Number(fromBlock), Number(toBlock)];
      return Array.from({ length: to - from + 1 }, (_, place) => from + place).filter(
        (block) => block % 2 === 0 && block >= keptFrom,
      );
    },
    { port: 0, faults: createExecutionFaults(), seed: 1 },
  );
  closers.push(close);
  return { url, requests };
}

const clientOf = (...urls: string[]) =>
  createExecutionClient({
    ...{ urls, requestsPerSecond: 1_000, chainId: 1n, log: createLogger("silent") },
    nodeOptions: { rounds: 1, restBaseMs: 1, restMaxMs: 2 },
  });

const logsFrom = (client: ReturnType<typeof clientOf>, from: number) =>
  client.request(
    [
      {
        method: "eth_getLogs",
        params: [{ address: "0xa", fromBlock: quantity(from), toBlock: quantity(head) }],
      },
    ],
    ([logs]) => (logs as number[]).length,
    undefined,
    { logsFrom: from },
  );

describe("logs from a block on", () => {
  it("are refused from a node that has dropped some, and read from one that has them", async () => {
    const [pruned, whole] = [await startNode({ keptFrom: 20 }), await startNode({})];
    await expect(logsFrom(clientOf(pruned.url), 3)).rejects.toMatchObject({
      ...{ code: "pruned", retryable: false },
      message: expect.stringMatching(/block 4 has logs.*127\.0\.0\.1|127\.0\.0\.1.*block 4 has logs/),
    });
    expect(await logsFrom(clientOf(pruned.url, whole.url), 3)).toBe(19);
    expect(await logsFrom(clientOf(pruned.url), 21)).toBe(10);
  });

  it("are proven once, and again for an earlier block", async () => {
    const { url, requests } = await startNode({});
    const client = clientOf(url);
    for (const from of [10, 11, 30]) await logsFrom(client, from);
    expect(requests.filter((method) => method === "eth_getLogs")).toHaveLength(4);
    await logsFrom(client, 9);
    expect(requests.filter((method) => method === "eth_getLogs")).toHaveLength(6);
  });

  it("are believed from a last block without logs on, and not from one that the node lacks", async () => {
    const { url } = await startNode({ last: 31 });
    expect(await logsFrom(clientOf(url), 31)).toBe(5);
    await expect(logsFrom(clientOf(url), 32)).rejects.toThrow("it has no block 32 yet");
  });

  it.each([{ hasBloom: false }, { refusesAll: true }])(
    "are believed where nothing proves them: %j",
    async (changes) => {
      const { url } = await startNode({ ...changes, keptFrom: 20 });
      expect(await logsFrom(clientOf(url), 3)).toBe(11);
    },
  );
});
