/** Answers and refusals as ClickHouse writes them. */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type ApiError, isErrorOfKind, type StoreError } from "../../../lib/errors.ts";
import type { Answered } from "../../../lib/store/store.ts";
import { codeOfType, type RefusalType } from "../check/errors.ts";
import { contentTypeOf } from "./formats.ts";
import { framed } from "./frames.ts";

const gzipped = promisify(gzip);
const gzipMinimumBytes = 1_024;
const displayName = "validator-analytics";

/** ClickHouse's status by its code of an error; all else is 500, or 400 where it was the statement's fault. */
const statusByCode: Readonly<Record<number, number>> = {
  46: 400,
  60: 404,
  81: 404,
  158: 413,
  159: 408,
  164: 403,
  202: 429,
  241: 413,
  290: 429,
  307: 413,
  394: 499,
  396: 413,
  397: 403,
  497: 403,
  516: 401,
  658: 413,
};

const typeByStatus: Readonly<Record<number, RefusalType>> = {
  401: "AUTHENTICATION_FAILED",
  403: "ACCESS_DENIED",
  413: "QUERY_IS_TOO_LARGE",
  414: "QUERY_IS_TOO_LARGE",
  431: "QUERY_IS_TOO_LARGE",
  429: "TOO_MANY_SIMULTANEOUS_QUERIES",
  503: "TOO_MANY_SIMULTANEOUS_QUERIES",
};

function exceptionResponse(
  status: number,
  { code, type, message }: { code: number; type: string; message: string },
  headers: Record<string, string> = {},
): Response {
  return new Response(`Code: ${code}. DB::Exception: ${message} (${type})\n`, {
    status,
    headers: {
      "content-type": "text/plain; charset=UTF-8",
      "cache-control": "no-store",
      "x-clickhouse-exception-code": String(code),
      "x-clickhouse-server-display-name": displayName,
      ...headers,
    },
  });
}

/** A refusal by HTTP's status, in ClickHouse's words. */
export function refuse(status: number, detail: unknown, headers: Record<string, string> = {}): Response {
  const type = typeByStatus[status] ?? "BAD_ARGUMENTS";
  const message = typeof detail === "string" ? detail : JSON.stringify(detail);
  const more =
    status === 401 ? { ...headers, "www-authenticate": 'Basic realm="SQL", charset="UTF-8"' } : headers;
  return exceptionResponse(status, { code: codeOfType(type), type, message }, more);
}

/** @returns the client's answer; undefined: an internal error that the client must not see */
export function exceptionOf(error: unknown, headers: Record<string, string> = {}): Response | undefined {
  if (isErrorOfKind(error, "api")) {
    const { status, detail, headers: errorHeaders } = error as ApiError;
    return refuse(status, detail, { ...errorHeaders, ...headers });
  }
  if (!isErrorOfKind(error, "store")) return undefined;
  const { code: type, message, meta, retryable } = error as StoreError;
  const given = meta.clickhouseCode;
  // A refusal by parameter binding has no error code of the engine.
  const isBinding = type === "unknown_query_parameter" || type === "bad_query_parameter";
  const code = typeof given === "number" ? given : isBinding ? 456 : undefined;
  if (code === undefined) return undefined;
  const bare = message.replace(/^Code: \d+\. DB::Exception: /, "").replace(/ \([A-Z_]+\)\s*$/, "");
  const status = statusByCode[code] ?? (retryable ? 503 : 400);
  return exceptionResponse(status, { code, type: type.toUpperCase(), message: bare }, headers);
}

export type AnswerOptions = {
  queryId: string;
  format: string;
  acceptsGzip: boolean;
  wantsFrames: boolean;
  elapsedMs: number;
};

export const queryHeaders = (queryId: string): Record<string, string> => ({
  "x-clickhouse-query-id": queryId,
  "x-clickhouse-server-display-name": displayName,
});

export async function answerResponse(
  { bytes, readRows, readBytes }: Answered,
  { queryId, format, acceptsGzip, wantsFrames, elapsedMs }: AnswerOptions,
): Promise<Response> {
  const summary = {
    read_rows: String(readRows),
    read_bytes: String(readBytes),
    written_rows: "0",
    written_bytes: "0",
    total_rows_to_read: String(readRows),
    // The engine doesn't return it. Clients only check whether there are any, before they read the rows.
    result_rows: String(Math.max(1, readRows)),
    result_bytes: String(bytes.byteLength),
    elapsed_ns: String(Math.round(elapsedMs * 1_000_000)),
  };
  const headers: Record<string, string> = {
    ...queryHeaders(queryId),
    "content-type": contentTypeOf(format) ?? "application/octet-stream",
    "cache-control": "no-store",
    "x-clickhouse-format": format,
    "x-clickhouse-timezone": "UTC",
    "x-clickhouse-summary": JSON.stringify(summary),
  };
  let body: Uint8Array<ArrayBuffer> = bytes as Uint8Array<ArrayBuffer>;
  if (wantsFrames) body = new Uint8Array(await framed(bytes));
  else if (acceptsGzip && bytes.byteLength >= gzipMinimumBytes) {
    body = new Uint8Array(await gzipped(bytes, { level: 1 }));
    headers["content-encoding"] = "gzip";
  }
  headers["content-length"] = String(body.byteLength);
  return new Response(body, { headers });
}
