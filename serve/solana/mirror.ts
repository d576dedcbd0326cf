/** v0 operations offered in v1: the same subject, statements and records, in the style of v1. */
import { z } from "zod";
import { dayRange, limitPaging, orderedPaging } from "../../schemas/request.ts";
import type { Answer, Prepared, RowsEndpoint } from "../endpoint.ts";
import { weightV1 } from "./chain.ts";
import { listQuery, listValues } from "./performance.ts";

type Query = Record<string, unknown>;

/** How a v1 list pages through what v0 answers by `from` and `size`. */
type Listing = {
  /** Fields of the query in place of `from` and `size`. */
  query: z.ZodObject;
  /** The same as `from` and `size`. */
  page(query: Query): Query;
  /** Values of the SQL in place of those that v0 makes of the page. */
  bounds(query: Query): Record<string, string | number | null>;
};

const rankQuery = z.object({
  limit: listQuery.shape.limit,
  offset: orderedPaging.offset,
  sortOrder: orderedPaging.sortOrder,
});

/** Records by rank. */
const byRank: Listing = {
  query: rankQuery,
  page: ({ limit, offset }) => ({ from: offset, size: limit }),
  bounds: (query) => ({ sortOrder: (query as z.output<typeof rankQuery>).sortOrder }),
};

const dayQuery = z.object({
  limit: listQuery.shape.limit,
  offset: limitPaging.offset,
  sortOrder: limitPaging.sortOrder,
  fromDate: dayRange.fromDate,
  toDate: dayRange.toDate,
});

/** Records of days, oldest first by default. */
const byTime: Listing = {
  query: dayQuery,
  page: ({ limit }) => ({ size: limit }),
  bounds: (query) => {
    const { fromDate, toDate, sortOrder, offset } = query as z.output<typeof dayQuery>;
    return { dayMin: fromDate ?? null, dayMax: toDate ?? null, sortOrder, offset };
  },
};

/** Records of days or of intervals, oldest first by default. */
const byPeriod: Listing = {
  query: listQuery,
  page: ({ limit }) => ({ size: limit }),
  bounds: (query) => {
    const { limit: _, ...bounds } = listValues(query as z.output<typeof listQuery>);
    return bounds;
  },
};

const listings = { byRank, byTime, byPeriod };

/** The part of a page that its v1 list shares: no cursor, and the total within its bounds. */
const listedAnswer = ({ cursor: _, total: __, ...answer }: Answer): Answer => answer;

const named = (v0: RowsEndpoint) => ({
  operation: `${v0.operation.replace(/V0$/, "")}V1`,
  path: v0.path.replace("/v0/", "/v1/"),
  tag: v0.tag.replace("(v0)", "(v1)"),
  weight: weightV1,
});

/** The same record of v1. */
export function oneInV1(v0: RowsEndpoint): RowsEndpoint {
  return { ...v0, ...named(v0) };
}

/** A page of v0 as a list of v1. */
export function listInV1(v0: RowsEndpoint, order: keyof typeof listings): RowsEndpoint {
  const { query, page, bounds } = listings[order];
  const { from: _, size: __, ...others } = v0.query.shape;
  const { pageFields: ___, variants, ...shared } = v0;
  const answers = Object.entries(variants?.answers ?? {}).map(([value, one]) => [value, listedAnswer(one)]);
  return {
    ...shared,
    ...named(v0),
    summary: v0.summary.replace(", newest first", ""),
    kind: "list",
    query: z.object({ ...others, ...query.shape }),
    answer: listedAnswer(v0.answer),
    ...(variants && { variants: { ...variants, answers: Object.fromEntries(answers) } }),
    prepare: async (request, services): Promise<Prepared> => {
      const paged = { ...request, query: { ...request.query, ...page(request.query) } };
      const prepared = await v0.prepare(paged, services);
      if ("redirect" in prepared) return prepared;
      return { values: { ...prepared.values, ...bounds(request.query) } };
    },
  };
}
