/** The warehouse as a server: the HTTP front of the embedded engine, a process of its own. */
import { setTimeout as delay } from "node:timers/promises";
import { projectRoot, type Running, startProcess } from "../support/cli.ts";
import type { Faults } from "../support/clickhouseFront.ts";
import { freePorts } from "../support/kafka/ports.ts";

export type Warehouse = {
  url: string;
  path: string;
  pid(): number;
  /** Replaces the faults; none: `{}`. */
  setFaults(faults: Faults): Promise<void>;
  /** Requests that the faults have hit since they were set. */
  hits(): Promise<number>;
  /** Stops at once, like a power failure. Does nothing when it is down. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

/** Starts a warehouse in a folder. */
export async function startWarehouse(path: string): Promise<Warehouse> {
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const args = ["--import", "tsx", "test/support/clickhouseFront.ts", "--path", path, "--port", String(port)];
  let running: Running | undefined;
  const killAtExit = () => running?.child.kill("SIGKILL");
  process.once("exit", killAtExit);

  async function start(): Promise<void> {
    if (running !== undefined) return;
    running = startProcess(process.execPath, args, {}, projectRoot);
    await running.seen('{"url":');
  }

  async function kill(): Promise<void> {
    const last = running;
    running = undefined;
    await last?.stop("SIGKILL");
  }

  /** The front answers as soon as it listens; a pending answer may be lost with a connection that a fault closed. */
  async function faults(request: RequestInit): Promise<string> {
    for (let tries = 1; ; tries++) {
      try {
        return await (await fetch(`${url}/faults`, request)).text();
      } catch (error) {
        if (tries === 10) throw error;
        await delay(100);
      }
    }
  }

  await start();
  return {
    url,
    path,
    pid: () => running?.child.pid ?? 0,
    setFaults: async (next) => void (await faults({ method: "PUT", body: JSON.stringify(next) })),
    hits: async () => (JSON.parse(await faults({ method: "GET" })) as { hits: number }).hits,
    kill,
    start,
    close: async () => {
      process.removeListener("exit", killAtExit);
      await kill();
    },
  };
}
