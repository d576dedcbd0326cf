/**
 * Grammar and style of README, documentation and the explorer's texts by LanguageTool. Needs Java and Maven.
 * Fast counterpart: test/words.test.ts
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "./support/cli.ts";
import { isAccepted } from "./support/languageTool/accepted.ts";
import { type LanguageTool, startLanguageTool } from "./support/languageTool/server.ts";
import { componentAnnotations, markdownAnnotations } from "./support/languageTool/texts.ts";
import { listTexts, rootDocuments, textFolders } from "./support/texts.ts";

const documents = [...rootDocuments, ...textFolders.flatMap((folder) => listTexts(folder, /\.md$/))];
const components = listTexts("explorer/src", /(?<!\.test)\.tsx?$/);

let languageTool: LanguageTool;
beforeAll(async () => {
  languageTool = await startLanguageTool();
});
afterAll(() => languageTool.stop());

async function findingsIn(path: string): Promise<string[]> {
  const text = readFileSync(join(projectRoot, path), "utf8");
  const annotation = path.endsWith(".md") ? markdownAnnotations(text) : componentAnnotations(text);
  if (annotation.length === 0) return [];
  const matches = await languageTool.check(annotation);
  return matches
    .filter((match) => !isAccepted(match))
    .map(({ rule, message, context }) => `${rule}: ${message} ${context}`);
}

describe("LanguageTool", () => {
  it("finds a mistake", async () => {
    const matches = await languageTool.check(markdownAnnotations("The node has returned a unknown block.\n"));
    expect(matches.map(({ rule }) => rule)).toContain("EN_A_VS_AN");
  });

  it.each([...documents, ...components])("%s", async (path) => {
    expect(await findingsIn(path)).toEqual([]);
  });
});
