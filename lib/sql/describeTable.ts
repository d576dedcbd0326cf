/** Comments of a table's columns as the statement that sets them in warehouses that exist. */
import { parseColumns } from "./table.ts";

const columnComment = / comment '(?:[^']|'')*'/g;
const tableComment = /\ncomment '((?:[^']|'')*)'/;

const withoutComments = (statement: string) =>
  statement.replace(tableComment, "").replace(columnComment, "").replace(/\s+/g, " ").trim();

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * @returns the statement that turns the comments of `before` into those of `after`; undefined when more differs than
 * comments, or nothing
 */
export function describeStatement(table: string, before: string, after: string): string | undefined {
  if (withoutComments(before) !== withoutComments(after)) return undefined;
  const earlier = new Map(parseColumns(table, before).map(({ name, comment }) => [name, comment]));
  const parts = parseColumns(table, after)
    .filter(({ name, comment }) => earlier.get(name) !== comment)
    .map(({ name, comment }) => `  comment column ${name} ${quoted(comment)}`);
  const about = tableComment.exec(after)?.[1];
  if (about !== undefined && about !== tableComment.exec(before)?.[1])
    parts.push(`  modify comment '${about}'`);
  return parts.length === 0 ? undefined : `alter table ${table}\n${parts.join(",\n")}\n`;
}
