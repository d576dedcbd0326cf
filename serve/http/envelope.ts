/** Bodies of answers, joined from the rows' texts. */
import type { Cursor, RowsEndpoint } from "../endpoint.ts";
import { fieldsOf } from "./jsonText.ts";
import { linkTo } from "./links.ts";

/** What a body is built from. `path` is the request's own path. */
export type Built = {
  endpoint: RowsEndpoint;
  path: string;
  query: Record<string, unknown>;
  rows: readonly string[];
  total: number;
};

/** Where a page ended: the first of the columns that isn't null in its last row. */
function lastOf(row: string | undefined, names: readonly string[]): number | undefined {
  if (row === undefined) return undefined;
  const fields = fieldsOf(row);
  for (const name of names) {
    const value = fields.get(name);
    if (value !== undefined && value !== "null") return Number(value);
  }
  return undefined;
}

/**
 * The address of the next page, or null.
 * @param lastRow the last row of the page with all its fields
 * @param hasMore whether the engine has a row after it
 */
export function nextOf(
  built: Omit<Built, "rows">,
  cursor: Cursor,
  lastRow: string | undefined,
  hasMore: boolean,
): string | null {
  if (!hasMore || lastRow === undefined) return null;
  const { query } = built;
  const names = Object.keys(built.endpoint.query.shape);
  const { field, after } = cursor;
  if (after === undefined) {
    return linkTo(built.path, query, names, { [field]: Number(query[field]) + Number(query.size) });
  }
  const last = lastOf(lastRow, after.columns);
  if (last === undefined || last + after.step < 0) return null;
  return linkTo(built.path, query, names, { [field]: last + after.step });
}

/** `{page, total, data, next}` of v0. */
export function pageBody(built: Built, next: string | null): string {
  const page = Object.fromEntries(
    (built.endpoint.pageFields ?? []).map((name) => [name, built.query[name] ?? null]),
  );
  return `{"page":${JSON.stringify(page)},"total":${built.total},"data":[${built.rows.join(",")}],"next":${JSON.stringify(next)}}`;
}

/**
 * `{previous, next, pages, results}` of v1.
 * @param origin scheme and host for the absolute links
 */
export function listBody(built: Built, origin: string): string {
  const limit = Number(built.query.limit);
  const offset = Number(built.query.offset);
  const names = Object.keys(built.endpoint.query.shape);
  const link = (target: number) => origin + linkTo(built.path, built.query, names, { offset: target });
  const next =
    offset + built.rows.length < built.total && built.rows.length > 0 ? link(offset + limit) : null;
  const previous = offset === 0 ? null : link(Math.max(0, offset - limit));
  const pages = Math.ceil(built.total / limit);
  return `{"previous":${JSON.stringify(previous)},"next":${JSON.stringify(next)},"pages":${pages},"results":[${built.rows.join(",")}]}`;
}
