/** Servers whose certificates an authority of our own has signed. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { afterAll, expect, it } from "vitest";
import { createRedisCounters } from "../serve/access/redis.ts";
import { type Authority, createAuthority } from "../test/support/certificates.ts";
import { createLogger } from "./logger.ts";
import { createServerStore } from "./store/server.ts";

const log = createLogger("silent");
const folder = mkdtempSync(join(tmpdir(), "tls-"));
const authority: Authority = createAuthority(folder);
const files = authority.sign("server");
const identity = { cert: readFileSync(files.cert), key: readFileSync(files.key) };
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];

afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

it("a warehouse with CLICKHOUSE_CA_FILE; without it, no waiting helps", async () => {
  const server = createServer(identity, (request, response) => {
    request.resume().on("end", () => response.end('{"one":1}\n'));
  });
  const url = `https://127.0.0.1:${await listen(server)}/default`;
  closers.push(() => server.closeAllConnections());
  const stores = [authority.ca, undefined].map((caFile) => createServerStore({ url, caFile, log }));
  closers.push(() => Promise.all(stores.map((store) => store.close())));
  const [trusting, strict] = stores;
  expect(await trusting?.rows("select 1 as one")).toEqual([{ one: 1 }]);
  await expect(strict?.ping()).rejects.toMatchObject({ code: "untrusted_certificate", retryable: false });
  const caFile = join(folder, "none.pem");
  expect(() => createServerStore({ url, caFile, log })).toThrow(
    `CLICKHOUSE_CA_FILE: ${caFile} can't be used`,
  );
});

it("a Redis with REDIS_CA_FILE", async () => {
  const heard: string[] = [];
  const server = createTlsServer(identity, (socket) => {
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk) => heard.push(chunk.toString()));
  });
  const failures: unknown[] = [];
  server.on("tlsClientError", (error) => failures.push(error));
  const url = `rediss://127.0.0.1:${await listen(server)}`;
  const strict = createRedisCounters(url, log);
  await expect.poll(() => failures.length).toBeGreaterThan(0);
  await strict.close();
  expect(heard).toEqual([]);
  const trusting = createRedisCounters(url, log, authority.ca);
  await expect.poll(() => heard.join("")).toMatch(/info/i);
  await trusting.close();
});
