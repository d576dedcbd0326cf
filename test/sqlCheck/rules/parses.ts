import type { SqlRule } from "../rule.ts";

/** Each file is one statement that the engine accepts, with the tables, functions and views that it names. */
export const parses: SqlRule = {
  name: "parses",
  find: ({ problem }) => (problem === undefined ? [] : [problem]),
};
