/** Clients that hold on to what others need: answers that they don't take, connections that they don't use. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createLogger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { openTemporaryStore } from "../../test/support/warehouse.ts";
import { createKey } from "../access/keys.ts";
import { defineEndpoint } from "../endpoint.ts";
import { type RunningServer, type ServerOptions, startServer } from "./server.ts";

const mebibyte = 1_048_576;
/** Larger than what the kernel takes for a connection. */
const large = "a".repeat(16 * mebibyte);

/** Requested operations, in their order. */
const requestedOperations: string[] = [];
afterEach(() => {
  requestedOperations.length = 0;
});

/** An endpoint that only these tests have. */
const answering = (operation: string, text: string) =>
  defineEndpoint({
    method: "get",
    kind: "custom",
    operation,
    path: `/v0/${operation}`,
    tag: "test",
    summary: "test",
    params: z.object({}),
    query: z.object({}),
    response: z.string(),
    handle: async () => {
      requestedOperations.push(operation);
      return { text, rows: 1 };
    },
    weight: { bytes: 8, row: 0 },
  });

let store: Store;
let closeStore: () => Promise<void>;
let key: string;
beforeAll(async () => {
  ({ store, close: closeStore } = await openTemporaryStore({ family: "eth" }));
  ({ key } = await createKey(store, { name: "test" }));
});
afterAll(() => closeStore());

const sockets: Socket[] = [];
const servers: RunningServer[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await server.close();
});

async function serve(options: Partial<ServerOptions>): Promise<RunningServer> {
  const server = await startServer({
    store,
    log: createLogger("silent"),
    host: "127.0.0.1",
    port: 0,
    keyTtlMs: 600_000,
    endpoints: [answering("large", large), answering("small", "1")],
    ...options,
  });
  servers.push(server);
  return server;
}

function open({ url }: RunningServer, localAddress = "127.0.0.1"): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  socket.on("error", () => undefined);
  sockets.push(socket);
  return socket;
}

/** Sends a request, and reads nothing of the answer. */
function requestWithoutReading(server: RunningServer, path: string): Socket {
  const socket = open(server).pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  return socket;
}

const send = ({ url }: RunningServer, path: string) =>
  fetch(url + path, { headers: { authorization: `Bearer ${key}`, connection: "close" } });
const statusOf = async (server: RunningServer, path: string) => (await send(server, path)).status;

describe("a client that doesn't take its answer", () => {
  it("is in hand for that long, and then closed", async () => {
    const graceMs = 300;
    const server = await serve({ requestsAtOnce: 1, pace: { graceMs, bytesPerSecond: 1e9 } });
    const begunAt = performance.now();
    requestWithoutReading(server, "/v0/large");
    await expect.poll(() => requestedOperations).toEqual(["large"]);
    expect(await statusOf(server, "/v0/small")).toBe(200);
    // Timers count whole milliseconds.
    expect(performance.now() - begunAt).toBeGreaterThan(graceMs - 5);
  });

  it("is given the more time the larger the answer is, and none that is in time is cut off", async () => {
    const server = await serve({ pace: { graceMs: 1, bytesPerSecond: mebibyte } });
    const response = await send(server, "/v0/large");
    await delay(300);
    expect((await response.text()).length).toBe(large.length);
  });
});

describe("connections of one address", () => {
  /** What comes first: the first bytes of an answer, or the end. */
  function answerOn(socket: Socket): Promise<string> {
    socket.write("GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n");
    return new Promise((resolve) => {
      socket.once("data", (bytes: Buffer) => resolve(bytes.toString().slice(0, 12)));
      socket.once("close", () => resolve("closed"));
    });
  }

  it("beyond its number are closed at once, while other addresses go on", async () => {
    const server = await serve({ connectionsPerAddress: 3 });
    const idle = [open(server), open(server), open(server)];
    for (const socket of idle) await once(socket, "connect");
    expect(await answerOn(open(server))).toBe("closed");
    expect(await answerOn(open(server, "127.0.0.2"))).toBe("HTTP/1.1 200");
    idle[0]?.destroy();
    await expect.poll(() => answerOn(open(server))).toBe("HTTP/1.1 200");
  });

  it("have no number where the address is a trusted proxy's", async () => {
    const server = await serve({ connectionsPerAddress: 1, trustedProxies: ["127.0.0.1"] });
    await once(open(server), "connect");
    expect(await answerOn(open(server))).toBe("HTTP/1.1 200");
  });
});
