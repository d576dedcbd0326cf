/** A folder of SQL as an older version had it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const frontMatter = "/* ---\nheight: none\nfed_by: model\nkeep: forever\n--- */\n";

/**
 * Writes these files and no others.
 * @param files by their paths below `folder`; texts of tables are without front matter, as `loadSql` gives them
 */
export function writeSqlFolder(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path.startsWith("tables/") ? `${frontMatter}${text}` : text);
  }
  return folder;
}
