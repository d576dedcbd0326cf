/** A family's declaration of an explained day: its numbers as data, and statements. */
import type { z } from "zod";
import type { QueryParams } from "../../lib/store/store.ts";
import type { ServedChain } from "../chain.ts";
import type { EndpointRequest } from "../endpoint.ts";
import type { Services } from "../services.ts";
import type { WhyNull } from "./nulls.ts";

/** One number of a day's record. */
export type ExplainedNumber = {
  /** Its name in the record: a column of the value statements. */
  name: string;
  unit: string;
  /** In words and signs. */
  formula: string;
  /** Source of the formula. */
  source: string;
  /**
   * The table that holds it, and the column there, or an expression over its columns, which has the number's very value.
   * It may name columns and values of `valuesSql` as placeholders: `{isExecutionKnown:UInt8}`.
   */
  table: string;
  column: string;
  /** Whether the rows add up to it (default); else it is computed from other numbers. */
  isSum?: boolean;
  /** The facts that it is computed from, by their names in `facts`. Default: the first of them. */
  madeOf?: readonly string[];
};

/** A kind of facts that go when their time is over. */
export type ExplainedFacts = {
  /** In the plural: `blocks`. */
  what: string;
  /** The setting of their retention. None: the facts arrive later. */
  keptBy?: string;
  /** What makes them known, if reading the day again does not. */
  remedy?: string;
};

/** The subject of a day: as tables spell it, with its values for statements; or the query to redirect to (307). */
export type ResolvedSubject = { id: string; values: QueryParams } | { redirect: Record<string, string> };

export type Explained = {
  chain: ServedChain;
  operation: string;
  /** Below `/v1/<chain>/`. */
  path: string;
  tag: string;
  /** What the subject is: `validator`. */
  what: string;
  /** Which day `date` is, and further notes. */
  description: string;
  params: z.ZodObject;
  /** @throws ApiError 404 that names who is not known */
  find(request: EndpointRequest, services: Services): Promise<ResolvedSubject>;
  /** When `find` redirects, for the documentation. */
  redirects?: string;
  numbers: readonly ExplainedNumber[];
  /** Why a number is null, by its name. Default: not all facts are known that it is computed from. */
  nulls?: Readonly<Record<string, WhyNull>>;
  /** Kinds of rows that `rowsSql` answers. */
  kinds: readonly [string, ...string[]];
  /** A day with a record, for the documentation. */
  exampleDate: string;
  /**
   * Columns of the keys of the numbers' tables, each of which is a column of `valuesSql`; where names differ, columns or
   * expressions over them, with the name of the column of `valuesSql`.
   */
  keyOf: Readonly<Record<string, readonly string[] | Readonly<Record<string, string>>>>;
  /**
   * Below sql/queries, each of which takes columns of those before it, too. The first has no row on days without a record;
   * all together have the numbers by name, keys, what `rowsSql` takes by
   * the names of its placeholders, `isDayComplete`, and of each kind of facts `<name>Expected` and `<name>Known`: counts.
   */
  valuesSql: readonly [string, ...string[]];
  /** Below sql/queries: the facts, as `explainRow` has them. It also takes kind, number, unknownNumbers, limit and offset. */
  rowsSql: string;
  facts: Readonly<Record<string, ExplainedFacts>>;
  /** The command that reads facts again. Default: the day. */
  backfill?: (day: string, network: string) => string;
  /** Values of statements besides network, date and the subject. */
  values?: (request: EndpointRequest, services: Services) => Promise<QueryParams>;
  /** Further fields of the query, which statements that name them take. */
  query?: z.ZodRawShape;
};
