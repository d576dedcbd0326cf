/**
 * Writes the bundle that cli/checkout.mjs runs into a new folder, so that running processes can still read theirs.
 *   node --import tsx cli/checkoutBundle.ts
 */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { bundleScripts } from "./bundle.ts";

const root = join(import.meta.dirname, "..");
const cache = join(root, "node_modules/.cache/cli");
/** Number of earlier bundles to keep, because a process may import a part of one long after its start. */
const mostKept = 8;
/** File systems record times in steps of up to this length. */
const clockStepMs = 10;

/** Files that affect the build, and the record of npm's installed packages. */
const others = [
  "cli/bundle.ts",
  "cli/checkoutBundle.ts",
  "node_modules/.package-lock.json",
  "package.json",
  "tsconfig.json",
];

/** A file written since then is recorded as changed, because the bundle may hold its earlier content. */
function stateOf(path: string, sinceMs: number): [path: string, bytes: number, modifiedMs: number][] {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (stats === undefined) return [];
  return [[path, stats.size, stats.mtimeMs < sinceMs ? stats.mtimeMs : 0]];
}

/** Removes the oldest bundles. */
function prune(): void {
  const folders = readdirSync(cache)
    .filter((name) => name.startsWith("bundle-"))
    .flatMap((name) => {
      const stats = statSync(join(cache, name), { throwIfNoEntry: false });
      return stats === undefined ? [] : [{ name, modifiedMs: stats.mtimeMs }];
    })
    .sort((a, b) => b.modifiedMs - a.modifiedMs);
  for (const { name } of folders.slice(mostKept)) rmSync(join(cache, name), { recursive: true, force: true });
}

mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, "bundle-"));
try {
  const sinceMs = Date.now() - clockStepMs;
  const scripts = { index: "cli/index.ts", demo: "cli/demo.ts" };
  const { read, written } = await bundleScripts(scripts, folder, { form: "checkout" });
  // Packages change only when npm installs, which is in its own list.
  const sources = read.filter((path) => !path.startsWith("node_modules/"));
  const files = [
    ...[...sources, ...others].flatMap((path) => stateOf(path, sinceMs)),
    ...written.flatMap((path) => stateOf(path, Number.POSITIVE_INFINITY)),
  ];
  // Readers see the former record or this one, never a part.
  const record = join(folder, "record.json");
  writeFileSync(record, JSON.stringify({ folder: basename(folder), files }));
  renameSync(record, join(cache, "current.json"));
  prune();
} catch (error) {
  rmSync(folder, { recursive: true, force: true });
  throw error;
}
