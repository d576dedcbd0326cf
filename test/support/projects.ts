/** Which suites run together, by the name of their file, so that no list is kept by hand. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Paths of test files, from the project's folder. */
export type Tests = { fast: string[]; long: string[]; kafka: string[]; chaos: string[] };

const folders = [
  "bench",
  "chains",
  "cli",
  "explorer",
  "fixtures",
  "ingest",
  "lib",
  "schemas",
  "serve",
  "test",
  "transform",
  "verify",
];
/** Files of the project that a file's text imports, statically or not. */
function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+\.ts)"/g)]
    .map(([, target = ""]) => join(dirname(path), target))
    .filter((target) => existsSync(target));
}

/** Whether a file, or one that it imports, directly or not, has a text that passes. */
export function leadsTo(path: string, passes: (text: string) => boolean, seen = new Set<string>()): boolean {
  if (seen.has(path)) return false;
  seen.add(path);
  const text = readFileSync(path, "utf8");
  return passes(text) || importsOf(path, text).some((target) => leadsTo(target, passes, seen));
}

/** The test files of the project in `root`, by the way they have to be run. */
export function listTests(root: string): Tests {
  const tests: Tests = { fast: [], long: [], kafka: [], chaos: [] };
  const paths = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((path) => path.endsWith(".test.ts"))
    .sort();
  for (const path of paths) {
    if (path.endsWith(".long.test.ts")) tests.long.push(path);
    else if (path.endsWith(".kafka.test.ts")) tests.kafka.push(path);
    else if (path.endsWith(".chaos.test.ts")) tests.chaos.push(path);
    else tests.fast.push(path);
  }
  return tests;
}
