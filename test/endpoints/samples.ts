/** Sample requests for the tests of all endpoints, built from the examples of their parameters only. */

import type { z } from "zod";
import { answersOf, type Endpoint, type RowsEndpoint, type ServedEndpoint } from "../../serve/endpoint.ts";
import { endpoints } from "../../serve/endpoints.ts";
import { parameterOf } from "../../serve/http/openapi/parameters.ts";
import { listFields } from "../../serve/http/parse.ts";
import { accountRows } from "../support/serveAccount.ts";
import { avalancheRows } from "../support/serveAvalanche.ts";
import { cardanoRows } from "../support/serveCardano.ts";
import { cosmosRows } from "../support/serveCosmos.ts";
import type { ServedRows } from "../support/servedRows.ts";
import { eigenlayerRows } from "../support/serveEigenlayer.ts";
import { ethRows } from "../support/serveEth.ts";
import { polkadotRows } from "../support/servePolkadot.ts";
import { polygonRows } from "../support/servePolygon.ts";
import { solanaRows } from "../support/serveSolana.ts";

const servedRows: readonly ServedRows[] = [
  ethRows,
  ...cosmosRows,
  solanaRows,
  polkadotRows,
  cardanoRows,
  avalancheRows,
  eigenlayerRows,
  polygonRows,
  accountRows,
];
export const rowsByChain = new Map(servedRows.map((rows) => [rows.chain, rows]));

export const nameOf = (endpoint: { method: string; path: string }) =>
  `${endpoint.method.toUpperCase()} ${endpoint.path}`;

const isRows = (endpoint: Endpoint): endpoint is RowsEndpoint =>
  endpoint.kind !== "gone" && endpoint.kind !== "custom";

/** Endpoints that a statement answers, by name. */
export const rowsEndpoints = endpoints
  .filter(isRows)
  .map((endpoint) => [nameOf(endpoint), endpoint] as const);

/** The properties by which the server treats endpoints differently once their rows are read; the rest is shared code. */
const formatOf = (endpoint: RowsEndpoint) =>
  JSON.stringify([
    endpoint.kind,
    endpoint.head !== undefined,
    endpoint.settles !== undefined,
    endpoint.isPrivate === true,
    endpoint.beta === true,
    endpoint.pageFields !== undefined,
  ]);

/** One endpoint of each format, by name. */
export const oneOfEachFormat = rowsEndpoints.filter(
  ([, endpoint], place) =>
    rowsEndpoints.findIndex(([, other]) => formatOf(other) === formatOf(endpoint)) === place,
);

/** Endpoints that code answers: those that change something. */
export const customEndpoints = endpoints
  .filter((endpoint) => endpoint.kind === "custom")
  .map((endpoint) => [nameOf(endpoint), endpoint] as const);

/** Endpoints that still answer, by name. */
export const servedEndpoints = endpoints
  .filter((endpoint) => endpoint.kind !== "gone")
  .map((endpoint) => [nameOf(endpoint), endpoint] as const);

/** The methods of an address, in the order of their declarations. */
export function methodsAt(path: string): string[] {
  const there = endpoints.filter((endpoint) => endpoint.path === path);
  return there.flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
}

const knownExamples = new Map<unknown, readonly string[]>();

/** The texts of a field's example, as in a URL; none when it has no example. */
function examplesOf(place: "path" | "query", name: string, field: unknown): readonly string[] {
  const cached = knownExamples.get(field);
  if (cached !== undefined) return cached;
  const { example } = parameterOf(place, name, field as z.ZodType);
  const texts = example === undefined ? [] : [example].flat().map(String);
  knownExamples.set(field, texts);
  return texts;
}

/** Parameters of the path, by their examples. */
export function pathExample(endpoint: ServedEndpoint): Record<string, string> {
  const fields = Object.entries(endpoint.params.shape);
  return Object.fromEntries(fields.map(([name, field]) => [name, examplesOf("path", name, field)[0] ?? ""]));
}

function pathOf(endpoint: ServedEndpoint, params: Record<string, string> = {}): string {
  const all = { ...pathExample(endpoint), ...params };
  return endpoint.path.replace(/\{(\w+)\}/g, (_, field: string) => all[field] ?? "");
}

/**
 * @param more further parameters of the query, in place of their examples unless they are lists
 * @param params parameters of the path in place of their examples
 */
export function sampleOf(endpoint: ServedEndpoint, more = "", params: Record<string, string> = {}): string {
  const search = new URLSearchParams();
  const given = new URLSearchParams(more);
  const lists = listFields(endpoint.query);
  for (const [name, field] of Object.entries(endpoint.query.shape)) {
    if (given.has(name) && !lists.has(name)) continue;
    for (const text of examplesOf("query", name, field)) search.append(name, text);
  }
  const query = [String(search), more].filter((part) => part).join("&");
  return `${pathOf(endpoint, params)}${query === "" ? "" : `?${query}`}`;
}

/** Each answer of an endpoint, with the query that selects it. */
function answerCasesOf(endpoint: RowsEndpoint) {
  return answersOf(endpoint).map((answer) => {
    const variants = Object.entries(endpoint.variants?.answers ?? {});
    const variant = variants.find(([, other]) => other === answer);
    const more = variant === undefined ? "" : `${endpoint.variants?.field}=${variant[0]}`;
    return [answer, more] as const;
  });
}

/** Each statement of rows of an endpoint by its file, with its answer and the query that selects it. */
export function casesOf(endpoint: RowsEndpoint) {
  return answerCasesOf(endpoint).flatMap(([answer, more]) => {
    const files = [answer, ...Object.values(answer.cheaper?.is ?? {})].map(({ sql }) => sql);
    return files.map((file) => [file, answer, more] as const);
  });
}

/** Each cheaper statement, with the one that it replaces and the value of the SQL for which it does. */
export function cheaperCasesOf(endpoint: RowsEndpoint) {
  return answerCasesOf(endpoint).flatMap(([answer, more]) =>
    Object.entries(answer.cheaper?.is ?? {}).map(([value, { sql }]) => {
      const named = { [answer.cheaper?.value ?? ""]: value };
      return [sql, answer.sql, named, more] as const;
    }),
  );
}

export type Row = Record<string, unknown>;
export type Body = {
  data?: Row[];
  results?: Row[];
  /** Of a list with a head. */
  rows?: Row[];
  total?: number;
  pages?: number;
  next: string | null;
  previous?: string | null;
  detail: { loc: string[]; msg: string; type: string }[];
};

/** The records of a body in any envelope. */
export function recordsIn(body: Body | Row[]): Row[] {
  return Array.isArray(body) ? body : (body.data ?? body.results ?? body.rows ?? [body]);
}

export async function bodyOf(response: Response | Promise<Response>): Promise<Body> {
  return (await (await response).json()) as Body;
}
