/** The commands and statements of the documentation, as a reader meets them: blocks of its pages. */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Marked, type Token, type Tokens } from "marked";
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

const tokensOf = (file: string) => new Marked().lexer(readFileSync(join(projectRoot, file), "utf8"));

/** Languages of a page's blocks; empty where none is named. */
export const languagesOf = (file: string) =>
  new Set(
    tokensOf(file).flatMap((token) => (token.type === "code" ? [(token as Tokens.Code).lang ?? ""] : [])),
  );

/** Blocks of a page in a language, in their order. */
export function blocksOf(file: string, languages: readonly string[]): Block[] {
  return tokensOf(file).flatMap((token) =>
    token.type === "code" && languages.includes(token.lang ?? "")
      ? [{ file, language: token.lang ?? "", text: String(token.text) }]
      : [],
  );
}

/**
 * Runs a page's first example in Python.
 * @param named the replacements for the names in the example
 * @returns its output
 */
export async function runPythonOf(
  file: string,
  python: string,
  named: Readonly<Record<string, string>>,
): Promise<string> {
  const code = Object.entries(named).reduce(
    (text, [name, value]) => text.replaceAll(name, value),
    blocksOf(file, ["python"])[0]?.text ?? "",
  );
  return (await promisify(execFile)(python, ["-c", code])).stdout;
}

/** A command with the table after it, which shows the expected answer. */
export type Example = { command: string; header: readonly string[]; rows: readonly (readonly string[])[] };

/** Cells as a reader sees them, without the marks of code. */
const cellText = ({ text }: { text: string }) => text.replaceAll("`", "");

/** Every command block of a page that is followed by a table, directly or after one paragraph. */
export function examplesOf(file: string): Example[] {
  const tokens = tokensOf(file).filter(({ type }) => type !== "space");
  return tokens.flatMap((token, place) => {
    if (token.type !== "code" || token.lang !== "sh") return [];
    const next = tokens.slice(place + 1).find(({ type }) => type !== "paragraph") as Tokens.Table | Token;
    const [command = ""] = commandsOf(String(token.text));
    if (next?.type !== "table") return [];
    const { header, rows } = next as Tokens.Table;
    return [{ command, header: header.map(cellText), rows: rows.map((row) => row.map(cellText)) }];
  });
}

/** Commands of a block: lines, joined after a backslash, without comments. */
export function commandsOf(text: string): string[] {
  return text
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n")
    .map((line) => line.replace(/\s+#\s.*$/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** Commands that documentation.long.test.ts does not run, and the reasons. An unused reason is a failure. */
export const elsewhere: readonly { command: RegExp; because: string }[] = [
  { command: /^make demo$/, because: "test/demoStill.long.test.ts runs it" },
  {
    command: /^\(cd client && npm pack\)$|^npm install \.\/client\//,
    because: "test/clientPackage.long.test.ts packs and installs the client",
  },
  {
    command: /^curl .*\/explain\?/,
    because: "test/demoStill.long.test.ts runs it against the demo's chains and checks the answer",
  },
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
