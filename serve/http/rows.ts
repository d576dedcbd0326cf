/** Endpoints that one statement answers: from the request's values to the body. */
import { secondsPerDay } from "../../lib/days.ts";
import { ApiError } from "../../lib/errors.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { QueryParams } from "../../lib/store/store.ts";
import { type Answer, answerFor, type Cursor, type RowsEndpoint, statementsFor } from "../endpoint.ts";
import type { Services } from "../services.ts";
import { listBody, nextOf, pageBody } from "./envelope.ts";
import { csvWriter, type Format, type LineWriter, linesBody, ndjsonWriter, sqlBody } from "./formats.ts";
import { fieldsOf, isComplete, linesOf, pickFields, withoutComplete } from "./jsonText.ts";
import type { Place } from "./place.ts";
import { countStatement, hasTotal, isOpenStatement, rowsStatement, sizeNameOf } from "./statements.ts";

/** A body, how many records it is charged for, and how long it may be kept. */
export type RowsBody = { text: string; rows: number; maxAgeS: number };

export type RowsRequest = {
  endpoint: RowsEndpoint;
  /** The request's own path, and where absolute links begin. */
  path: string;
  place: Place;
  query: Record<string, unknown>;
  /** Path parameters as received. */
  pathParams: Record<string, string>;
  /** Fields of a list besides its rows. */
  head?: string | undefined;
  format: Exclude<Format, "sql">;
};

/** Complete records do not change, except by corrected maths. */
const completeMaxAgeS = secondsPerDay;
export const changingMaxAgeS = 60;
const byOffset: Cursor = { field: "offset" };

type Read = { lines: string[]; hasMore: boolean; total: number };

/** Remembered for some seconds: a client that walks through pages needs the same total each time. */
async function countRows(services: Services, answer: Answer, values: QueryParams): Promise<number> {
  const { file, params } = countStatement(answer, values);
  const [counted] = await services.lookup<{ total: string }>(file, params);
  return Number(counted?.total ?? 0);
}

/**
 * The records of a page out of the rows read, which are one, or one period, more.
 * @param column names the period, where a page's size counts periods
 */
function pageOf(rows: readonly string[], size: number, column: string | undefined): string[] {
  if (column === undefined) return rows.slice(0, size);
  const periods = rows.map((row) => fieldsOf(row).get(column));
  const kept = new Set([...new Set(periods)].slice(0, size));
  return rows.filter((_, place) => kept.has(periods[place]));
}

async function readPage(services: Services, answer: Answer, values: QueryParams): Promise<Read> {
  const sizeName = sizeNameOf(values);
  const size = Number(values[sizeName]);
  if (size === 0) return { lines: [], hasMore: false, total: await countRows(services, answer, values) };
  const { file, params } = rowsStatement(answer, values, sizeName);
  const [{ rows, total }, counted] = await Promise.all([
    services.store.page(loadSql(`queries/${file}`).text, params),
    hasTotal(answer, values) ? undefined : countRows(services, answer, values),
  ]);
  const { cursor } = answer;
  const lines = pageOf(rows, size, cursor?.isOfPeriods === true ? cursor.after?.columns[0] : undefined);
  return { lines, hasMore: rows.length > lines.length, total: counted ?? total };
}

async function readRows(services: Services, endpoint: RowsEndpoint, answer: Answer, values: QueryParams) {
  if (endpoint.kind === "page" || endpoint.kind === "list") return readPage(services, answer, values);
  const lines = linesOf(await services.store.text(loadSql(`queries/${answer.sql}`).text, values));
  return { lines, hasMore: false, total: lines.length };
}

/** The public part of a row: without the columns that only this server needs, and cut to the requested fields. */
export function recordOf({ endpoint, query }: RowsRequest, answer: Answer): (row: string) => string {
  const hasOwnComplete = Object.hasOwn(answer.row.shape, "isComplete");
  const own =
    endpoint.settles !== undefined && !hasOwnComplete ? withoutComplete : (row: string): string => row;
  if (!Array.isArray(query.include)) return own;
  const names = new Set(query.include as string[]);
  return (row) => pickFields(own(row), names);
}

export function writerOf({ format, query }: RowsRequest, answer: Answer): LineWriter {
  if (format === "ndjson") return ndjsonWriter;
  const names = Object.keys(answer.row.shape);
  const included = Array.isArray(query.include) ? new Set(query.include as string[]) : undefined;
  return csvWriter(included === undefined ? names : names.filter((name) => included.has(name)));
}

function textOf(request: RowsRequest, answer: Answer, read: Read): string {
  const { endpoint } = request;
  const rows = read.lines.map(recordOf(request, answer));
  if (request.format !== "json") return linesBody(writerOf(request, answer), rows);
  const built = { ...request, rows, total: read.total };
  switch (endpoint.kind) {
    case "page":
      return pageBody(built, nextOf(built, answer.cursor ?? byOffset, read.lines.at(-1), read.hasMore));
    case "list":
      return listBody(built, request.place.origin + request.place.path);
    case "one":
      return rows[0] ?? "";
    case "array":
      return `[${rows.join(",")}]`;
  }
}

/**
 * The statement that answers the request, with its values in it.
 * @throws ApiError 406 for a statement that reads the server's own tables
 */
export function rowsSql(endpoint: RowsEndpoint, query: Record<string, unknown>, values: QueryParams): string {
  const { sql } = statementsFor(answerFor(endpoint, query), values);
  if (!isOpenStatement(endpoint, sql)) throw new ApiError(406, "Private data cannot be returned as SQL.");
  return sqlBody(loadSql(`queries/${sql}`).text, values);
}

/** Fields with the end of a record's period, in the unit of the bound: a day's number, a date, a slot. */
const periodEnds = ["day", "date", "endDay", "endDate", "toSlot"];

/**
 * Whether the period of a record ends at the bound or after it. While none does, the day of the bound has no record yet,
 * because it is not over or not computed.
 */
function reachesTo(lines: readonly string[], bound: unknown): boolean {
  if (typeof bound !== "number" && typeof bound !== "string") return false;
  return [lines[0], lines.at(-1)].some((line) => {
    const fields = fieldsOf(line ?? "");
    return periodEnds.some((name) => {
      const end: unknown = JSON.parse(fields.get(name) ?? "null");
      return typeof end === typeof bound && (end as typeof bound) >= bound;
    });
  });
}

/** @throws ApiError 404 when `one` has no row */
export async function rowsBody(
  request: RowsRequest,
  values: QueryParams,
  services: Services,
): Promise<RowsBody> {
  const { endpoint, query } = request;
  const answer = answerFor(endpoint, query);
  const read = await readRows(services, endpoint, answer, values);
  if (endpoint.kind === "one" && read.lines.length === 0) {
    throw new ApiError(404, `Not found: ${Object.values(request.pathParams).join(", ")}`);
  }
  const { boundedBy = [], swappedWith = "" } = endpoint.settles ?? {};
  const bounds = boundedBy.map((name) => query[name]).filter((bound) => bound !== undefined);
  const ends = query[swappedWith] === undefined ? bounds : [...bounds, query[swappedWith]];
  const isSettled =
    bounds.length > 0 && read.lines.every(isComplete) && ends.every((end) => reachesTo(read.lines, end));
  return {
    text: textOf(request, answer, read),
    rows: read.lines.length,
    maxAgeS: isSettled ? completeMaxAgeS : changingMaxAgeS,
  };
}
