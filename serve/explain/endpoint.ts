/** `/explain`: the numbers of a subject's day and the facts of each, as a family declares them. */
import { z } from "zod";
import { ApiError } from "../../lib/errors.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { QueryParams } from "../../lib/store/store.ts";
import { explainHead, explainRow } from "../../schemas/explain.ts";
import { choice, isoDate, orderedPaging, wholeNumber } from "../../schemas/request.ts";
import type { Subject } from "../dailyRecords.ts";
import { defineEndpoint, type Endpoint } from "../endpoint.ts";
import { fieldsOf, linesOf } from "../http/jsonText.ts";
import { requireKnown } from "../known.ts";
import type { Services } from "../services.ts";
import type { Explained } from "./declaration.ts";
import { headText } from "./head.ts";
import type { Values } from "./nulls.ts";

/** The values of a statement's placeholders. */
function valuesFor(file: string, available: QueryParams): QueryParams {
  const names = loadSql(`queries/${file}`).placeholders.map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, available[name] ?? null]));
}

/** Columns as values for the next statement, which takes heights, days and the like of them. */
const parsed = (values: Values): QueryParams =>
  Object.fromEntries([...values].map(([name, json]) => [name, JSON.parse(json) as string | number | null]));

/** Columns of all value statements, along with `available`; undefined on days without a record. */
async function readValues({ valuesSql }: Explained, available: QueryParams, { store }: Services) {
  const values = new Map(
    Object.entries(available).map(([name, value]) => [name, JSON.stringify(value ?? null)]),
  );
  for (const file of valuesSql) {
    const params = valuesFor(file, { ...parsed(values), ...available });
    const [line] = linesOf(await store.text(loadSql(`queries/${file}`).text, params));
    if (line === undefined) return undefined;
    for (const [name, json] of fieldsOf(line)) values.set(name, json);
  }
  return values;
}

/** Finds the same subjects as daily records. */
export function subjectFinder(
  subject: Subject,
  parameter: string,
): Pick<Explained, "what" | "params" | "find"> {
  return {
    what: subject.name,
    params: z.object({ [parameter]: subject.parameter }),
    find: async ({ params, network }, services) => {
      const text = String(params[parameter]);
      const id = subject.toStored?.(text) ?? text;
      const values = { [subject.value ?? subject.name]: id };
      await requireKnown(services, network, { what: subject.name, sql: subject.knownSql }, text, values);
      return { id, values };
    },
  };
}

export function explainEndpoint(explained: Explained): Endpoint {
  const { chain, what, numbers, rowsSql } = explained;
  const names = numbers.map(({ name }) => name) as [string, ...string[]];
  return defineEndpoint({
    operation: explained.operation,
    method: "get",
    path: `/v1/${chain.id}/${explained.path}`,
    tag: explained.tag,
    chain,
    summary: `Explanation of the numbers of a ${what}'s day`,
    description: explained.description,
    ...(explained.redirects === undefined ? {} : { redirects: explained.redirects }),
    kind: "list",
    params: explained.params,
    query: z.object({
      date: isoDate.meta({ example: explained.exampleDate }).describe("The day"),
      ...explained.query,
      number: choice(names).optional().describe("Only rows that count for this number"),
      kind: choice(explained.kinds).optional().describe("Only rows of this kind"),
      limit: wholeNumber(1, 1_000).default(100).describe("Rows on a page"),
      offset: wholeNumber().default(0).describe("Rows to skip"),
      sortOrder: orderedPaging.sortOrder,
    }),
    head: explainHead,
    answer: { row: explainRow, sql: rowsSql },
    prepare: async (request, services) => {
      const { query, network } = request;
      const subject = await explained.find(request, services);
      if ("redirect" in subject) return subject;
      const own = await explained.values?.(request, services);
      const available = { ...own, ...subject.values, ...(query as QueryParams), network };
      const values = await readValues(explained, available, services);
      const { date } = query;
      if (values === undefined)
        throw new ApiError(404, `The ${what} ${subject.id} has no record of ${date} on ${network}`);
      const unknownNumbers = names.filter((name) => (values.get(name) ?? "null") === "null");
      return {
        values: valuesFor(rowsSql, { ...parsed(values), ...available, unknownNumbers }),
        head: headText(explained, { network, subject: subject.id, date }, values),
      };
    },
    weight: { bytes: 8, row: 5 },
  });
}
