/** Endpoints that one statement answers: from the request's values to the body. */
import { ApiError } from "../../lib/errors.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { QueryParams, Store } from "../../lib/store/store.ts";
import { type Answer, answerFor, type Cursor, type RowsEndpoint } from "../endpoint.ts";
import { listBody, nextOf, pageBody } from "./envelope.ts";
import { isComplete, linesOf, pickFields, withoutComplete } from "./jsonText.ts";
import { countStatement, rowsStatement } from "./statements.ts";

/** A body, how many records it is charged for, and how long it may be kept. */
export type RowsBody = { text: string; rows: number; maxAgeS: number };

type RowsRequest = {
  endpoint: RowsEndpoint;
  /** The request's own path, and the scheme and host of absolute links. */
  path: string;
  origin: string;
  query: Record<string, unknown>;
  /** Parameters of the path as they came. */
  asked: Record<string, string>;
};

/** Complete records do not change, except by corrected maths. */
const completeMaxAgeS = 86_400;
const changingMaxAgeS = 60;
const byOffset: Cursor = { field: "offset" };

type Read = { lines: string[]; hasMore: boolean; total: number };

async function readPage(
  store: Store,
  answer: Answer,
  values: QueryParams,
  sizeName: "size" | "limit",
): Promise<Read> {
  const size = Number(values[sizeName]);
  const rows = rowsStatement(answer, values, sizeName);
  const count = countStatement(answer, values, sizeName);
  const [text, counted] = await Promise.all([
    size === 0 ? "" : store.text(rows.sql, rows.params),
    store.rows<{ total: string }>(count.sql, count.params),
  ]);
  const lines = linesOf(text);
  return {
    lines: lines.slice(0, size),
    hasMore: lines.length > size,
    total: Number(counted[0]?.total ?? 0),
  };
}

async function readRows(store: Store, endpoint: RowsEndpoint, answer: Answer, values: QueryParams) {
  if (endpoint.kind === "page") return readPage(store, answer, values, "size");
  if (endpoint.kind === "list") return readPage(store, answer, values, "limit");
  const lines = linesOf(await store.text(loadSql(`queries/${answer.sql}`).text, values));
  return { lines, hasMore: false, total: lines.length };
}

function textOf(request: RowsRequest, answer: Answer, read: Read): string {
  const { endpoint, query } = request;
  const hasOwnComplete = Object.hasOwn(answer.row.shape, "isComplete");
  let rows = read.lines;
  if (endpoint.settles !== undefined && !hasOwnComplete) rows = rows.map(withoutComplete);
  if (Array.isArray(query.include)) {
    const names = new Set(query.include as string[]);
    rows = rows.map((line) => pickFields(line, names));
  }
  const built = { ...request, rows, total: read.total };
  switch (endpoint.kind) {
    case "page":
      return pageBody(built, nextOf(built, answer.cursor ?? byOffset, read.lines.at(-1), read.hasMore));
    case "list":
      return listBody(built, request.origin);
    case "one":
      return rows[0] ?? "";
    case "array":
      return `[${rows.join(",")}]`;
  }
}

/** @throws ApiError 404 when `one` has no row */
export async function rowsBody(request: RowsRequest, values: QueryParams, store: Store): Promise<RowsBody> {
  const { endpoint, query } = request;
  const answer = answerFor(endpoint, query);
  const read = await readRows(store, endpoint, answer, values);
  if (endpoint.kind === "one" && read.lines.length === 0) {
    throw new ApiError(404, `Not found: ${Object.values(request.asked).join(", ")}`);
  }
  const isBounded = endpoint.settles?.boundedBy.some((name) => query[name] !== undefined) ?? false;
  const isSettled = isBounded && read.lines.length > 0 && read.lines.every(isComplete);
  return {
    text: textOf(request, answer, read),
    rows: read.lines.length,
    maxAgeS: isSettled ? completeMaxAgeS : changingMaxAgeS,
  };
}
