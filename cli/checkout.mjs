/**
 * The command line in a checkout runs as a bundle, which is written again when one of its sources has changed. Where that
 * can't be, it runs from the sources. It is JavaScript because it runs before any loader of TypeScript.
 *   node cli/checkout.mjs          writes the bundle unless it is current
 *   node cli/checkout.mjs demo     runs the demo
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "..");
const cache = join(root, "node_modules/.cache/cli");

/**
 * The folder of the bundle, if neither its files nor its sources have changed: 15 ms for a thousand files.
 * @returns {string | undefined}
 */
function currentBundle() {
  try {
    const { folder, files } = JSON.parse(readFileSync(join(cache, "current.json"), "utf8"));
    for (const [path, bytes, modifiedMs] of files) {
      const { size, mtimeMs } = statSync(join(root, path));
      if (size !== bytes || mtimeMs !== modifiedMs) return undefined;
    }
    return join(cache, folder);
  } catch {
    // The bundle is missing or incomplete, or a source is missing.
    return undefined;
  }
}

/** Packages of a production install can't bundle, and some checkouts can't be written to. */
function canBundle() {
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
    return ["esbuild", "tsx"].every((name) => existsSync(join(root, "node_modules", name)));
  } catch {
    return false;
  }
}

/** @returns {string | undefined} its folder; undefined if only the sources can run, which then report the error */
function bundle() {
  const found = currentBundle();
  if (found !== undefined || !canBundle()) return found;
  // Options of this process, such as a debugger's port, are not passed on.
  const { NODE_OPTIONS: _, NODE_V8_COVERAGE: __, ...env } = process.env;
  const script = join(root, "cli/checkoutBundle.ts");
  spawnSync(process.execPath, ["--import", "tsx", script], { cwd: root, env, stdio: "ignore" });
  return currentBundle();
}

/**
 * Runs a script of this folder.
 * @param {"index" | "demo"} name
 */
export async function runScript(name) {
  const folder = bundle();
  if (folder !== undefined) {
    await import(pathToFileURL(join(folder, `${name}.mjs`)).href);
    return;
  }
  if (!process.features.typescript) (await import("tsx/esm/api")).register();
  await import(`./${name}.ts`);
}

if (process.argv[1] === import.meta.filename) {
  const [name] = process.argv.slice(2);
  if (name === "demo") await runScript(name);
  else bundle();
}
