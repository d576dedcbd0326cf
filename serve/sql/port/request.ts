/** Reads a request of ClickHouse's HTTP protocol: statement, values, key, and the format of its answer. */
import { promisify } from "node:util";
import { gunzip, inflate } from "node:zlib";
import { foreignStatementBytesMax } from "../../../lib/store/limits.ts";
import type { QueryParams } from "../../../lib/store/store.ts";
import { bodyBytesMax, readBytes } from "../../http/body.ts";
import { refusal } from "../check/errors.ts";
import { isHarmlessSetting } from "../check/settings.ts";

export type SqlRequest = {
  sql: string;
  params: QueryParams;
  /** The format of the answer if the statement names none. */
  format: string | undefined;
  queryId: string | undefined;
  acceptsGzip: boolean;
  /** Whether it wants ClickHouse's own frames. */
  wantsFrames: boolean;
  /** The client's revision of the Native format; 0: not given. */
  revision: number;
};

const gunzipped = promisify(gunzip);
const inflated = promisify(inflate);
const paramPrefix = "param_";

/** The key, as `Authorization: Bearer` has it: clients of ClickHouse show it as a user's password, by any of four ways. */
export function authorizationOf(request: Request): string | null {
  const header = request.headers.get("authorization");
  if (header !== null && header.length <= 512) {
    const basic = /^basic +([A-Za-z0-9+/=]{1,400}) *$/i.exec(header)?.[1];
    if (basic === undefined) return header;
    const pair = Buffer.from(basic, "base64").toString("latin1");
    return `Bearer ${pair.slice(pair.indexOf(":") + 1)}`;
  }
  const key = request.headers.get("x-clickhouse-key") ?? new URL(request.url).searchParams.get("password");
  return key === null ? null : `Bearer ${key}`;
}

/** Values arrive in the escaped form of tab separated text. Arrays, tuples and maps keep theirs: a cast reads the same form. */
function readValue(text: string): string | null {
  if (text === "\\N") return null;
  if (/^[[{(]/.test(text)) return text;
  const letters: Record<string, string> = { t: "\t", n: "\n", r: "\r", b: "\b", f: "\f", "0": "\0" };
  return text.replace(/\\(.)/gs, (_, letter: string) => letters[letter] ?? letter);
}

async function decoded(body: Buffer, encoding: string | null): Promise<Buffer> {
  const options = { maxOutputLength: bodyBytesMax };
  if (encoding === null || encoding === "" || encoding === "identity") return body;
  try {
    if (encoding === "gzip" || encoding === "x-gzip") return await gunzipped(body, options);
    if (encoding === "deflate") return await inflated(body, options);
  } catch {
    throw refusal("BAD_ARGUMENTS", `The body is no ${encoding}, or larger than ${bodyBytesMax} bytes`);
  }
  throw refusal(
    "BAD_ARGUMENTS",
    `A body may be encoded with gzip or deflate, not with ${encoding.slice(0, 20)}`,
  );
}

/** UTF-8, or it is refused: the engine would read other bytes than the checker. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refusal("SYNTAX_ERROR", "The statement is no UTF-8 text");
  }
}

async function readBody(request: Request): Promise<{ text: string; fields: [string, string][] }> {
  const read = await readBytes(request);
  const bytes = await decoded(read, request.headers.get("content-encoding"));
  const contentType = request.headers.get("content-type") ?? "";
  if (!contentType.startsWith("multipart/form-data")) return { text: textOf(bytes), fields: [] };
  try {
    const headers = { "content-type": contentType };
    const form = await new Response(new Uint8Array(bytes), { headers }).formData();
    const fields = [...form].filter((field): field is [string, string] => typeof field[1] === "string");
    return { text: "", fields };
  } catch {
    throw refusal("BAD_ARGUMENTS", "The body is no multipart/form-data");
  }
}

/** @throws StoreError for a setting that can't be had, or a body that can't be read */
export async function readRequest(request: Request): Promise<SqlRequest> {
  const body = await readBody(request);
  const values = [...new URL(request.url).searchParams, ...body.fields];
  const params: Record<string, string | null> = {};
  const named = new Map<string, string>();
  for (const [name, value] of values) {
    if (name.startsWith(paramPrefix)) params[name.slice(paramPrefix.length)] = readValue(value);
    else if (isHarmlessSetting(name)) named.set(name, value);
    else
      throw refusal(
        "READONLY",
        `The setting ${name.slice(0, 100)} can't be changed here: leave it out of the address`,
      );
  }
  if (named.get("decompress") === "1")
    throw refusal("BAD_ARGUMENTS", "decompress=1 isn't read here: send the statement as it is, or as gzip");
  const parts = [named.get("query") ?? "", body.text].filter((part) => part !== "");
  const sql = parts.join("\n");
  if (sql.length > foreignStatementBytesMax)
    throw refusal("QUERY_IS_TOO_LARGE", `A statement may have ${foreignStatementBytesMax} bytes`);
  const accepts = (request.headers.get("accept-encoding") ?? "").slice(0, 1_024);
  return {
    sql,
    params,
    format: request.headers.get("x-clickhouse-format") ?? named.get("default_format"),
    queryId: named.get("query_id"),
    acceptsGzip: named.get("enable_http_compression") === "1" && /\bgzip\b/.test(accepts),
    wantsFrames: named.get("compress") === "1",
    revision: Number(named.get("client_protocol_version") ?? 0),
  };
}
