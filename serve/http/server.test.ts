import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createLogger } from "../../lib/logger.ts";
import { insertNetwork, insertValidators, pubkeyOf } from "../../test/support/serveEth.ts";
import { openTemporaryStore } from "../../test/support/warehouse.ts";
import { createKey } from "../access/keys.ts";
import { defineEndpoint } from "../endpoint.ts";
import { endpoints } from "../endpoints.ts";
import { type RunningServer, startServer } from "./server.ts";

/** An endpoint that only these tests have: its body is measured. */
const measure = defineEndpoint({
  method: "post",
  kind: "custom",
  operation: "measure",
  path: "/v0/measure",
  tag: "test",
  summary: "test",
  params: z.object({}),
  query: z.object({}),
  body: { schema: z.object({ text: z.string() }).meta({ id: "Measured" }), bytesMax: 500_000 },
  response: z.int(),
  handle: async ({ body }) => ({ text: String(body.text.length), rows: 1 }),
  weight: { bytes: 8, row: 0 },
});

let server: RunningServer;
let key: string;
let closeStore: () => Promise<void>;
const log = createLogger("silent");
const errors = vi.spyOn(log, "error");
beforeAll(async () => {
  const { store, close } = await openTemporaryStore({ family: "eth" });
  closeStore = close;
  await insertNetwork(store);
  await insertValidators(store, 3);
  ({ key } = await createKey(store, { name: "test" }));
  server = await startServer({ store, log, host: "127.0.0.1", port: 0, endpoints: [...endpoints, measure] });
});
afterAll(async () => {
  await server.close();
  await closeStore();
});

/**
 * Writes all of a request before it reads a byte, as simple clients do, and reads until the server closes.
 * @throws what the socket met: ECONNRESET, EPIPE
 */
async function send(head: readonly string[], body: readonly Buffer[] = []): Promise<string> {
  const { port, hostname } = new URL(server.url);
  const socket = connect({ port: Number(port), host: hostname });
  socket.pause();
  const lines = [...head, "Host: test", `Authorization: Bearer ${key}`, "", ""].join("\r\n");
  for (const part of [Buffer.from(lines), ...body]) {
    await new Promise<void>((resolve, reject) => {
      socket.write(part, (error) => (error ? reject(error) : resolve()));
    });
  }
  return text(socket);
}

const part = Buffer.alloc(100_000, "a");
const parts = (count: number) => Array.from({ length: count }, () => part);
const chunk = Buffer.concat([Buffer.from("186a0\r\n"), part, Buffer.from("\r\n")]);
const chunks = (count: number) => [...Array.from({ length: count }, () => chunk), Buffer.from("0\r\n\r\n")];
const json = "Content-Type: application/json";
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const detailOf = (answer: string) =>
  (JSON.parse(answer.slice(answer.indexOf("\r\n\r\n"))) as { detail: unknown }).detail;

