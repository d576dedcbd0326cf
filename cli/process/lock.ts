/**
 * The embedded folder belongs to one process, and so does a recording. A lock file names it (for a folder, with the
 * local socket on which it takes requests of other verbs); a lock whose process is gone is taken over.
 */
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { ConfigError } from "../../lib/errors.ts";
import { makePrivateFolder } from "./privateFolder.ts";

type FileHolder = { pid: number; startedAt: string };
export type LockHolder = FileHolder & { verb: string; socket: string };
export type Lock = { holder: LockHolder; release(): void };

const fileName = "process.json";
/** Longest path of a Unix socket on Linux, less its terminating zero. */
const socketPathMax = 107;

const socketFolder = "validator-analytics-socket-";

/** Whether a folder is there for a socket alone: one whose data folder has too long a path. */
export const isOfSocket = (folder: string): boolean => basename(folder).startsWith(socketFolder);

function socketPath(folder: string): string {
  const inside = join(folder, "control.sock");
  if (Buffer.byteLength(inside) <= socketPathMax) return inside;
  const id = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  return join(tmpdir(), `${socketFolder}${id}`, "control.sock");
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The live process that a lock file names, if any. */
function readFileHolder<Holder extends FileHolder>(file: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(file, "utf8")) as Holder;
    return isAlive(holder.pid) ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a lock file. @returns the live process that has written it before, if any */
function takeFile<Holder extends FileHolder>(file: string, own: Holder): Holder | undefined {
  for (;;) {
    try {
      writeFileSync(file, `${JSON.stringify(own)}\n`, { flag: "wx" });
      return undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const holder = readFileHolder<Holder>(file);
      if (holder !== undefined) return holder;
      rmSync(file, { force: true });
    }
  }
}

function releaseFile(file: string): void {
  if (readFileHolder(file)?.pid === process.pid) rmSync(file, { force: true });
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
    makePrivateFolder(folder);
    const holder = takeFile(file, own);
    if (holder !== undefined) return { holder };
  } catch (error) {
    throw new ConfigError(`DATA_DIR: the folder ${folder} can't be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return { lock: { holder: own, release: () => releaseFile(file) } };
}

/**
 * Takes a file that grows for this process, by a lock file beside it.
 * @returns what gives it back
 * @throws ConfigError when another process writes it, or the folder can't be written
 */
export function takeFileLock(path: string, setting: string): () => void {
  const file = `${resolve(path)}.lock`;
  let holder: FileHolder | undefined;
  try {
    holder = takeFile(file, { pid: process.pid, startedAt: new Date().toISOString() });
  } catch (error) {
    throw new ConfigError(`${setting}: ${path} can't be written: ${(error as Error).message}`, {
      cause: error,
    });
  }
  if (holder === undefined) return () => releaseFile(file);
  throw new ConfigError(
    `${setting}: process ${holder.pid} has been writing ${path} since ${holder.startedAt}. Wait for it, or choose another file.`,
    { code: "file_in_use" },
  );
}
