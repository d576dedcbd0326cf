/** Comments of SQL files: of a function, a view, an example question. */
import { readSql, sqlFolder } from "./file.ts";

/** The comment lines above the statement of the file at `path`, as one text; front matter aside. */
export function aboutOf(path: string, folder: string = sqlFolder): string {
  const lines = readSql(path, folder)
    .replace(/^\s*\/\*\s*---[\s\S]*?---\s*\*\/\s*/, "")
    .split("\n");
  const end = lines.findIndex((line) => !line.startsWith("--"));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^-- ?/, ""))
    .join("\n");
}

/** The comment and its final example (`Example: …`), which may be empty. */
export function splitExample(about: string): { text: string; example: string } {
  const start = about.search(/^Example: /m);
  if (start === -1) return { text: about.trim(), example: "" };
  return { text: about.slice(0, start).trim(), example: about.slice(start + "Example: ".length).trim() };
}