describe("a refusal reaches a client that sends everything first", () => {
  const close = "Connection: close";
  const post = "POST /v0/measure HTTP/1.1";
  const length = "Content-Length: 5000000";
  const refusals: [string, number, readonly string[], readonly Buffer[]][] = [
    ["5 MB", 413, [post, close, json, length], parts(50)],
    ["5 MB in chunks", 413, [post, close, json, "Transfer-Encoding: chunked"], chunks(50)],
    ["5 MB where no endpoint reads", 413, ["POST /v9 HTTP/1.1", close, length], parts(50)],
    ["5 MB with a GET", 413, ["GET /v0/eth/validators HTTP/1.1", close, length], parts(50)],
    ["800 kB that are no JSON", 415, [post, close, "Content-Length: 800000"], parts(8)],
    [
      "800 kB to the wrong method",
      405,
      ["PUT /v0/measure HTTP/1.1", close, "Content-Length: 800000"],
      parts(8),
    ],
    ["a header of 100 kB", 431, ["GET /v0/eth/validators HTTP/1.1", close, `X-A: ${part}x`], []],
    ["200 kB of headers", 431, ["GET /v0/eth/validators HTTP/1.1", `X-A: ${part}x`, `X-B: ${part}x`], []],
    [
      "5 MB of headers",
      431,
      ["GET /v0/eth/validators HTTP/1.1", ...parts(50).map((value) => `X-A: ${value}x`)],
      [],
    ],
    ["an address of 130 kB", 414, [`GET /v0/eth/validators?a=${"a".repeat(130_000)} HTTP/1.1`, close], []],
    ["5 MB that are no HTTP", 400, ["nonsense", ...parts(50).map(String)], []],
  ];

  it.each(refusals)("%s: %i, 50 times", async (_, status, head, body) => {
    for (let round = 0; round < 50; round += 1) {
      const answer = await send(head, body);
      expect(statusOf(answer), `status in round ${round}`).toBe(status);
      expect(typeof detailOf(answer), `\`detail\` in round ${round}`).toBe("string");
    }
  });

  it("and the connection is as good as before when the client goes on with it", async () => {
    const next = `GET /v0/eth/validators/1 HTTP/1.1\r\nHost: test\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const answer = await send([post, json, length], [...parts(50), Buffer.from(next)]);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
  });
});

describe("what is large and allowed", () => {
  it("is an address of 1,000 public keys, with headers of 15 kB", async () => {
    const keys = Array.from({ length: 1_000 }, (_, index) => `pubkeys=${pubkeyOf(index)}`).join("&");
    const answer = await send([
      `GET /v0/eth/validators/effectiveness?${keys} HTTP/1.1`,
      `X-A: ${"a".repeat(15_000)}`,
      "Connection: close",
    ]);
    expect(statusOf(answer)).toBe(200);
  });

  it("is a body below the endpoint's limit, in one piece or in chunks", async () => {
    const body = Buffer.from(JSON.stringify({ text: "a".repeat(400_000) }));
    const head = ["POST /v0/measure HTTP/1.1", "Connection: close", json];
    const whole = await send([...head, `Content-Length: ${body.length}`], [body]);
    expect([statusOf(whole), whole.slice(-6)]).toEqual([200, "400000"]);
    const size = Buffer.from(`${body.length.toString(16)}\r\n`);
    const chunked = await send(
      [...head, "Transfer-Encoding: chunked"],
      [size, body, Buffer.from("\r\n0\r\n\r\n")],
    );
    expect([statusOf(chunked), chunked.slice(-6)]).toEqual([200, "400000"]);
  });
});

it("goes on when clients leave in the middle of a body or of headers, and doesn't take that for its own mistake", async () => {
  const { port, hostname } = new URL(server.url);
  const authorization = `Authorization: Bearer ${key}`;
  const heads = [
    ["POST /v0/measure HTTP/1.1", "Host: test", "Content-Length: 5000000", "", ""],
    ["POST /v0/measure HTTP/1.1", "Host: test", authorization, json, "Content-Length: 400000", "", ""],
    ["POST /v0/measure HTTP/1.1", "Host: test", "Transfer-Encoding: chunked", "", "186a0", ""],
    ["GET /v0/eth/validators HTTP/1.1", `X-A: ${part}${part}`],
  ];
  const leave = (head: readonly string[]) =>
    new Promise<void>((resolve) => {
      const socket = connect({ port: Number(port), host: hostname });
      socket.on("error", () => undefined);
      socket.on("close", () => resolve());
      socket.write(Buffer.concat([Buffer.from(head.join("\r\n")), part]), () => socket.resetAndDestroy());
    });
  for (let round = 0; round < 10; round += 1) await Promise.all(heads.map(leave));
  expect(statusOf(await send(["GET /v0/eth/validators/1 HTTP/1.1", "Connection: close"]))).toBe(200);
  expect(errors).not.toHaveBeenCalled();
});
