/**
 * Reads the engine's description of a statement (`explain query tree`). A name may contain any text, also text that looks
 * like another attribute or another line. So every text that looks like a name counts as one, at any position. Forged
 * names only add names to be checked, and can't remove any.
 */
import { refusal } from "./errors.ts";

export type TreeNames = {
  functions: ReadonlySet<string>;
  tableFunctions: ReadonlySet<string>;
  tables: ReadonlySet<string>;
  /** Occurrences of each: columns, aliases, and tables that are not resolved yet. */
  identifiers: ReadonlyMap<string, number>;
  /** Tables and selects that are joined to another, by `join` or comma. */
  joined: number;
};

const knownKinds = new Set([
  "APPLY COLUMN TRANSFORMER",
  "ARRAY_JOIN",
  "COLUMN",
  "CONSTANT",
  "CROSS JOIN",
  "EXCEPT COLUMN TRANSFORMER",
  "FUNCTION",
  "IDENTIFIER",
  "INTERPOLATE",
  "JOIN",
  "LAMBDA",
  "LIST",
  "MATCHER",
  "QUERY",
  "REPLACE COLUMN TRANSFORMER",
  "SORT",
  "TABLE",
  "TABLE_FUNCTION",
  "UNION",
  "WINDOW",
]);

const nodePattern = /^ *([A-Z][A-Z_ ]*) id: (\d+)/;
/** Each table of a comma join has such a line; of a `join` the second one has. */
const joinedPattern = /^ *(?:RIGHT )?TABLE EXPRESSION$/;
const attributePattern = /(?:^|[ ,])(function_name|table_function_name|table_name|identifier): ([^,]*)/g;

/** @param lines the engine's answer @throws StoreError for a kind of node that the checker doesn't support */
export function readTree(lines: readonly string[]): TreeNames {
  const names = {
    function_name: new Set<string>(),
    table_function_name: new Set<string>(),
    table_name: new Set<string>(),
  };
  const identifiers = new Map<string, number>();
  const seen = new Set<string>();
  let joined = 0;
  for (const line of lines.flatMap((text) => text.split("\n"))) {
    if (joinedPattern.test(line)) joined += 1;
    const [, kind, id] = nodePattern.exec(line) ?? [];
    if (kind !== undefined && !knownKinds.has(kind))
      throw refusal("ACCESS_DENIED", `${kind} isn't allowed here`);
    for (const [, attribute, name = ""] of line.matchAll(attributePattern)) {
      if (attribute !== "identifier") names[attribute as keyof typeof names].add(name);
      else if (id === undefined || !seen.has(id)) identifiers.set(name, (identifiers.get(name) ?? 0) + 1);
    }
    if (id !== undefined && kind === "IDENTIFIER") seen.add(id);
  }
  return {
    functions: names.function_name,
    tableFunctions: names.table_function_name,
    tables: names.table_name,
    identifiers,
    joined,
  };
}
