/** Questions about tables with statements of their own: each becomes a select over the visible part of the engine's tables. */
import { type Canonical, canonicalOf } from "./canonical.ts";
import type { Catalog } from "./catalog.ts";
import { refusal } from "./errors.ts";

/** A name as the engine's formatter writes it, or two of them. */
const tableName = "((?:[\\w]+\\.)?[\\w]+)";
const like = "(?: (NOT )?(I?LIKE) (~+))?";
const limit = "(?: LIMIT (\\d+))?";

type Question = { match: RegExpExecArray; text: string; catalog: Catalog };

/** The literal in the text where the code has `~`. */
function literalAt({ match, text }: Question, masked: string | undefined): string {
  if (masked === undefined) return "";
  const start = match[0].indexOf(masked);
  return text.slice(start, start + masked.length);
}

function likeClause(question: Question, first: number): string {
  const [not, kind, masked] = question.match.slice(first, first + 3);
  return kind === undefined ? "" : ` WHERE name ${not ?? ""}${kind} ${literalAt(question, masked)}`;
}

const limitClause = (count: string | undefined) => (count === undefined ? "" : ` LIMIT ${count}`);

/** The name of a public table. */
function publicTable(name: string, { catalog }: Question): string | undefined {
  const [first = "", second] = name.split(".");
  if (second === undefined) return catalog.publicTables.has(first) ? first : undefined;
  return first === catalog.database && catalog.publicTables.has(second) ? second : undefined;
}

const questions: readonly (readonly [RegExp, (question: Question) => string])[] = [
  [
    new RegExp(`^SHOW (?:FULL )?TABLES(?: FROM (\\w+))?${like}${limit}$`),
    (question) => {
      const [, database = question.catalog.database] = question.match;
      if (database !== question.catalog.database)
        throw refusal("UNKNOWN_TABLE", `There is one database here: ${question.catalog.database}`);
      return `SELECT name FROM system.tables${likeClause(question, 2)} ORDER BY name${limitClause(question.match[5])}`;
    },
  ],
  [
    new RegExp(`^SHOW DATABASES${like}${limit}$`),
    (question) =>
      `SELECT name FROM system.databases${likeClause(question, 1)}${limitClause(question.match[4])}`,
  ],
  [
    new RegExp(`^SHOW CREATE (?:TABLE|VIEW) ${tableName}$`),
    (question) => {
      const name = publicTable(question.match[1] ?? "", question);
      if (name === undefined)
        throw refusal("UNKNOWN_TABLE", `There is no table ${question.match[1]} that may be read here`);
      return `SELECT create_table_query AS statement FROM system.tables WHERE name = '${name}'`;
    },
  ],
  [
    new RegExp(`^EXISTS (?:TABLE|VIEW) ${tableName}$`),
    (question) => {
      const name = publicTable(question.match[1] ?? "", question) ?? "";
      return `SELECT toUInt8(count() > 0) AS result FROM system.tables WHERE name = '${name}'`;
    },
  ],
  [
    /^EXISTS DATABASE (\w+)$/,
    ({ match }) => `SELECT toUInt8(count() > 0) AS result FROM system.databases WHERE name = '${match[1]}'`,
  ],
];

/** @returns the select that answers it; undefined for anything else */
export function mapShow({ text, code }: Canonical, catalog: Catalog): Canonical | undefined {
  for (const [pattern, answer] of questions) {
    const match = pattern.exec(code);
    if (match !== null) return canonicalOf(answer({ match, text, catalog }));
  }
  return undefined;
}
