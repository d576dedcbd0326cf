/**
 * A view of each table that analysts read, under the table's name without its layer, which reads `final`: so
 * `select … from eth_validator_performance_daily` can't count a row twice that was written twice. Made of the tables'
 * own files: columns, types and comments are theirs.
 */
import { basename } from "node:path";
import { frontMatterOf, listSql, loadSql, sqlFolder } from "./file.ts";
import { parseColumns } from "./table.ts";

export type PlainView = {
  name: string;
  table: string;
  /** Path of the table's file. */
  path: string;
  /** `create or replace view …`. */
  text: string;
};

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * The name of a table's view: for facts and dimensions their name without the layer, for other tables the name in their
 * front matter (`view: …`), because a name may occur in two layers; undefined without one.
 */
export function plainViewNameOf(
  table: string,
  frontMatter: Readonly<Record<string, string>>,
): string | undefined {
  return /^(?:fct|dim)_(.+)$/.exec(table)?.[1] ?? frontMatter.view;
}

/** Aliases among the columns are no part of `*`, so all are named. */
function viewText(name: string, table: string, statement: string): string {
  const columns = parseColumns(table, statement);
  const about = /\ncomment '((?:[^']|'')*)'$/.exec(statement)?.[1]?.replaceAll("''", "'") ?? "";
  const declared = columns.map(
    (column) => `  ${column.name} ${column.type} comment ${literal(column.comment)}`,
  );
  return [
    `create or replace view ${name} (`,
    declared.join(",\n"),
    `) as select ${columns.map((column) => column.name).join(", ")}`,
    `from ${table} final`,
    `comment ${literal(about)}`,
  ].join("\n");
}

/** The views of all tables below `folder`, in the order of the tables. */
export function listPlainViews(folder: string = sqlFolder): PlainView[] {
  return listSql("tables", folder).flatMap((path) => {
    const table = basename(path, ".sql");
    if (!/^(?:raw|int|dim|fct)_/.test(table)) return [];
    const name = plainViewNameOf(table, {}) ?? plainViewNameOf(table, frontMatterOf(path, folder));
    if (name === undefined) return [];
    return [{ name, table, path, text: viewText(name, table, loadSql(path, folder).text) }];
  });
}
