/** Which tables and views a caller of the SQL endpoint may read, and which are the application's own. */
import { basename } from "node:path";
import { listSql } from "./file.ts";
import { listPlainViews } from "./plainViews.ts";

export const privatePrefix = "app_";

/** Tables of chains with a column for the organization of a row. */
const privateTables = new Set(["raw_eth_self_report"]);

/** Whether any caller with the scope may read the table. */
export const isPublicTable = (name: string) => !name.startsWith(privatePrefix) && !privateTables.has(name);

/** Names of all tables and views, including the application's, for operators. */
export function allTables(): string[] {
  const folders = ["tables", "views"];
  const files = folders.flatMap((folder) => listSql(folder).map((path) => basename(path, ".sql")));
  return [...files, ...listPlainViews().map(({ name }) => name)].sort();
}

/** Names of tables and views that any caller with the scope may read. */
export function publicTables(): string[] {
  return allTables().filter(isPublicTable);
}
