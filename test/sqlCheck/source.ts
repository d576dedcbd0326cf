/**
 * The text of a statement as the engine gets it, line by line with the place that each line comes from: a fragment's own
 * line where a fragment is included. Comments are blanked, not removed, so a column of the engine is one of the file.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scanSql } from "../../lib/sql/scan.ts";

export type Place = { path: string; line: number };

/** `including` is the line of the file that includes the fragment. */
export type SourceLine = { at: Place; including?: Place };

export type Source = {
  path: string;
  /** Comments are replaced by spaces; fragments are in their places. */
  text: string;
  /** Of each line of the text. */
  lines: readonly SourceLine[];
  /** The file itself and the fragments that it includes. */
  files: readonly string[];
};

const includeLine = /^( *)(.*?)\/\* include (fragments\/\S+\.sql) \*\/(.*)$/;

export function readRaw(path: string, folder: string): string {
  return readFileSync(join(folder, path), "utf8");
}

/** The same text with a space in the place of each character of a comment. */
export function blankComments(text: string, isKept: (comment: string) => boolean = () => false): string {
  let blanked = "";
  let position = 0;
  for (const { start, end } of scanSql(text).comments) {
    const comment = text.slice(start, end);
    blanked += text.slice(position, start) + (isKept(comment) ? comment : comment.replaceAll(/[^\n]/g, " "));
    position = end;
  }
  return blanked + text.slice(position);
}

type Line = SourceLine & { text: string };

function fragmentLines(path: string, folder: string): Line[] {
  const lines = blankComments(readRaw(path, folder))
    .split("\n")
    .map((text, index): Line => ({ text: text.trimEnd(), at: { path, line: index + 1 } }));
  const isCode = ({ text }: Line) => text !== "";
  return lines.slice(lines.findIndex(isCode), lines.findLastIndex(isCode) + 1);
}

/** As `readSql` of lib/sql/file.ts composes it. */
export function readSource(path: string, folder: string): Source {
  const files = new Set([path]);
  const lines = readRaw(path, folder)
    .split("\n")
    .flatMap((text, index): Line[] => {
      const at = { path, line: index + 1 };
      const [, indent = "", before = "", name, after = ""] = includeLine.exec(text) ?? [];
      if (name === undefined) return [{ text, at }];
      files.add(name);
      const included = fragmentLines(name, folder);
      return included.map((line, place) => ({
        at: line.at,
        including: at,
        text:
          indent +
          (place === 0 ? before + line.text.trimStart() : line.text) +
          (place === included.length - 1 ? after : ""),
      }));
    });
  const text = blankComments(lines.map((line) => line.text).join("\n"));
  return { path, text, lines: lines.map(({ text: _, ...line }) => line), files: [...files] };
}

/** The number of the line, from 1, that a position of the text is on. */
export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}
