/**
 * Which fast tests show the same as a nightly file, with fewer or smaller cases. Its first comment has one line:
 *   Fast counterpart: test/a.test.ts, test/b.test.ts
 *   Fast counterpart: none, because …
 */
import { readFileSync } from "node:fs";

const headPattern = /^\/\*\*[\s\S]*?\*\//;
const linePattern = /^ \* Fast counterpart: (\S.*)$/m;
const nonePattern = /^none, because \S/;

/** The counterpart that the file names. @throws Error that names the missing line */
export function counterpartOf(path: string): { text: string; files: string[] } {
  const head = headPattern.exec(readFileSync(path, "utf8"))?.[0] ?? "";
  const text = linePattern.exec(head)?.[1]?.trim();
  if (text === undefined)
    throw new Error(
      `${path}: the first comment needs the line "Fast counterpart: <path of a test>", or "none, because …"`,
    );
  return { text, files: nonePattern.test(text) ? [] : text.split(/,\s*/) };
}
