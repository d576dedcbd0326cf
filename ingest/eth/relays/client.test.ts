/** Answers of relays and their gateways in place of a page. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createLogger } from "../../../lib/logger.ts";
import { createRelayClient } from "./client.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A relay that returns the answers in turn, and then the last one forever. */
async function relayOf(...answers: { status: number; body: string }[]) {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const { status, body } = answers[Math.min(paths.length, answers.length - 1)] ?? { status: 500, body: "" };
    paths.push(request.url ?? "");
    response.writeHead(status).end(body);
  });
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = createRelayClient({
    ...{ name: "a relay", url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    ...{ requestsPerSecond: 1_000, log: createLogger("silent") },
    nodeOptions: { restBaseMs: 1, restMaxMs: 2 },
  } as Parameters<typeof createRelayClient>[0]);
  return { client, limits: () => paths.map((path) => Number(/limit=(\d+)/.exec(path)?.[1])) };
}
const payload = (slot: unknown) => ({
  slot,
  block_hash: `0x${"ab".repeat(32)}`,
  builder_pubkey: `0x${"cd".repeat(48)}`,
  proposer_fee_recipient: `0x${"ef".repeat(20)}`,
  value: "7",
});
const page = { status: 200, body: JSON.stringify([payload("12")]) };

it("a rate limit with 400 is none of records", async () => {
  const { client, limits } = await relayOf({ status: 400, body: "API rate limit exceeded" }, page);
  expect((await client.page(12)).payloads).toHaveLength(1);
  expect(limits()).toEqual([200, 200]);
});

it("a limit of records is kept to", async () => {
  const { client, limits } = await relayOf({ status: 400, body: '{"message":"maximum limit is 100"}' }, page);
  expect((await client.page(12)).payloads).toHaveLength(1);
  expect(limits()).toEqual([200, 100]);
});

it("a slot that is a number is one", async () => {
  const { client } = await relayOf({ status: 200, body: JSON.stringify([payload(12)]) });
  expect((await client.page(12)).payloads[0]?.slot).toBe(12);
});

it("an error with 200 keeps its words", async () => {
  const { client } = await relayOf({ status: 200, body: '{"code":500,"message":"the database is away"}' });
  await expect(client.page(12)).rejects.toThrow("the database is away");
});
