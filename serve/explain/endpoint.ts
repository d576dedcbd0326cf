/**
 * `/explain`: the numbers of a subject's day and the facts behind each. A family declares its numbers as data, a statement
 * that reads their values, and one that reads the facts.
 */
import { z } from "zod";
import { ApiError } from "../../lib/errors.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { QueryParams } from "../../lib/store/store.ts";
import { explainHead, explainRow } from "../../schemas/explain.ts";
import { choice, isoDate, wholeNumber } from "../../schemas/request.ts";
import type { ServedChain } from "../chain.ts";
import type { Subject } from "../dailyRecords.ts";
import { defineEndpoint, type Endpoint } from "../endpoint.ts";
import { fieldsOf, linesOf } from "../http/jsonText.ts";
import { requireKnown } from "../known.ts";
import type { Services } from "../services.ts";

/** One number of a day's record. */
export type ExplainedNumber = {
  /** As the record names it: a column of the statement of values. */
  name: string;
  unit: string;
  /** In words and signs. */
  formula: string;
  /** Where the formula comes from. */
  source: string;
  /** The table that holds it, and the column there, or an expression over its columns. */
  table: string;
  column: string;
  /** Whether the rows add up to it (default); else it is made of other numbers. */
  isSum?: boolean;
};

export type Explained = {
  chain: ServedChain;
  operation: string;
  /** Below `/v1/<chain>/`, with the parameter that names the subject. */
  path: string;
  tag: string;
  /** Which day `date` is, and what else there is to say. */
  description: string;
  subject: Subject;
  numbers: readonly ExplainedNumber[];
  /** Kinds of rows that the second statement answers. */
  kinds: readonly [string, ...string[]];
  /** A day with a record, for the documentation. */
  exampleDate: string;
  /** Columns of the keys of the numbers' tables, each of which is a value of the first statement, too. */
  keyOf: Readonly<Record<string, readonly string[]>>;
  /**
   * Below sql/queries: no row on days without a record; else the numbers by name, what the second statement takes by the
   * names of its placeholders, `isDayComplete`, `expectedFacts` and `knownFacts` (counts of what the numbers are made of).
   */
  valuesSql: string;
  /** Below sql/queries: the facts, as `explainRow` has them; takes kind, number, limit and offset beside. */
  rowsSql: string;
  /** What facts are, in the plural: `blocks`. */
  facts: string;
  /** How long facts stay: the setting. */
  keptBy?: string;
  /** What reads them again, where another range than the day is needed. */
  backfill?: (day: string, network: string) => string;
  /** What both statements take beside network, date and the subject. */
  values?: QueryParams;
  /** Further fields of the query, which statements that name them take. */
  query?: z.ZodRawShape;
};

type Values = Map<string, string>;

/** A value as a condition of SQL says it. */
const literal = (json: string) =>
  json.startsWith('"') ? `'${(JSON.parse(json) as string).replace(/[\\']/g, "\\$&")}'` : json;

function keyText(columns: readonly string[], values: Values): string {
  return columns.map((column) => `${column} = ${literal(values.get(column) ?? "null")}`).join(" and ");
}

function numberText(number: ExplainedNumber, explained: Explained, values: Values): string {
  const { name, unit, formula, source, table, column, isSum = true } = number;
  const key = keyText(explained.keyOf[table] ?? [], values);
  const described = JSON.stringify({ unit, formula, source, table, column, key, isSum }).slice(1);
  // The value is what the engine wrote: no digit passes through JavaScript.
  return `{"name":${JSON.stringify(name)},"value":${values.get(name) ?? "null"},${described}`;
}

/** What is missing, why, and what to do; null when nothing is. */
function missingFacts(explained: Explained, date: string, network: string, values: Values): string | null {
  const [expected, known] = ["expectedFacts", "knownFacts"].map((name) => Number(values.get(name) ?? 0));
  if (expected === undefined || known === undefined || known >= expected) return null;
  const { facts, keptBy, backfill, chain } = explained;
  const kept = keptBy === undefined ? "" : ` They are kept as long as ${keptBy} says.`;
  const command = backfill?.(date, network) ?? `backfill ${chain.id}/${network} --from ${date} --to ${date}`;
  return (
    `The numbers are made of ${expected} ${facts}, of which ${known} are here.${kept} ` +
    `\`validator-analytics ${command}\` reads the others again, from a node that has them.`
  );
}

function headText(explained: Explained, date: string, network: string, subject: string, values: Values) {
  const reason = missingFacts(explained, date, network, values);
  const numbers = explained.numbers.map((number) => numberText(number, explained, values));
  const said = {
    network,
    subject,
    date,
    isDayComplete: values.get("isDayComplete") === "true",
    isComplete: reason === null,
    reason,
  };
  return `${JSON.stringify(said).slice(1, -1)},"numbers":[${numbers.join(",")}]`;
}

/** What a statement takes of what is known, by its placeholders. */
function valuesFor(file: string, known: QueryParams): QueryParams {
  const names = loadSql(`queries/${file}`).placeholders.map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, known[name] ?? null]));
}

async function readValues(explained: Explained, known: QueryParams, { store }: Services) {
  const { text } = loadSql(`queries/${explained.valuesSql}`);
  const [line] = linesOf(await store.text(text, valuesFor(explained.valuesSql, known)));
  return line === undefined ? undefined : fieldsOf(line);
}

const parsed = (values: Values): QueryParams =>
  Object.fromEntries([...values].map(([name, json]) => [name, JSON.parse(json) as string | number | null]));

export function explainEndpoint(explained: Explained): Endpoint {
  const { chain, operation, tag, path, subject, numbers, kinds } = explained;
  const [, parameter = ""] = /\{(\w+)\}/.exec(path) ?? [];
  const names = numbers.map(({ name }) => name) as [string, ...string[]];
  return defineEndpoint({
    operation,
    method: "get",
    path: `/v1/${chain.id}/${path}`,
    tag,
    chain,
    summary: `What the numbers of a ${subject.name}'s day are made of`,
    description: explained.description,
    kind: "list",
    params: z.object({ [parameter]: subject.parameter }) as z.ZodObject,
    query: z.object({
      date: isoDate.meta({ example: explained.exampleDate }).describe("The day"),
      ...explained.query,
      number: choice(names).optional().describe("Only rows that count for this number"),
      kind: choice(kinds).optional().describe("Only rows of this kind"),
      limit: wholeNumber(1, 1_000).default(100).describe("Rows on a page"),
      offset: wholeNumber().default(0).describe("Rows to skip"),
    }),
    head: explainHead,
    answer: { row: explainRow, sql: explained.rowsSql },
    prepare: async ({ params, query, network }, services) => {
      const text = String((params as Record<string, unknown>)[parameter]);
      const id = subject.toStored?.(text) ?? text;
      const own = { [subject.value ?? subject.name]: id };
      await requireKnown(services, network, { what: subject.name, sql: subject.knownSql }, text, own);
      const known = { ...explained.values, ...own, ...(query as QueryParams), network };
      const values = await readValues(explained, known, services);
      if (values === undefined)
        throw new ApiError(404, `The ${subject.name} ${text} has no record of ${query.date} on ${network}`);
      return {
        values: valuesFor(explained.rowsSql, { ...parsed(values), ...known }),
        head: headText(explained, query.date, network, id, values),
      };
    },
    weight: { bytes: 8, row: 5 },
  });
}
