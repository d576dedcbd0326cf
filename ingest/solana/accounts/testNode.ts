/** Node answers as tests write them, and a node that returns them. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { base58 } from "@scure/base";
import { afterEach } from "vitest";
import { createLogger } from "../../../lib/logger.ts";
import { createNodeSet, type NodeSet } from "../../node/nodes.ts";

/** 32 bytes of this value. */
export const bytesOf = (number: number) => Buffer.alloc(32, number);
export const addressOf = (number: number) => base58.encode(bytesOf(number));
export const uint64 = (value: bigint | number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};

export const rentEpoch = "18446744073709551615";

export function accountJson(address: string, data: Buffer, lamports: bigint | string = 5n): string {
  return (
    `{"account":{"data":["${data.toString("base64")}","base64"],"executable":false,"lamports":${lamports},` +
    `"owner":"${addressOf(9)}","rentEpoch":${rentEpoch},"space":${data.length}},"pubkey":"${address}"}`
  );
}

export const answerJson = (accounts: readonly string[], slot = 100) =>
  `{"jsonrpc":"2.0","result":{"context":{"apiVersion":"4.2.0","slot":${slot}},"value":[${accounts.join(",")}]},"id":1}\n`;

/** A stake account's 200 bytes. */
export function stakeData(
  values: Partial<{ kind: number; staker: number; withdrawer: number; voter: number; stake: bigint }> = {},
): Buffer {
  const { kind = 2, staker = 1, withdrawer = 2, voter = 3, stake = 7n } = values;
  const data = Buffer.alloc(200);
  data.writeUInt32LE(kind, 0);
  data.writeBigUInt64LE(2_282_880n, 4);
  bytesOf(staker).copy(data, 12);
  bytesOf(withdrawer).copy(data, 44);
  data.fill(0xee, 76, 124);
  bytesOf(voter).copy(data, 124);
  data.writeBigUInt64LE(stake, 156);
  data.writeBigUInt64LE(800n, 164);
  data.writeBigUInt64LE(2n ** 64n - 1n, 172);
  data.writeDoubleLE(0.25, 180);
  data.writeBigUInt64LE(123n, 188);
  return data;
}

export type TestNode = {
  url: string;
  requests: { method: string; params: unknown[] }[];
  connections(): Promise<number>;
  close(): void;
};

/** A text is a whole answer; a number is a status; "cut:…" breaks off after the text. */
export async function startTestNode(
  answer: (request: { method: string; params: unknown[] }) => string | number,
): Promise<TestNode> {
  const requests: TestNode["requests"] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    const call = JSON.parse(body) as TestNode["requests"][number];
    requests.push(call);
    const text = answer(call);
    if (typeof text === "number") response.writeHead(text).end('{"error":"no"}');
    else if (text.startsWith("cut:")) response.write(text.slice(4), () => response.destroy());
    else response.end(text);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    connections: promisify(server.getConnections.bind(server)),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export const nodeSetOf = (...nodes: TestNode[]): NodeSet =>
  createNodeSet({
    urls: nodes.map(({ url }) => url),
    requestsPerSecond: 1_000,
    rounds: 2,
    restBaseMs: 1,
    restMaxMs: 2,
    log: createLogger("silent"),
  });

/** One node at a time for the tests of a file, closed after each test. */
export function useTestNode() {
  let node: TestNode | undefined;
  const close = () => node?.close();
  afterEach(close);
  const serve = async (answer: Parameters<typeof startTestNode>[0]) => {
    node = await startTestNode(answer);
    return nodeSetOf(node);
  };
  return { serve, close, requests: () => node?.requests ?? [] };
}
