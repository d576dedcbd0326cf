/** Bodies of answers, joined from the rows' texts. */

import { msPerDay } from "../../lib/days.ts";
import { type Cursor, pageFieldOf, type RowsEndpoint } from "../endpoint.ts";
import { fieldsOf } from "./jsonText.ts";
import { linkTo } from "./links.ts";

/** The parts of a body. `path` is the request's own path. */
export type Built = {
  endpoint: RowsEndpoint;
  path: string;
  query: Record<string, unknown>;
  rows: readonly string[];
  total: number;
  /** Fields besides the rows, as JSON without braces. */
  head?: string | undefined;
};

/** Where a page ended: the first of the columns that isn't null in its last row, as JSON. */
function lastOf(row: string, names: readonly string[]): string | undefined {
  const fields = fieldsOf(row);
  return names.map((name) => fields.get(name)).find((value) => value !== undefined && value !== "null");
}

const quotedDay = /^"(\d{4}-\d\d-\d\d)"$/;

/** A number and as many more, or a date and as many days; undefined below zero. */
function stepped(last: string, step: number): number | string | undefined {
  const day = quotedDay.exec(last)?.[1];
  if (day !== undefined) return new Date(Date.parse(day) + step * msPerDay).toISOString().slice(0, 10);
  const next = Number(last) + step;
  return next < 0 ? undefined : next;
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
    return linkTo(built.path, query, names, {
      [field]: Number(query[field]) + Number(query.size ?? query.limit),
    });
  }
  const last = lastOf(lastRow, after.columns);
  const goesOn = last === undefined ? undefined : stepped(last, after.step);
  return goesOn === undefined ? null : linkTo(built.path, query, names, { [field]: goesOn });
}

/** `{page, total, data, next}` of v0. `next` counts from the API's own address: clients put that before it. */
export function pageBody(built: Built, next: string | null): string {
  const page = Object.fromEntries(
    (built.endpoint.pageFields ?? []).map((each) => {
      const [name, field] = pageFieldOf(each);
      return [name, built.query[field] ?? null];
    }),
  );
  return `{"page":${JSON.stringify(page)},"total":${built.total},"data":[${built.rows.join(",")}],"next":${JSON.stringify(next)}}`;
}

/**
 * `{previous, next, pages, results}` of v1; with a head, its fields before `rows`.
 * @param base start of absolute links, before the path
 */
export function listBody(built: Built, base: string): string {
  const limit = Number(built.query.limit);
  const offset = Number(built.query.offset);
  const names = Object.keys(built.endpoint.query.shape);
  const link = (target: number) => base + linkTo(built.path, built.query, names, { offset: target });
  const next =
    offset + built.rows.length < built.total && built.rows.length > 0 ? link(offset + limit) : null;
  const previous = offset === 0 ? null : link(Math.max(0, offset - limit));
  const pages = Math.ceil(built.total / limit);
  const name = built.head === undefined ? '"results"' : `${built.head},"rows"`;
  return `{"previous":${JSON.stringify(previous)},"next":${JSON.stringify(next)},"pages":${pages},${name}:[${built.rows.join(",")}]}`;
}
