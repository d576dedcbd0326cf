/** Daily records of one subject (a validator, a pool, a delegator), or of a whole network: the v1 lists that most chains answer alike. */
import { z } from "zod";
import type { QueryParams } from "../lib/store/store.ts";
import { dayRange, limitPaging } from "../schemas/request.ts";
import type { ServedChain } from "./chain.ts";
import { defineEndpoint, type Endpoint } from "./endpoint.ts";
import { requireKnown } from "./known.ts";

/** The subject whose records a path returns. */
export type Subject = {
  /** Its name in messages. */
  name: string;
  /** The value that statements take it as. Default: its name. */
  value?: string;
  /** Its path parameter, with an error for malformed values and an example. */
  parameter: z.ZodType<string | number>;
  /** The one spelling that tables have, where several are accepted. */
  toStored?: (text: string) => string;
  /** Below sql/queries: a row when anything of it has ever been seen. */
  knownSql: string;
};

const commonQuery = { ...limitPaging, fromDate: dayRange.fromDate, toDate: dayRange.toDate };

/** A list of daily records by UTC day. Its statement takes network, fromDate, toDate, sortOrder, limit and offset. */
export function dailyRecords(declared: {
  chain: ServedChain;
  /** Symbol of the token of amounts, for the description; none where the description has it. */
  token?: string;
  operation: string;
  /** Below `/v1/<chain>/`, with the parameter that names the subject. */
  path: string;
  tag: string;
  summary: string;
  row: z.ZodObject;
  /** Below sql/queries. */
  sql: string;
  /** None: the network's records. */
  subject?: Subject | undefined;
  /** Further values of its statement. */
  values?: QueryParams;
  /** Further fields of the query, which its statement also takes. */
  query?: z.ZodRawShape;
  description?: string;
  /** Default: 8 bytes a unit, 5 units a record. */
  weight?: { bytes: number; row: number };
  /** Whether records become complete (default). */
  isSettling?: boolean;
}): Endpoint {
  const { chain, subject, row, sql, operation, tag, summary, isSettling = true } = declared;
  const query = z.object({ ...commonQuery, ...declared.query });
  const [, parameter = ""] = /\{(\w+)\}/.exec(declared.path) ?? [];
  const params: z.ZodObject = z.object(subject === undefined ? {} : { [parameter]: subject.parameter });
  return defineEndpoint({
    operation,
    method: "get",
    path: `/v1/${chain.id}/${declared.path}`,
    tag,
    chain,
    summary,
    description: declared.description ?? `Daily records in ${declared.token}, by UTC day, oldest first.`,
    kind: "list",
    params,
    query,
    answer: { row, sql },
    prepare: async (
      { params: pathParams, query: { fromDate = null, toDate = null, ...paging }, network },
      services,
    ) => {
      const values: QueryParams = { ...declared.values, ...paging, network, fromDate, toDate };
      if (subject === undefined) return { values };
      const text = String((pathParams as Record<string, unknown>)[parameter]);
      const id = subject.toStored?.(text) ?? text;
      const own = { [subject.value ?? subject.name]: id };
      await requireKnown(services, network, { what: subject.name, sql: subject.knownSql }, text, own);
      return { values: { ...values, ...own } };
    },
    weight: declared.weight ?? { bytes: 8, row: 5 },
    ...(isSettling ? { settles: { boundedBy: ["toDate"] } } : {}),
  });
}
