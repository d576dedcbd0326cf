/** Questions about tables that have words of their own: each is a select over what is shown of the engine's tables. */
import { type Canonical, canonicalOf } from "./canonical.ts";
import type { Catalog } from "./catalog.ts";
import { refusal } from "./errors.ts";

/** A name as the engine's formatter writes it, or two of them. */
const tableName = "((?:[\\w]+\\.)?[\\w]+)";
const like = "(?: (NOT )?(I?LIKE) (~+))?";
const limit = "(?: LIMIT (\\d+))?";

type Asked = { match: RegExpExecArray; text: string; catalog: Catalog };

/** The literal in the text where the code has `~`. */
function literalAt({ match, text }: Asked, masked: string | undefined): string {
  if (masked === undefined) return "";
  const start = match[0].indexOf(masked);
  return text.slice(start, start + masked.length);
}

function likeClause(asked: Asked, first: number): string {
  const [not, kind, masked] = asked.match.slice(first, first + 3);
  return kind === undefined ? "" : ` WHERE name ${not ?? ""}${kind} ${literalAt(asked, masked)}`;
}

const limitClause = (count: string | undefined) => (count === undefined ? "" : ` LIMIT ${count}`);

/** The name of a public table. */
function publicTable(name: string, { catalog }: Asked): string | undefined {
  const [first = "", second] = name.split(".");
  if (second === undefined) return catalog.publicTables.has(first) ? first : undefined;
  return first === catalog.database && catalog.publicTables.has(second) ? second : undefined;
}

const questions: readonly (readonly [RegExp, (asked: Asked) => string])[] = [
  [
    new RegExp(`^SHOW (?:FULL )?TABLES(?: FROM (\\w+))?${like}${limit}$`),
    (asked) => {
      const [, database = asked.catalog.database] = asked.match;
      if (database !== asked.catalog.database)
        throw refusal("UNKNOWN_TABLE", `There is one database here: ${asked.catalog.database}`);
      return `SELECT name FROM system.tables${likeClause(asked, 2)} ORDER BY name${limitClause(asked.match[5])}`;
    },
  ],
  [
    new RegExp(`^SHOW DATABASES${like}${limit}$`),
    (asked) => `SELECT name FROM system.databases${likeClause(asked, 1)}${limitClause(asked.match[4])}`,
  ],
  [
    new RegExp(`^SHOW CREATE (?:TABLE|VIEW) ${tableName}$`),
    (asked) => {
      const name = publicTable(asked.match[1] ?? "", asked);
      if (name === undefined)
        throw refusal("UNKNOWN_TABLE", `There is no table ${asked.match[1]} that may be read here`);
      return `SELECT create_table_query AS statement FROM system.tables WHERE name = '${name}'`;
    },
  ],
  [
    new RegExp(`^EXISTS (?:TABLE|VIEW) ${tableName}$`),
    (asked) => {
      const name = publicTable(asked.match[1] ?? "", asked) ?? "";
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
