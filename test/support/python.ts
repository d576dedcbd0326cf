/** Python tools for tests, each in an environment of its own that is created once. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Installs one version of a package and its dependencies.
 * @returns the folder of its programs, `python` among them
 */
export async function installPython(
  name: string,
  version: string,
  /** Further packages of the same environment, `name==version`. */
  more: readonly string[] = [],
): Promise<string> {
  const title = [`${name}-${version}`, ...more.map((other) => other.replace("==", "-"))].join("+");
  const folder = join(import.meta.dirname, "../..", "node_modules", ".cache", title);
  const programs = join(folder, "bin");
  const installed = join(folder, "installed");
  if (existsSync(installed)) return programs;
  await run("python3", ["-m", "venv", "--clear", folder]);
  const python = join(programs, "python");
  const quiet = ["--quiet", "--disable-pip-version-check"];
  await run(python, ["-m", "pip", "install", ...quiet, `${name}==${version}`, ...more]);
  await run(python, ["-c", `open(${JSON.stringify(installed)}, "w").close()`]);
  return programs;
}
