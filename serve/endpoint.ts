/** An endpoint is data: its parameters, its row, and its SQL. serve/http/handler.ts runs them all. */
import type { z } from "zod";
import type { QueryParams } from "../lib/store/store.ts";
import type { Caller } from "./access/auth.ts";
import type { Scope } from "./access/scopes.ts";
import type { ServedChain } from "./chain.ts";
import type { Services } from "./services.ts";

/** How a page leads to the next: one field of the query changes. */
export type Cursor = {
  field: string;
  /**
   * Goes on one step after the last row: up or down from the first of these columns that isn't null, by a number, or by
   * days where it is a date. Default: the field counts records.
   */
  after?: { columns: readonly string[]; step: number };
  /** A page's size counts values of the first of these columns, of which several records in a row may have the same. */
  isOfPeriods?: boolean;
};

/** Files below sql/queries. */
export type Statements = {
  sql: string;
  /**
   * The number of rows: one row, column `total`. For pages whose own statement doesn't return it, because it doesn't count
   * rows beyond its limit (`exact_rows_before_limit`), or because the cursor has narrowed it.
   */
  count?: string;
};

/** The answer to a request; a variant replaces it for one value of a query field. */
export type Answer = Statements & {
  /** Fields of a row in their order, with a name (`.meta({ id })`) for the documentation. */
  row: z.ZodObject;
  /** Cheaper statements that return the same rows for certain values; they take the values that they name. */
  cheaper?: { value: string; is: Readonly<Record<string, Statements>> };
  /** Only for pages. Default: `offset` counts records. */
  cursor?: Cursor;
  /** Values that count the rows of the whole query: the bounds set by the cursor are opened again. */
  total?: QueryParams;
};

export type EndpointRequest<Params = Record<string, unknown>, Query = Record<string, unknown>> = {
  params: Params;
  query: Query;
  /** Network that the header names, or the chain's default; empty for endpoints of no chain. */
  network: string;
  /** The authenticated caller. */
  caller: Caller;
};

/**
 * Values for the SQL, and of a list with a head the fields of that, as JSON without the braces; or the path parameters of
 * the canonical address (307).
 */
export type Prepared = { values: QueryParams; head?: string } | { redirect: Record<string, string> };

/** The documentation of every endpoint. */
type Described = {
  /** Unique; the operation's id in OpenAPI. */
  operation: string;
  method: "get" | "post" | "delete";
  /** As in the specification: `/v0/eth/validators/{validator_index_or_pubkey}`. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
};

/** Parameters of every endpoint that still answers. */
type Served<Params extends z.ZodObject, Query extends z.ZodObject> = Described & {
  /** Its networks are selected by header. Without one, the endpoint is about no chain. */
  chain?: ServedChain;
  /** Scope that a key needs. Default: `read`, and `write:tags` for changes. */
  scope?: Scope;
  /** Each with an example, which the tests request: `.meta({ example })`. */
  params: Params;
  /** Required fields have examples, too. */
  query: Query;
  /** Query fields of which at least one is needed. */
  needsOneOf?: readonly string[];
  /** Compute units: bytes / `bytes` + rows · `row`. */
  weight: { bytes: number; row: number };
  /** Free of compute units. */
  beta?: boolean;
  deprecated?: boolean;
  /** Other spellings of query fields that existing clients send. */
  aliases?: Readonly<Record<string, string>>;
  /** For data that only the caller's organization sees. The organization can change it at any time: caches revalidate. */
  isPrivate?: boolean;
};

/** A field of the query, or its name in the page object and the field. */
export type PageField = string | readonly [name: string, field: string];
export const pageFieldOf = (field: PageField) =>
  typeof field === "string" ? ([field, field] as const) : field;

/** list: the v1 envelope. page: the v0 page. array: rows alone. one: a single row, 404 when there is none. */
type Rows<Params extends z.ZodObject, Query extends z.ZodObject> = Served<Params, Query> & {
  kind: "list" | "page" | "array" | "one";
  answer: Answer;
  /** For a list with fields besides its records, which are called `rows` then: the fields that `prepare` reads. */
  head?: z.ZodObject;
  /** Other answers by the value of one query field. */
  variants?: { field: string; answers: Readonly<Record<string, Answer>> };
  prepare(request: EndpointRequest<z.output<Params>, z.output<Query>>, services: Services): Promise<Prepared>;
  /** When `prepare` redirects, for the documentation. */
  redirects?: string;
  /** Query fields that the page object repeats. */
  pageFields?: readonly PageField[];
  /**
   * Rows become complete: the SQL's column isComplete says whether. Complete rows up to a bound that one of these
   * query fields sets stay as they are. Without it, an answer may change any minute. `swappedWith` is the other end of a
   * range whose ends may come in either order.
   */
  settles?: { boundedBy: readonly string[]; swappedWith?: string };
};

export type CustomRequest<Params, Query, Body> = EndpointRequest<Params, Query> & {
  body: Body;
};

/** JSON text, and how many records are charged; or a whole response, which is charged nothing. */
export type CustomAnswer = { text: string; rows: number } | Response;

type Custom<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType> = Served<
  Params,
  Query
> & {
  kind: "custom";
  /** Status of a success. Default: 200. */
  status?: 200 | 201;
  /** JSON that a POST carries. `bytesMax` defaults to 1 MiB; the schema has a name (`.meta({ id })`). */
  body?: { schema: Body; bytesMax?: number };
  /** When it answers 409, for the documentation. */
  conflicts?: string;
  /** The body of a success, for the documentation. */
  response: z.ZodType;
  handle(
    request: CustomRequest<z.output<Params>, z.output<Query>, z.output<Body>>,
    services: Services,
  ): Promise<CustomAnswer>;
};

export type RowsEndpoint = Rows<z.ZodObject, z.ZodObject>;
export type CustomEndpoint = Custom<z.ZodObject, z.ZodObject, z.ZodType>;
/** 410 forever. */
export type GoneEndpoint = Described & { kind: "gone"; message: string };

/** An endpoint that still answers. */
export type ServedEndpoint = RowsEndpoint | CustomEndpoint;
export type Endpoint = ServedEndpoint | GoneEndpoint;

/** Declares an endpoint; `prepare` and `handle` see the types that its schemas produce. */
export function defineEndpoint<Params extends z.ZodObject, Query extends z.ZodObject>(
  endpoint: Rows<Params, Query>,
): RowsEndpoint;
export function defineEndpoint<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType = z.ZodUndefined,
>(endpoint: Custom<Params, Query, Body>): CustomEndpoint;
export function defineEndpoint(endpoint: GoneEndpoint): GoneEndpoint;
export function defineEndpoint(endpoint: Endpoint): Endpoint {
  return endpoint;
}

/** The answer for a request: a variant's, or the endpoint's own. */
export function answerFor(endpoint: RowsEndpoint, query: Record<string, unknown>): Answer {
  const chosen = endpoint.variants && query[endpoint.variants.field];
  return endpoint.variants?.answers[String(chosen)] ?? endpoint.answer;
}

/** The statements for these values: the cheaper ones where there are such, or the answer's own. */
export function statementsFor(answer: Answer, values: QueryParams): Statements {
  const { cheaper } = answer;
  return cheaper?.is[String(values[cheaper.value])] ?? answer;
}

/** Every answer that the endpoint can give. */
export function answersOf(endpoint: RowsEndpoint): Answer[] {
  return [endpoint.answer, ...Object.values(endpoint.variants?.answers ?? {})];
}
