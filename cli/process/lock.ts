/**
 * One process at a time owns the embedded folder or a recording. The kernel holds the lock and releases it when the
 * process ends in any way, so a stale lock file, or the same process number in another container, blocks no process.
 * The file only names the holder (and, for a folder, the local socket on which it takes requests of other verbs).
 */
import { createHash } from "node:crypto";
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { tryLock } from "fs-native-extensions";
import { ConfigError } from "../../lib/errors.ts";
import { makePrivateFolder } from "./privateFolder.ts";

type FileHolder = { pid: number; startedAt: string };
export type LockHolder = FileHolder & { verb: string; socket: string };
export type Lock = { holder: LockHolder; release(): void };
type Taken<Holder> = { release(): void } | { holder: Holder };

const fileName = "process.json";
/** Longest path of a Unix socket on Linux, less its terminating zero. */
const socketPathMax = 107;
/** A holder writes its name right after it got the lock. */
const namePauseMs = 5;
const nameWaitMs = 2_000;

const socketFolder = "validator-analytics-socket-";

/** Whether a folder is there for a socket alone: one whose data folder has too long a path. */
export const isOfSocket = (folder: string): boolean => basename(folder).startsWith(socketFolder);

function socketPath(folder: string): string {
  const inside = join(folder, "control.sock");
  if (Buffer.byteLength(inside) <= socketPathMax) return inside;
  const id = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  return join(tmpdir(), `${socketFolder}${id}`, "control.sock");
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** The content of a lock file, once it is written. */
function readHolder<Holder extends FileHolder>(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}

/** Whether the open file is still the one that the path names: its holder may have taken it away meanwhile. */
function isAtPath(descriptor: number, file: string): boolean {
  const here = statSync(file, { throwIfNoEntry: false });
  const open = fstatSync(descriptor);
  return here !== undefined && here.ino === open.ino && here.dev === open.dev;
}

function tryTake(descriptor: number, file: string, own: FileHolder): "taken" | "held" | "replaced" {
  try {
    if (!tryLock(descriptor)) return "held";
    if (!isAtPath(descriptor, file)) return "replaced";
    ftruncateSync(descriptor);
    writeSync(descriptor, `${JSON.stringify(own)}\n`);
    return "taken";
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/**
 * Takes a lock file, which is removed on release.
 * @returns the function that releases it, or its holder
 * @throws Error if the file can't be written, or its file system has no locks
 */
function takeFile<Holder extends FileHolder>(file: string, own: Holder): Taken<Holder> {
  const giveUpAt = performance.now() + nameWaitMs;
  for (;;) {
    const descriptor = openSync(file, "a+", 0o600);
    const state = tryTake(descriptor, file, own);
    if (state === "taken")
      return {
        release: () => {
          rmSync(file, { force: true });
          closeSync(descriptor);
        },
      };
    closeSync(descriptor);
    const holder = state === "held" ? readHolder<Holder>(file) : undefined;
    if (holder !== undefined) return { holder };
    if (performance.now() > giveUpAt) throw new Error(`${file} is locked by an unknown process`);
    pause(namePauseMs);
  }
}

/**
 * Takes the folder for this process.
 * @returns the lock, or who holds it
 * @throws ConfigError when the folder can't be written
 */
export function takeLock(dataDir: string, verb: string): { lock: Lock } | { holder: LockHolder } {
  const folder = resolve(dataDir);
  const own: LockHolder = {
    pid: process.pid,
    verb,
    startedAt: new Date().toISOString(),
    socket: socketPath(folder),
  };
  try {
    makePrivateFolder(folder);
    const taken = takeFile(join(folder, fileName), own);
    return "holder" in taken ? taken : { lock: { holder: own, release: taken.release } };
  } catch (error) {
    throw new ConfigError(`DATA_DIR: the folder ${folder} can't be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** The holder of the folder, without locking it; undefined if the lock file names none. */
export const folderHolder = (dataDir: string): LockHolder | undefined =>
  readHolder<LockHolder>(join(resolve(dataDir), fileName));

/**
 * Locks a growing file for this process, by a lock file next to it.
 * @returns the function that releases it
 * @throws ConfigError when another process writes it, or the folder can't be written
 */
export function takeFileLock(path: string, setting: string): () => void {
  let taken: Taken<FileHolder>;
  try {
    taken = takeFile(`${resolve(path)}.lock`, { pid: process.pid, startedAt: new Date().toISOString() });
  } catch (error) {
    throw new ConfigError(`${setting}: ${path} can't be written: ${(error as Error).message}`, {
      cause: error,
    });
  }
  if ("release" in taken) return taken.release;
  const { pid, startedAt } = taken.holder;
  throw new ConfigError(
    `${setting}: process ${pid} has been writing ${path} since ${startedAt}. Wait for it, or choose another file.`,
    { code: "file_in_use" },
  );
}
