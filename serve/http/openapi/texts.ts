/** Contents of a success that aren't JSON: its records as CSV and NDJSON, and the statement that answers. */
import { z } from "zod";
import { streamedRecordsMax } from "../../../schemas/request.ts";
import type { ServedEndpoint } from "../../endpoint.ts";
import { csvWriter, linesBody, ndjsonWriter } from "../formats.ts";
import { hasStatement } from "../statements.ts";

const longer = `streamed. A list has up to ${streamedRecordsMax.toLocaleString("en")} records where size or limit request them, and no ETag`;
const csv = z
  .string()
  .meta({ id: "CsvText", description: `The records by RFC 4180, with a line of names, ${longer}` });
const ndjson = z
  .string()
  .meta({ id: "NdjsonText", description: `The records, a JSON object a line, ${longer}` });
const sql = z.string().meta({
  id: "SqlText",
  description: "The statement that answers, with its values; free of charge",
});

const statementExample = "select … from … final where network = 'mainnet' …\n";

export function textContentsOf(endpoint: ServedEndpoint) {
  if (endpoint.kind === "custom") return {};
  const statement = { "application/sql": { schema: sql, example: statementExample } };
  return {
    "text/csv": { schema: csv },
    "application/x-ndjson": { schema: ndjson },
    ...(hasStatement(endpoint) ? statement : {}),
  };
}

/** Records of a body with any envelope. */
function recordsOf(body: object): object[] {
  if (Array.isArray(body)) return body as object[];
  const records = ["data", "results", "rows"].map((name) => (body as Record<string, unknown>)[name]);
  return (records.find(Array.isArray) as object[] | undefined) ?? [body];
}

/** The records of the JSON example in the other formats. */
export function addTextExamples(contents: Record<string, { example?: unknown }>, body: unknown): void {
  if (typeof body !== "object" || body === null) return;
  const records = recordsOf(body);
  const lines = records.map((record) => JSON.stringify(record));
  const { "text/csv": table, "application/x-ndjson": list } = contents;
  if (table !== undefined) table.example = linesBody(csvWriter(Object.keys(records[0] ?? {})), lines);
  if (list !== undefined) list.example = linesBody(ndjsonWriter, lines);
}
