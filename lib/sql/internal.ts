import { loadSql } from "./file.ts";

/** The text of a statement of the stages' own: sql/queries/internal/<family>/<name>.sql. */
export function internalSql(name: string): string {
  return loadSql(`queries/internal/${name}.sql`).text;
}
