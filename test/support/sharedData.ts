/** Recordings of real nodes. They are not part of the project: SHARED_DATA names their folder. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, it } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Skipping the test fails no run, not even in CI. */
    mayBeSkipped?: boolean;
  }
}

const projectRoot = resolve(import.meta.dirname, "../..");
const { SHARED_DATA } = process.env;
const sharedData = resolve(projectRoot, SHARED_DATA ?? "../shared/data");

/** A clone without the folder must pass, also in CI. A folder that SHARED_DATA names must exist. */
const mayBeSkipped = SHARED_DATA === undefined && !existsSync(sharedData);

/** The path of recordings of one kind, such as `solana/blocks`; they may be missing. */
export const recordingsIn = (path: string): string => join(sharedData, path);

/** Folders of Ethereum recordings that hold a file whose name matches. */
export function ethereumRecordings(pattern: RegExp): string[] {
  const base = recordingsIn("ethereum");
  if (!existsSync(base)) return [];
  return readdirSync(base, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(base, name))
    .filter((folder) => readdirSync(folder).some((file) => pattern.test(file)));
}

/**
 * A suite on recordings. Where they are missing it is skipped, with the reason on stderr for the run's summary, and its
 * body does not run.
 * @param paths files or folders that the suite reads, at least one
 */
export function describeRecordings(name: string, paths: readonly string[], body: () => void): void {
  const missing = paths.length === 0 ? [sharedData] : paths.filter((path) => !existsSync(path));
  const isMissing = missing.length > 0;
  if (isMissing) {
    const what = mayBeSkipped
      ? `Suites on recordings of real nodes are skipped: ${sharedData} does not exist`
      : `The suite "${name}" is skipped: no recordings of its kind in ${missing.join(", ")}`;
    console.warn(`${what}. Set SHARED_DATA to the folder that holds the recordings.`);
  }
  const placeholder = () => it("needs recordings of real nodes", () => undefined);
  describe.skipIf(isMissing)(name, { meta: { mayBeSkipped } }, () => void (isMissing ? placeholder : body)());
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
