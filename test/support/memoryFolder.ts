/**
 * Warehouses of the tests lie in memory where the machine has a file system there: the engine makes and deletes
 * thousands of small files, which was a quarter of the processor's time on a disk, and half of the waiting.
 */
import { mkdtempSync, rmSync, statfsSync } from "node:fs";
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

/** Workers and what they start inherit the folder for temporary files. */
export function setup(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined || bytesFree(memory) < bytesNeeded) return undefined;
  const folder = mkdtempSync(join(memory, "va-tests-"));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
