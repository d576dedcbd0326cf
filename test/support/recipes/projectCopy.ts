/** A copy of the project under Git, in which one recipe after the other is done. */
import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { built, childEnvironment, copyProject } from "../../mutations/scratch.ts";
import { projectRoot } from "../cli.ts";
import type { Change } from "./recipe.ts";

export type ProjectCopy = {
  folder: string;
  change(change: Change): void;
  /** Runs a command in the copy. */
  run(command: string): Promise<{ code: number; output: string }>;
  /** Undoes all changes, also those of commands. */
  reset(): void;
  remove(): void;
};

const types = "node_modules/.cache/types.tsbuildinfo";
/** `make` compares times, and those of a copy are all new: it would install the packages. */
const withoutInstall = (command: string) =>
  command.replace(/^make /, "make --old-file=install --old-file=node_modules/.install ");

export function openProjectCopy(): ProjectCopy {
  const folder = mkdtempSync(join(tmpdir(), "recipes-"));
  copyProject(folder);
  mkdirSync(join(folder, dirname(types)));
  // The compiler then checks only the changed files and those that import them.
  if (existsSync(join(projectRoot, types))) cpSync(join(projectRoot, types), join(folder, types));

  function git(...args: string[]): void {
    const author = ["-c", "user.name=recipes", "-c", "user.email=recipes@localhost"];
    execFileSync("git", [...author, ...args], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  }
  git("init", "--quiet");
  git("add", "--all");
  git("add", "--force", ...built.filter((path) => existsSync(join(folder, path))));
  git("commit", "--quiet", "--no-verify", "--message", "start");

  const migrations = readdirSync(join(folder, "sql/migrations")).length;
  const numbered = (text: string) => text.replaceAll("{migration}", String(migrations + 1).padStart(4, "0"));

  return {
    folder,
    change: (change) => {
      const path = numbered(change.path);
      const [old, text] = [change.old, numbered(change.text)];
      const file = join(folder, path);
      if (old === undefined) {
        if (existsSync(file)) throw new Error(`the recipe creates ${path}, which exists`);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
        return;
      }
      const before = readFileSync(file, "utf8");
      const count = before.split(old).length - 1;
      if (count !== 1) throw new Error(`${path} has this text ${count} times instead of once: ${old}`);
      writeFileSync(
        file,
        before.replace(old, () => text),
      );
    },
    run: (command) =>
      new Promise((resolve, reject) => {
        const tests = [...command.matchAll(/\S+\.test\.ts/g)].map(([file]) => join(folder, file));
        const child = spawn("sh", ["-c", withoutInstall(command)], {
          cwd: folder,
          env: { ...childEnvironment(tests), NO_COLOR: "1" },
          stdio: ["ignore", "pipe", "pipe"],
        });
        let output = "";
        const take = (chunk: Buffer) => {
          output += chunk.toString();
        };
        child.stdout.on("data", take);
        child.stderr.on("data", take);
        child.once("error", reject);
        child.once("close", (code) => resolve({ code: code ?? 1, output }));
      }),
    reset: () => {
      git("reset", "--quiet", "--hard");
      git("clean", "--quiet", "-d", "--force");
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
