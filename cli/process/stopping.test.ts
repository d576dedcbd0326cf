import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createLogger } from "../../lib/logger.ts";
import { readinessUntilStop } from "../../lib/readiness.ts";
import { createShutdown } from "../../lib/shutdown.ts";
import type { Store } from "../../lib/store/store.ts";
import { createKey } from "../../serve/access/keys.ts";
import { defineEndpoint } from "../../serve/endpoint.ts";
import { startServer } from "../../serve/http/server.ts";
import { openTemporaryStore } from "../../test/support/warehouse.ts";

const log = createLogger("silent");
let store: Store;
let closeStore: () => Promise<void>;
beforeAll(async () => {
  ({ store, close: closeStore } = await openTemporaryStore());
});
afterAll(() => closeStore());

describe("a server that is stopped", () => {
  it("is not ready first, then answers what it has in hand, then lets the rest close", async () => {
    const shutdown = createShutdown(log);
    const seen: string[] = [];
    shutdown.onClose("consumers", () => void seen.push("consumers"));
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const hold = defineEndpoint({
      method: "get",
      kind: "custom",
      operation: "hold",
      path: "/v0/hold",
      tag: "test",
      summary: "test",
      params: z.object({}),
      query: z.object({}),
      response: z.string(),
      handle: async () => {
        seen.push("requested");
        await held;
        return { text: '"held"', rows: 1 };
      },
      weight: { bytes: 8, row: 0 },
    });
    const readiness = readinessUntilStop(shutdown.signal, () => store.ping());
    const server = await startServer({
      store,
      log,
      host: "127.0.0.1",
      port: 0,
      readiness,
      endpoints: [hold],
    });
    shutdown.onClose("API", () => server.close());
    const { key } = await createKey(store, { name: "test" });
    // Kept-alive connections stay open after their answers unless the server closes them.
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const pending = fetch(`${server.url}/v0/hold`, { headers: { authorization: `Bearer ${key}` } });
    await expect.poll(() => seen).toEqual(["requested"]);

    const stopped = shutdown.stop("SIGTERM");
    await expect(readiness.check()).rejects.toThrow("stopping");
    await expect(fetch(`${server.url}/readyz`)).rejects.toThrow();
    expect(seen).toEqual(["requested"]);
    answer();
    const response = await pending;
    expect([response.status, await response.json()]).toEqual([200, "held"]);
    await stopped;
    expect(seen).toEqual(["requested", "consumers"]);
  });
});

describe("a process that is stopped twice", () => {
  it("ends at once", async () => {
    const script = join(import.meta.dirname, "../../test/support/hangingVerb.ts");
    const child = spawn(process.execPath, ["--import", "tsx", script], { stdio: ["ignore", "pipe", "pipe"] });
    const errors = text(child.stderr);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe("running");
    child.kill("SIGTERM");
    // A supervisor may send the same signal again.
    child.kill("SIGTERM");
    expect((await lines.next()).value).toBe("closing");
    await delay(400);
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    expect(await exited).toEqual([143, null]);
    expect(await errors).toContain("SIGTERM again: ended at once");
  });
});
