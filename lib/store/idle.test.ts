/** A load balancer before the servers, which cuts connections on which nothing passes. */
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLogger } from "../logger.ts";
import { createServerStore } from "./server.ts";
import type { Store } from "./store.ts";

const [idleMs, statementMs] = [600, 1_500];
const portOf = (server: Server) => (server.address() as { port: number }).port;
const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const statements: string[] = [];
let isFailing = false;

/** As a server answers a statement of a second and a half: with progress headers, where the settings request them. */
function answer(socket: Socket, head: string): void {
  statements.push(head);
  const everyMs = Number(/http_headers_progress_interval_ms=(\d+)/.exec(head)?.[1]);
  const hasProgress = head.includes("send_progress_in_http_headers=1");
  if (hasProgress) socket.write("HTTP/1.1 200 OK\r\n");
  const progress = setInterval(
    () => socket.write(`X-ClickHouse-Progress: {"read_rows":"1"}\r\nX-Filler: ${"x".repeat(5_000)}\r\n`),
    hasProgress ? everyMs : 2 * statementMs,
  );
  setTimeout(() => {
    clearInterval(progress);
    const text = isFailing ? "Code: 241. DB::Exception: Memory limit (MEMORY_LIMIT_EXCEEDED)\n" : '{"a":1}\n';
    const exception = isFailing ? "X-ClickHouse-Exception-Code: 241\r\n" : "";
    const status = hasProgress ? "" : "HTTP/1.1 200 OK\r\n";
    socket.write(`${status}${exception}Content-Length: ${text.length}\r\n\r\n${text}`);
  }, statementMs);
}

const sockets = new Set<Socket>();
const server = createServer((socket) => {
  sockets.add(socket);
  socket.on("error", () => undefined);
  socket.on("data", (bytes) => {
    const head = bytes.toString("latin1");
    if (/^(?:POST|GET) /.test(head)) answer(socket, head);
  });
});
const balancer = createServer((client) => {
  sockets.add(client);
  const upstream = connect(portOf(server), "127.0.0.1");
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    one.on("error", () => other.destroy());
    one.on("close", () => other.destroy());
    one.pipe(other);
  }
  upstream.setTimeout(idleMs, () => client.resetAndDestroy());
});
let store: Store;
beforeAll(async () => {
  await Promise.all([listening(server), listening(balancer)]);
  store = createServerStore({
    url: `http://127.0.0.1:${portOf(balancer)}/default`,
    progressMs: 100,
    log: createLogger("silent"),
  });
});
afterAll(async () => {
  await store.close();
  for (const socket of sockets) socket.destroy();
  server.close();
  balancer.close();
});

it("a statement that takes longer than that is answered, and carried out once", async () => {
  expect(await store.text("select 1 as a")).toBe('{"a":1}\n');
  await store.command("insert into a select 1");
  expect(statements).toHaveLength(2);
});

it("a failure after the first progress header is an error", async () => {
  isFailing = true;
  for (const run of [() => store.command("insert into fail select 1"), () => store.rows("select fail")])
    await expect(run()).rejects.toMatchObject({ kind: "store", code: "memory_limit_exceeded" });
});

it("requests progress more often than balancers cut, by default", async () => {
  isFailing = false;
  const usual = createServerStore({
    url: `http://127.0.0.1:${portOf(server)}/default`,
    log: createLogger("silent"),
  });
  await usual.ping();
  await usual.close();
  const everyMs = Number(/http_headers_progress_interval_ms=(\d+)/.exec(statements.at(-1) ?? "")?.[1]);
  expect(everyMs).toBeLessThan(30_000);
});
