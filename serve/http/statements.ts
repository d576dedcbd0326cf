/** The statements of a page: its rows, and the number of rows of the whole query. */
import { FatalError } from "../../lib/errors.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { QueryParams } from "../../lib/store/store.ts";
import { type Answer, answersOf, type Endpoint, type RowsEndpoint, statementsFor } from "../endpoint.ts";

/** A file below sql/queries, and values for it. */
export type Statement = { file: string; params: QueryParams };

/** The name of the field with the number of records, if any. @param fields of a query, or values of a statement */
export const sizeNameOf = (fields: object) => (Object.hasOwn(fields, "limit") ? "limit" : "size");

/** Reads one row more than the page holds: it shows whether there is a next page. */
export function rowsStatement(answer: Answer, values: QueryParams, sizeName: "size" | "limit"): Statement {
  const { sql } = statementsFor(answer, values);
  return { file: sql, params: { ...values, [sizeName]: Number(values[sizeName]) + 1 } };
}

const counts = /\bexact_rows_before_limit = 1\b/;

/** Whether the statement of the rows also counts the rows of the whole query. */
export function hasTotal(answer: Answer, values: QueryParams): boolean {
  const { sql } = statementsFor(answer, values);
  const isNarrowed = Object.entries(answer.total ?? {}).some(
    ([name, value]) => Object.hasOwn(values, name) && values[name] !== value,
  );
  return !isNarrowed && counts.test(loadSql(`queries/${sql}`).text);
}

/** Counts the rows of the whole query, for any page. @throws FatalError when the answer has no such statement */
export function countStatement(answer: Answer, values: QueryParams): Statement {
  const { sql, count } = statementsFor(answer, values);
  if (count === undefined) {
    throw new FatalError(`sql/queries/${sql} doesn't return its total: declare a count for it`, {
      code: "no_count",
    });
  }
  const opened = { ...values, ...answer.total };
  const { placeholders } = loadSql(`queries/${count}`);
  return {
    file: count,
    params: Object.fromEntries(placeholders.map(({ name }) => [name, opened[name] ?? null])),
  };
}

/** Tables that analysts' statements can't read: the application's own. */
const ownTable = /\bapp_[a-z]/;

/** Whether others can run the statement. @param file below sql/queries */
export const isOpenStatement = ({ isPrivate }: RowsEndpoint, file: string): boolean =>
  isPrivate !== true && !ownTable.test(loadSql(`queries/${file}`).text);

/** Whether all answers of an operation have a statement to show. */
export function hasStatement(endpoint: Endpoint): endpoint is RowsEndpoint {
  if (endpoint.kind === "gone" || endpoint.kind === "custom") return false;
  const statements = answersOf(endpoint).flatMap((answer) => [
    answer,
    ...Object.values(answer.cheaper?.is ?? {}),
  ]);
  return statements.every(({ sql }) => isOpenStatement(endpoint, sql));
}
