/** The commands and statements of the documentation, as a reader meets them: blocks of its pages. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Marked } from "marked";
import { projectRoot } from "./cli.ts";

export type Block = { file: string; language: string; text: string };

/** Pages whose blocks are for readers to run. Tables and questions of the dictionary have tests of their own. */
const pages = ["README.md", "SECURITY.md", "client/README.md"];
const made = /^docs\/warehouse(?:\/|\.md$)/;

export function listPages(): string[] {
  const docs = readdirSync(join(projectRoot, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`);
  return [...pages, ...docs.filter((name) => !made.test(name))]
    .filter((path) => existsSync(join(projectRoot, path)))
    .sort();
}

/** Blocks of a page in a language, in their order. */
export function blocksOf(file: string, languages: readonly string[]): Block[] {
  return new Marked()
    .lexer(readFileSync(join(projectRoot, file), "utf8"))
    .flatMap((token) =>
      token.type === "code" && languages.includes(String(token.lang))
        ? [{ file, language: String(token.lang), text: String(token.text) }]
        : [],
    );
}

/** Commands of a block: lines, those that go on with a backslash together; comments are none. */
export function commandsOf(text: string): string[] {
  return text
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n")
    .map((line) => line.replace(/\s+#\s.*$/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** What isn't run by documentation.long.test.ts, and why. Each is used: a reason that nothing needs any more is a failure. */
export const elsewhere: readonly { command: RegExp; because: string }[] = [
  { command: /^make demo$/, because: "test/demo.test.ts runs it" },
  {
    command: /^(?:make|\.ci\/run)\b/,
    because: "it installs, checks or tests the project, which is being tested",
  },
  {
    command: /^(?:SQL_PORT=8123 )?npx validator-analytics start$/,
    because: "it is the process that the others are run against",
  },
  { command: /\bbackup restore\b/, because: "test/backup.long.test.ts runs it: start has to be stopped" },
  { command: /^npx validator-analytics migrate$/, because: "the folder belongs to the process that runs" },
  { command: /^npx validator-analytics sql$/, because: "it is a prompt, which the verb's own test uses" },
];
