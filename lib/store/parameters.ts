/**
 * Binds `{name:Type}` placeholders for the embedded engine. chDB's own binding runs all parameterized statements of
 * the process one after the other (measured: a one-second model holds up every keyed read for that second), and ends
 * the process when it does not. So values are put into the text here, where a value is always a hexadecimal literal,
 * x'…': there is nothing in it that could end the literal. Servers bind by themselves.
 */
import { LRUCache } from "lru-cache";
import { StoreError } from "../errors.ts";
import { type Placeholder, type SqlScan, scanSql } from "../sql/scan.ts";
import type { QueryParams } from "./store.ts";

type Scalar = string | number | bigint | boolean;

function scalarText(value: Scalar): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  return String(value);
}

/** An element of an array in ClickHouse's text form. */
function elementText(value: string | number | bigint): string {
  if (typeof value !== "string") return String(value);
  return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function hexLiteral(text: string): string {
  return `x'${Buffer.from(text, "utf8").toString("hex")}'`;
}

const identifierPattern = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/;

function quoteIdentifier(name: string, value: unknown): string {
  if (typeof value !== "string" || !identifierPattern.test(value)) {
    throw new StoreError(`Parameter ${name} is no identifier`, { code: "bad_query_parameter" });
  }
  return value
    .split(".")
    .map((part) => `\`${part}\``)
    .join(".");
}

const nullable = /^Nullable\((.+)\)$/s;

/** The SQL expression of one bound value. */
function literalOf(name: string, type: string, value: QueryParams[string]): string {
  if (type === "Identifier") return quoteIdentifier(name, value);
  const quotedType = `'${type.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const inner = nullable.exec(type)?.[1];
  if (value === null) return `_CAST(NULL, ${quotedType})`;
  // Through the inner type, because a cast of bad text to Nullable(T) is null: a filter would silently vanish.
  if (inner !== undefined) return `_CAST(${literalOf(name, inner, value)}, ${quotedType})`;
  const text =
    typeof value === "object" ? `[${value.map((entry) => elementText(entry)).join(",")}]` : scalarText(value);
  return `_CAST(${hexLiteral(text)}, ${quotedType})`;
}

/** A parameterised view keeps its placeholders: its reader binds them, `view(network = 'mainnet')`. */
const viewPattern = /^\s*(?:explain\s+ast\s+)?create\s+(?:or\s+replace\s+)?view\b/i;

/** Scans of texts seen before; SQL comes from files, so there are few. */
const scans = new LRUCache<string, SqlScan>({
  max: 2_000,
  // Statements of analysts may be long.
  maxSize: 16_000_000,
  sizeCalculation: (_scan, sql) => sql.length + 1,
  memoMethod: (sql) => {
    const fullScan = scanSql(sql);
    const scan = viewPattern.test(sql) ? { ...fullScan, placeholders: [] } : fullScan;
    if (scan.semicolons.length === 0) return scan;
    throw new StoreError("A statement may not hold a semicolon", { code: "multiple_statements" });
  },
});

/**
 * The scan of a statement, with the placeholders that are bound when it runs.
 * @throws StoreError `multiple_statements` when it holds a `;`: chDB would run what follows it too.
 */
export function scanStatement(sql: string): SqlScan {
  return scans.memo(sql);
}

/** The value bound to a placeholder. @throws StoreError as `bindParameters` */
export function parameterValue(placeholder: Placeholder, params: QueryParams): QueryParams[string] {
  const { name, type } = placeholder;
  const value = Object.hasOwn(params, name) ? params[name] : undefined;
  if (value === undefined) {
    throw new StoreError(
      `Parameter ${name} has no value. Set it with --param ${name}=… on the command line, or param_${name}=… in the URL`,
      { code: "unknown_query_parameter" },
    );
  }
  if (value === null && !nullable.test(type)) {
    throw new StoreError(`Parameter ${name} is null but its type is ${type}`, {
      code: "bad_query_parameter",
    });
  }
  return value;
}

/**
 * Puts `params` into `sql`.
 * @throws StoreError `unknown_query_parameter` for a placeholder without a value, `bad_query_parameter` for null
 *   where the type is not Nullable, `multiple_statements` for a text with a `;`.
 */
export function bindParameters(sql: string, params: QueryParams = {}): string {
  let text = "";
  let position = 0;
  for (const placeholder of scanStatement(sql).placeholders) {
    const value = parameterValue(placeholder, params);
    text += sql.slice(position, placeholder.start) + literalOf(placeholder.name, placeholder.type, value);
    position = placeholder.end;
  }
  return text + sql.slice(position);
}
