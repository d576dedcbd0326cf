/** The suites of the night that have run, by the state of the sources: a changed source begins a new night. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Result } from "./suite.ts";

export type State = { sources: string; results: Record<string, Result> };

/** The commit, and a checksum of the changes since. "unversioned" where there is no Git. */
export function sourcesOf(root: string): string {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, maxBuffer: 2 ** 30, stdio: ["ignore", "pipe", "ignore"] });
  try {
    const commit = git("rev-parse", "HEAD").toString().trim();
    const changes = git("diff", "HEAD", "--binary");
    const added = git("ls-files", "--others", "--exclude-standard", "-z")
      .toString()
      .split("\0")
      .filter(Boolean);
    if (changes.length === 0 && added.length === 0) return commit;
    const sum = createHash("sha256").update(changes);
    for (const path of added) sum.update(`\0${path}\0`).update(readFileSync(join(root, path)));
    return `${commit} with changes ${sum.digest("hex").slice(0, 12)}`;
  } catch {
    return "unversioned";
  }
}

/** The results for these sources; results for others don't count. */
export function readState(path: string, sources: string): State {
  try {
    const saved = JSON.parse(readFileSync(path, "utf8")) as State;
    if (saved.sources === sources) return saved;
  } catch {
    // No file yet, or an unreadable one.
  }
  return { sources, results: {} };
}

/** Whole or not at all. */
export function writeState(path: string, state: State): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}
