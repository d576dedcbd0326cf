/** An endpoint is data: what it takes, what a row is, and which SQL answers it. serve/handler.ts runs them all. */
import type { z } from "zod";
import type { QueryParams } from "../lib/store/store.ts";
import type { Services } from "./services.ts";

/**
 * list: the v1 envelope. page: the v0 page. array: rows alone. one: a single row, 404 when there is none.
 * gone: 410 for ever. custom: `handle` answers.
 */
type EndpointKind = "list" | "page" | "array" | "one" | "gone" | "custom";

/** How a page leads to the next: `from` goes down by days, up by indices, or `offset` goes up. */
type Cursor = "day" | "index" | "offset";

/** What answers a request; a variant replaces it for one value of a query field. */
export type Answer = {
  /** Fields of a row in their order. */
  row: z.ZodObject;
  /** File below sql/queries. */
  sql: string;
  /** Only for pages. */
  cursor?: Cursor;
  /** A cheaper statement than `sql` for the number of rows; one row, column `total`. */
  count?: string;
  /** Values that count the rows of the whole query: what the cursor had narrowed is opened again. */
  total?: QueryParams;
};

export type EndpointRequest<Params = unknown, Query = unknown> = {
  params: Params;
  query: Query;
  /** Network that the header names, or the default. */
  network: string;
};

/** Values for the SQL, or the path parameters of the canonical address (307). */
export type Prepared = { values: QueryParams } | { redirect: Record<string, string> };

export type Endpoint = {
  /** Unique; the operation's id in OpenAPI. */
  operation: string;
  method: "get" | "post";
  /** As in the specification: `/v0/eth/validators/{validator_index_or_pubkey}`. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  kind: EndpointKind;
  params: z.ZodObject;
  query: z.ZodObject;
  answer: Answer;
  /** Other answers by the value of one query field. */
  variants?: { field: string; answers: Readonly<Record<string, Answer>> };
  prepare: (request: EndpointRequest, services: Services) => Promise<Prepared>;
  /** Query fields that the page object repeats. */
  pageFields?: readonly string[];
  /** Compute units: bytes / `bytes` + rows · `row`. */
  weight: { bytes: number; row: number };
  /** Free of compute units. */
  beta?: boolean;
  deprecated?: boolean;
  /** day: the last column, isComplete, tells whether a row can still change. short: it may change any minute. */
  freshness: "day" | "short";
  /** header: X-Service-Network selects the network. */
  network: "header" | "none";
  /** Other spellings of query fields that existing clients send. */
  aliases?: Readonly<Record<string, string>>;
};

type Typed<Params extends z.ZodObject, Query extends z.ZodObject> = Omit<
  Endpoint,
  "params" | "query" | "prepare"
> & {
  params: Params;
  query: Query;
  prepare: (
    request: EndpointRequest<z.output<Params>, z.output<Query>>,
    services: Services,
  ) => Promise<Prepared>;
};

/** Declares an endpoint; `prepare` sees the types that its schemas produce. */
export function defineEndpoint<Params extends z.ZodObject, Query extends z.ZodObject>(
  endpoint: Typed<Params, Query>,
): Endpoint {
  // The handler calls `prepare` only with what these very schemas produced.
  return endpoint as unknown as Endpoint;
}

/** The answer for a request: a variant's, or the endpoint's own. */
export function answerFor(endpoint: Endpoint, query: Record<string, unknown>): Answer {
  const chosen = endpoint.variants && query[endpoint.variants.field];
  return (typeof chosen === "string" && endpoint.variants?.answers[chosen]) || endpoint.answer;
}

/** Every answer that the endpoint can give. */
export function answersOf(endpoint: Endpoint): Answer[] {
  return [endpoint.answer, ...Object.values(endpoint.variants?.answers ?? {})];
}
