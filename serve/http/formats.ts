/** Records in other formats than JSON, made of the rows' texts, so that no digit of a number changes; and the SQL that answers. */
import { scanStatement } from "../../lib/store/parameters.ts";
import type { QueryParams } from "../../lib/store/store.ts";
import { fieldsOf } from "./jsonText.ts";
import { preferredType } from "./negotiation.ts";

export const contentTypes = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  ndjson: "application/x-ndjson; charset=utf-8",
  sql: "application/sql; charset=utf-8",
} as const;
export type Format = keyof typeof contentTypes;

const formatsByType: Readonly<Record<string, Format>> = {
  "application/json": "json",
  "text/csv": "csv",
  "application/x-ndjson": "ndjson",
  "application/sql": "sql",
};

/** The client's preferred format; JSON where it names none that exists. */
export const formatOf = (accept: string | null): Format =>
  formatsByType[preferredType(accept, Object.keys(formatsByType)) ?? ""] ?? "json";

/** A field of RFC 4180. @param json the value as text of the row */
function csvField(json: string): string {
  if (json === "null") return "";
  const text = json.startsWith('"') ? (JSON.parse(json) as string) : json;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** How records become lines of text. */
export type LineWriter = { head: string; line(row: string): string };

/** @param names of the fields, in the order of a row: the header line */
export const csvWriter = (names: readonly string[]): LineWriter => ({
  head: `${names.join(",")}\r\n`,
  line: (row) => {
    const fields = fieldsOf(row);
    return `${names.map((name) => csvField(fields.get(name) ?? "null")).join(",")}\r\n`;
  },
});

export const ndjsonWriter: LineWriter = { head: "", line: (row) => `${row}\n` };

/** The last line of a list that ends before all of its records are sent: it is no record, so that a reader notices. */
export const trailerOf = (format: Format, why: string) =>
  format === "csv" ? `# incomplete: ${why}\r\n` : `${JSON.stringify({ incomplete: true, detail: why })}\n`;

export const linesBody = ({ head, line }: LineWriter, rows: readonly string[]) =>
  head + rows.map(line).join("");

const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** A value as an analyst would write it, with the type of its placeholder. */
function literalOf(type: string, value: QueryParams[string]): string {
  if (type === "Identifier") return `\`${String(value)}\``;
  if (type === "String") return quoted(String(value));
  if (value === null) return `cast(null as ${type})`;
  const text =
    typeof value === "object"
      ? `[${value.map((entry) => (typeof entry === "string" ? quoted(entry) : String(entry))).join(", ")}]`
      : String(value);
  return `cast(${quoted(text)} as ${type})`;
}

/** The statement with its values in it, as an analyst may run it. @param sql one of the files below sql/ */
export function sqlBody(sql: string, values: QueryParams): string {
  let text = "";
  let position = 0;
  for (const { name, type, start, end } of scanStatement(sql).placeholders) {
    text += sql.slice(position, start) + literalOf(type, values[name] ?? null);
    position = end;
  }
  return `${(text + sql.slice(position)).trim()}\n`;
}
