/** A copy of the project in which sources are changed and tests are run; nothing is written back. */
import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { projectRoot } from "../support/cli.ts";
import { leadsTo } from "../support/projects.ts";
import type { Mutation } from "./promises.ts";

/** Tests by their full names. */
export type Outcome = { passed: string[]; failed: string[]; said: string };

export type Scratch = {
  /** Runs the tests of a file whose full names match, with a change of the sources or without one. */
  run(file: string, names: RegExp, mutation?: Mutation): Promise<Outcome>;
  remove(): void;
};

/** Files that `make install` created and Git ignores. */
export const built = [
  "client/dist",
  "client/LICENSE",
  "client/src/openapi.ts",
  "client/node_modules",
  "explorer/dist",
];
/** A broken promise often shows as a missing event: the wait is as long as a slow machine needs, and no longer. */
const brokenLimits = ["--testTimeout=90000", "--expect.poll.timeout=20000"];
/** The part of test/support/cli.ts that a file with the command line uses. */
const importsVerbs = /\b(?:runVerb|startVerb|binary)\b[^;]* from "[./\w]*\/cli\.ts"/;
/** The shown length of a failed run's output. */
const lastCharacters = 3_000;

/** Copies the project's files as they are now; packages are linked. */
export function copyProject(folder: string): void {
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: projectRoot, maxBuffer: 2 ** 28 });
  const tracked = listed.toString().split("\0").filter(Boolean);
  for (const path of [...tracked, ...built].filter((path) => existsSync(join(projectRoot, path))))
    cpSync(join(projectRoot, path), join(folder, path), { recursive: true, verbatimSymlinks: true });
  linkPackages(folder);
}

/** A separate folder for caches, so that builds of changed sources stay in the copy. */
function linkPackages(folder: string): void {
  const [from, to] = [join(projectRoot, "node_modules"), join(folder, "node_modules")];
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === ".cache" || entry.name === ".vite") continue;
    // Its entries are relative links, one of which leads to the project's own package.
    if (entry.name === ".bin") {
      cpSync(join(from, ".bin"), join(to, ".bin"), { recursive: true, verbatimSymlinks: true });
      continue;
    }
    // The project's own package is a relative link, which leads into the copy.
    const target = entry.isSymbolicLink() ? readlinkSync(join(from, entry.name)) : join(from, entry.name);
    symlinkSync(target, join(to, entry.name));
  }
}

/** The runner's own variables, and where it keeps warehouses and bundles, are those of the run that this is a part of. */
export function childEnvironment(files: readonly string[]): NodeJS.ProcessEnv {
  const own = /^(VITEST|BUNDLED_VERBS$|WAREHOUSE_TEMPLATES$|RUN_SUMMARY$|NIGHT$|CI$|TEST$|MODE$|PROD$|DEV$)/;
  const outer = Object.entries(process.env).filter(([name]) => !own.test(name));
  const startsVerbs = files.some((file) => leadsTo(file, (text) => importsVerbs.test(text)));
  return { ...Object.fromEntries(outer), ...(startsVerbs ? {} : { WITHOUT_VERBS: "1" }) };
}

function runVitest(folder: string, file: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", file, ...args], {
      cwd: folder,
      env: childEnvironment([join(folder, file)]),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    const take = (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-lastCharacters);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("error", reject);
    child.once("close", () => resolve(said));
  });
}

type Report = { testResults: { assertionResults: { fullName: string; status: string }[] }[] };

function readOutcome(path: string, said: string): Outcome {
  const tests = existsSync(path)
    ? (JSON.parse(readFileSync(path, "utf8")) as Report).testResults.flatMap((file) => file.assertionResults)
    : [];
  const named = (status: string) =>
    tests.filter((test) => test.status === status).map(({ fullName }) => fullName);
  return { passed: named("passed"), failed: named("failed"), said };
}

export function openScratch(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), "mutations-"));
  copyProject(folder);
  const report = join(folder, "node_modules/.cache/report.json");
  mkdirSync(dirname(report));
  return {
    run: async (file, names, mutation) => {
      rmSync(report, { force: true });
      const path = join(folder, mutation?.in ?? file);
      const text = readFileSync(path, "utf8");
      try {
        if (mutation !== undefined)
          writeFileSync(
            path,
            text.replace(mutation.text, () => mutation.broken),
          );
        const reporting = ["--reporter=json", `--outputFile=${report}`];
        const limits = mutation === undefined ? [] : brokenLimits;
        const said = await runVitest(folder, file, ["-t", names.source, ...limits, ...reporting]);
        return readOutcome(report, said);
      } finally {
        writeFileSync(path, text);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
