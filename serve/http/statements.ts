/** The statements behind a page: its rows, and how many the whole query has. */
import { loadSql } from "../../lib/sql/file.ts";
import type { QueryParams } from "../../lib/store/store.ts";
import type { Answer } from "../endpoint.ts";

export type Statement = { sql: string; params: QueryParams };

/** Stands for "all rows" where the SQL takes a limit. */
const everyRow = 4_294_967_295;

/** One row more than the page holds is asked for: it tells whether there is a next page. */
export function rowsStatement(answer: Answer, values: QueryParams, sizeName: "size" | "limit"): Statement {
  return {
    sql: loadSql(`queries/${answer.sql}`).text,
    params: { ...values, [sizeName]: Number(values[sizeName]) + 1 },
  };
}

/**
 * Counts the rows of the whole query, whatever the page: by the answer's own statement, or else the rows themselves
 * (the engine computes no column that isn't counted, but it still has to plan them all).
 */
export function countStatement(answer: Answer, values: QueryParams, sizeName: "size" | "limit"): Statement {
  const opened = { ...values, ...answer.total };
  if (answer.count !== undefined) {
    const { text, placeholders } = loadSql(`queries/${answer.count}`);
    return {
      sql: text,
      params: Object.fromEntries(placeholders.map(({ name }) => [name, opened[name] ?? null])),
    };
  }
  const { text } = loadSql(`queries/${answer.sql}`);
  return {
    sql: `select count() as total from (\n${text}\n)`,
    params: {
      ...opened,
      [sizeName]: everyRow,
      ...(Object.hasOwn(values, "offset") ? { offset: 0 } : {}),
    },
  };
}
