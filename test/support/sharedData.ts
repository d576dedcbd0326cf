/** Recordings of real nodes. They stand outside the project; SHARED_DATA names their folder. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const projectRoot = resolve(import.meta.dirname, "../..");
export const sharedData = resolve(projectRoot, process.env.SHARED_DATA ?? "../shared/data");

/**
 * Folders of Ethereum recordings that hold a file whose name matches. Without the recordings a suite says so and
 * skips; in CI that is a failure.
 */
export function ethereumRecordings(pattern: RegExp): string[] {
  const base = join(sharedData, "ethereum");
  const folders = existsSync(base)
    ? readdirSync(base, { withFileTypes: true })
        .filter(
          (entry) =>
            entry.isDirectory() && readdirSync(join(base, entry.name)).some((file) => pattern.test(file)),
        )
        .map((entry) => join(base, entry.name))
    : [];
  if (folders.length === 0) {
    const message = `Suites are skipped: no recordings match ${pattern} in ${base}; set SHARED_DATA to the folder that holds them`;
    if (process.env.CI) throw new Error(message);
    console.warn(message);
  }
  return folders;
}

export function readJson<T>(folder: string, file: string): T {
  return JSON.parse(readFileSync(join(folder, file), "utf8")) as T;
}

/** Lines of a .jsonl file. */
export function readLines<T>(folder: string, file: string): T[] {
  return readFileSync(join(folder, file), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}

export function filesMatching(folder: string, pattern: RegExp): { file: string; number: number }[] {
  return readdirSync(folder).flatMap((file) => {
    const match = pattern.exec(file);
    return match === null ? [] : [{ file, number: Number(match[1]) }];
  });
}
