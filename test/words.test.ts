/**
 * Phrases and names that say too little; CONTRIBUTING.md says how we write. Single words are cspell's, in cspell.json
 * (`make words`).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "./support/cli.ts";
import { listTexts, rootDocuments, textFolders } from "./support/texts.ts";

/** What to write instead of each. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(?:is|are|was|were|be|being|been) made (?:of|again|from|up of)\b/i, "is computed from, is recomputed"],
  [/\b(?:comes?|came) out\b/i, "the result is"],
  [/\b(?:goes|go|went) by\b/i, "is called, is identified by"],
  [/\bput aside\b/i, "moved to the dead-letter topic"],
  [/\bheld against\b/i, "compared with, reconciled with"],
  [/\bhangs? on\b/i, "depends on"],
  [/\bin all(?=[.,;:)]|$)/i, "total"],
  [/\bfor ever\b/i, "forever"],
];
/** Variables are named after what they hold. */
const names =
  /\b(?:const|let|var) (?:found|known|asked|told)\b|[{[(,] ?(?:found|known)(?:,| ?[}\])]:?.*=>| =>)/;

const isText =
  /^(?!sql\/migrations\/|fixtures\/schema\/|test\/words\.test\.ts$).+\.(?:ts|tsx|mjs|sql|md|ya?ml|css|py|sh)$/;

function findingsIn(path: string): string[] {
  const lines = readFileSync(join(projectRoot, path), "utf8").split("\n");
  return lines.flatMap((line, place) => {
    const wrong = phrases
      .filter(([phrase]) => phrase.test(line))
      .map(([phrase, better]) => `${phrase.exec(line)?.[0]} → ${better}`);
    const named =
      /\.tsx?$/.test(path) && names.test(line) ? ["a variable named by grammar → what it holds"] : [];
    return [...wrong, ...named].map((finding) => `${path}:${place + 1}: ${finding}: ${line.trim()}`);
  });
}

describe("plain words", () => {
  it.each(textFolders)("%s", (folder) => {
    const paths = listTexts(folder, isText);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.flatMap(findingsIn)).toEqual([]);
  });

  it.each([...rootDocuments, ".env.example"])("%s", (path) => {
    expect(findingsIn(path)).toEqual([]);
  });
});
