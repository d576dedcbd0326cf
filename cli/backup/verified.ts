/** When a backup of the embedded warehouse was last shown to be whole: a file in the folder of backups. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const pathIn = (folder: string) => join(folder, "verified.json");

/** Records that a backup was read completely, or restored. A read-only folder is not an error. */
export function noteVerified(folder: string, name: string, at: Date = new Date()): void {
  try {
    writeFileSync(pathIn(folder), `${JSON.stringify({ name, verifiedAt: at.toISOString() })}\n`);
  } catch {
    // Backups may be read from a disk that is mounted for reading only.
  }
}

/** @returns undefined when none ever was */
export function readVerified(folder: string): Date | undefined {
  try {
    const { verifiedAt } = JSON.parse(readFileSync(pathIn(folder), "utf8")) as { verifiedAt?: string };
    const time = new Date(verifiedAt ?? "");
    return Number.isNaN(time.getTime()) ? undefined : time;
  } catch {
    return undefined;
  }
}
