/** Files of a backup: their checksums, and that they are on the disk. */
import { createHash } from "node:crypto";
import { open, readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import pMap from "p-map";

/** SHA-256 in hex and length, by the path from the backup's folder. */
export type Sums = Map<string, { sha256: string; bytes: number }>;

const filesAtOnce = 2;

/** @param isSynced whether the file is on the disk afterwards, and not only in memory */
async function sumOf(path: string, isSynced: boolean): Promise<{ sha256: string; bytes: number }> {
  const file = await open(path, "r");
  try {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of file.createReadStream({ autoClose: false, highWaterMark: 1 << 20 })) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
    if (isSynced) await file.sync();
    return { sha256: hash.digest("hex"), bytes };
  } finally {
    await file.close();
  }
}

/** Writes a file, and returns when it is on the disk. */
export async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Returns when a folder's names are on the disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Paths of all files below data/, from the backup's folder. */
export async function dataFiles(backup: string): Promise<string[]> {
  const entries = await readdir(join(backup, "data"), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(backup, join(entry.parentPath, entry.name)))
    .sort();
}

/** Reads files of a backup. */
export async function readSums(
  backup: string,
  paths: readonly string[],
  options: { isSynced: boolean; signal: AbortSignal; onFile: (bytes: number) => void },
): Promise<Sums> {
  const sums = await pMap(
    paths,
    async (path) => {
      const sum = await sumOf(join(backup, path), options.isSynced);
      options.onFile(sum.bytes);
      return [path, sum] as const;
    },
    { concurrency: filesAtOnce, signal: options.signal },
  );
  return new Map(sums);
}

/** The text of SHA256SUMS. */
export const sumsText = (sums: Sums): string =>
  [...sums].map(([path, { sha256 }]) => `${sha256}  ${path}\n`).join("");

/** The content of SHA256SUMS: checksums by path, and the file's own. */
export async function readSumsFile(backup: string): Promise<{ sha256: string; sums: Map<string, string> }> {
  const text = await readFile(join(backup, "SHA256SUMS"), "utf8");
  const lines = text.split("\n").filter((line) => line !== "");
  const sums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  return { sha256: textSum(text), sums };
}

export const textSum = (text: string): string => createHash("sha256").update(text).digest("hex");
