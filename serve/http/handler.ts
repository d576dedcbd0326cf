/** Runs an endpoint's declaration: who asks, what for, which rows, which envelope. */
import type { Context } from "hono";
import { ApiError } from "../../lib/errors.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { QueryParams } from "../../lib/store/store.ts";
import type { Authenticator } from "../access/auth.ts";
import type { Limiter } from "../access/limits.ts";
import type { Usage } from "../access/usage.ts";
import { type Answer, answerFor, type Endpoint } from "../endpoint.ts";
import type { Services } from "../services.ts";
import { listBody, nextOf, pageBody } from "./envelope.ts";
import { isComplete, linesOf, pickFields, withoutComplete } from "./jsonText.ts";
import { fillPath, keptSearch } from "./links.ts";
import { computeUnitCount } from "./metrics.ts";
import { networkOf } from "./network.ts";
import { parseRequest } from "./parse.ts";
import { computeUnitsOf, respond } from "./respond.ts";
import { countStatement, rowsStatement } from "./statements.ts";

export type HandlerDeps = {
  services: Services;
  authenticate: Authenticator;
  limit: Limiter;
  usage: Usage;
  /** Public address for absolute links; undefined: the request's own. */
  baseUrl: string | undefined;
};

/** A day whose epochs are all final and covered does not change, except by corrected maths. */
const completeMaxAgeS = 86_400;
/** About a sixth of an epoch on mainnet. */
const shortMaxAgeS = 60;

type Rows = { lines: string[]; hasMore: boolean; total: number };

async function readPage(
  services: Services,
  answer: Answer,
  values: QueryParams,
  sizeName: "size" | "limit",
): Promise<Rows> {
  const size = Number(values[sizeName]);
  const rows = rowsStatement(answer, values, sizeName);
  const count = countStatement(answer, values, sizeName);
  const [text, counted] = await Promise.all([
    size === 0 ? "" : services.store.text(rows.sql, rows.params),
    services.store.rows<{ total: string }>(count.sql, count.params),
  ]);
  const lines = linesOf(text);
  return {
    lines: lines.slice(0, size),
    hasMore: lines.length > size,
    total: Number(counted[0]?.total ?? 0),
  };
}

async function readRows(services: Services, endpoint: Endpoint, answer: Answer, values: QueryParams) {
  if (endpoint.kind === "page") return readPage(services, answer, values, "size");
  if (endpoint.kind === "list") return readPage(services, answer, values, "limit");
  const lines = linesOf(await services.store.text(loadSql(`queries/${answer.sql}`).text, values));
  return { lines, hasMore: false, total: lines.length };
}

function bodyOf(
  request: { endpoint: Endpoint; path: string; query: Record<string, unknown>; origin: string },
  answer: Answer,
  read: Rows,
): string {
  const { endpoint, query } = request;
  const hasOwnComplete = Object.hasOwn(answer.row.shape, "isComplete");
  let rows = read.lines;
  if (endpoint.freshness === "day" && !hasOwnComplete) rows = rows.map(withoutComplete);
  if (Array.isArray(query.include)) {
    const names = new Set(query.include as string[]);
    rows = rows.map((line) => pickFields(line, names));
  }
  const built = { ...request, rows, total: read.total };
  switch (endpoint.kind) {
    case "page":
      return pageBody(built, nextOf(built, answer.cursor ?? "offset", read.lines.at(-1), read.hasMore));
    case "list":
      return listBody(built, request.origin);
    case "one":
      return rows[0] ?? "";
    default:
      return `[${rows.join(",")}]`;
  }
}

function idsIn(params: Record<string, string>): string {
  return Object.values(params).join(", ");
}

/** An answer bounded from above, all of whose rows are complete, stays as it is. */
function maxAgeOf(endpoint: Endpoint, query: Record<string, unknown>, lines: readonly string[]): number {
  const isBounded = ["from", "toDate", "toDay"].some((name) => query[name] !== undefined);
  const isSettled = endpoint.freshness === "day" && isBounded && lines.length > 0 && lines.every(isComplete);
  return isSettled ? completeMaxAgeS : shortMaxAgeS;
}

/** @returns the Hono handler of an endpoint. */
export function createHandler(endpoint: Endpoint, deps: HandlerDeps) {
  const { services } = deps;
  return async (context: Context): Promise<Response> => {
    const request = context.req.raw;
    const caller = await deps.authenticate(request.headers.get("authorization"));
    await deps.limit(caller);
    if (endpoint.kind === "gone") throw new ApiError(410, "This endpoint is retired.");

    const url = new URL(request.url);
    const rawParams = context.req.param() as Record<string, string>;
    const { params, query } = parseRequest(endpoint, rawParams, url.searchParams);
    const network = endpoint.network === "header" ? await networkOf(request.headers, services) : "";
    const prepared = await endpoint.prepare({ params, query, network }, services);
    if ("redirect" in prepared) {
      const location = fillPath(endpoint.path, prepared.redirect) + keptSearch(url.searchParams);
      return context.body(null, 307, { location, vary: "X-Service-Network, X-Rated-Network" });
    }
    const answer = answerFor(endpoint, query);
    const read = await readRows(services, endpoint, answer, prepared.values);
    if (endpoint.kind === "one" && read.lines.length === 0) {
      throw new ApiError(404, `Not found: ${idsIn(rawParams)}`);
    }
    const origin = deps.baseUrl ?? url.origin;
    const text = bodyOf({ endpoint, path: url.pathname, query, origin }, answer, read);
    const computeUnits = computeUnitsOf(endpoint, Buffer.byteLength(text), read.lines.length);
    const maxAgeS = maxAgeOf(endpoint, query, read.lines);
    const answered = await respond(request.headers, { text, status: 200, maxAgeS, computeUnits });
    if (endpoint.deprecated === true) answered.response.headers.set("deprecation", "true");
    deps.usage.add(caller, 0, answered.computeUnits);
    computeUnitCount.inc({ operation: endpoint.operation }, answered.computeUnits);
    return answered.response;
  };
}
