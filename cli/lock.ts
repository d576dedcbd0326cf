/**
 * The embedded folder belongs to one process. A lock file names it and the local socket on which it takes requests
 * of other verbs; a lock whose process is gone is taken over.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ConfigError } from "../lib/errors.ts";

export type LockHolder = { pid: number; verb: string; startedAt: string; socket: string };
export type Lock = { holder: LockHolder; release(): void };

const fileName = "process.json";
/** Longest path of a Unix socket on Linux, less its terminating zero. */
const socketPathMax = 107;

function socketPath(folder: string): string {
  const inside = join(folder, "control.sock");
  if (Buffer.byteLength(inside) <= socketPathMax) return inside;
  return join(
    tmpdir(),
    `validator-analytics-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}.sock`,
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The live process that holds the folder, if any. */
export function readHolder(dataDir: string): LockHolder | undefined {
  try {
    const holder = JSON.parse(readFileSync(join(resolve(dataDir), fileName), "utf8")) as LockHolder;
    return isAlive(holder.pid) ? holder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Takes the folder for this process.
 * @returns the lock, or who holds it
 * @throws ConfigError when the folder can't be written
 */
export function takeLock(dataDir: string, verb: string): { lock: Lock } | { holder: LockHolder } {
  const folder = resolve(dataDir);
  const file = join(folder, fileName);
  const own: LockHolder = {
    pid: process.pid,
    verb,
    startedAt: new Date().toISOString(),
    socket: socketPath(folder),
  };
  try {
    mkdirSync(folder, { recursive: true });
    for (;;) {
      try {
        writeFileSync(file, `${JSON.stringify(own)}\n`, { flag: "wx" });
        break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
        const holder = readHolder(dataDir);
        if (holder !== undefined) return { holder };
        rmSync(file, { force: true });
      }
    }
  } catch (error) {
    throw new ConfigError(`DATA_DIR: the folder ${folder} can't be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const release = () => {
    if (readHolder(dataDir)?.pid === process.pid) rmSync(file, { force: true });
  };
  return { lock: { holder: own, release } };
}
