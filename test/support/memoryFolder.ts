/**
 * Warehouses of the tests lie in memory where the machine has a file system there: the engine makes and deletes
 * thousands of small files, which was a quarter of the processor's time on a disk, and half of the waiting.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
/** A container's default is 64 MiB, which is too little. */
const bytesNeeded = 4 * 1024 ** 3;

function bytesFree(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Folders of runs that were killed; they would keep their memory forever. */
function removeLeftovers(): void {
  for (const name of readdirSync(memory)) {
    const pid = /^va-tests-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      rmSync(join(memory, name), { recursive: true, force: true });
    } catch {
      // A process that such a run has left still writes into it: another run removes it.
    }
  }
}

/** Workers and their processes inherit the folder for temporary files, and the one for warehouses to copy. */
export function setup(): () => void {
  const { TMPDIR } = process.env;
  const isInMemory = TMPDIR === undefined && bytesFree(memory) >= bytesNeeded;
  if (isInMemory) removeLeftovers();
  const folder = mkdtempSync(join(isInMemory ? memory : tmpdir(), `va-tests-${process.pid}-`));
  if (isInMemory) process.env.TMPDIR = folder;
  process.env.WAREHOUSE_TEMPLATES = join(folder, "warehouses");
  mkdirSync(process.env.WAREHOUSE_TEMPLATES);
  return () => rmSync(folder, { recursive: true, force: true });
}
