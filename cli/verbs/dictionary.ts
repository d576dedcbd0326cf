/** Prints the data dictionary, or writes its pages. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { dictionaryPages } from "../../lib/sql/dictionaryText.ts";
import { servedDictionary } from "../../serve/dictionary.ts";

/** @param folder where the pages are written; undefined: the dictionary is the answer, as JSON */
export function dictionary(folder: string | undefined): string {
  const served = servedDictionary();
  if (folder === undefined) return `${JSON.stringify(served, null, 2)}\n`;
  const pages = dictionaryPages(served);
  for (const [path, text] of pages) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return `${pages.size} pages in ${folder}\n`;
}
