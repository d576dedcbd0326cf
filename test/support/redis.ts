/** A real Redis for suites that need one. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { Redis } from "ioredis";

/** The reason when there is no Redis here; in CI that is a failure. */
export function redisMissing(): string | undefined {
  if (spawnSync("redis-server", ["--version"]).status === 0) return undefined;
  const reason = "The Redis suite is skipped; to run it install redis-server";
  if (process.env.CI === "true") throw new Error(reason);
  console.warn(reason);
  return reason;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Starts a server without persistence; resolves when it answers. */
export async function startRedis(): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const child = spawn(
    "redis-server",
    ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
    { stdio: "ignore" },
  );
  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
  client.on("error", () => undefined);
  await client.ping();
  client.disconnect();
  return {
    url,
    stop: async () => {
      child.kill();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}
