/** One vocabulary for the types of columns and of record fields, so that both can be compared. */
import { z } from "zod";

/** `integer`, `number`, `text`, `boolean`, `date`, `timestamp` or `list of …`, with `?` when it may be null. */
export function columnKind(type: string): string {
  const inner = /^(Nullable|LowCardinality|Array)\((.+)\)$/.exec(type);
  if (inner?.[1] === "Nullable") return `${columnKind(inner[2] ?? "")}?`;
  if (inner?.[1] === "LowCardinality") return columnKind(inner[2] ?? "");
  if (inner?.[1] === "Array") return `list of ${columnKind(inner[2] ?? "")}`;
  if (/^U?Int\d+$/.test(type)) return "integer";
  if (/^(Float|Decimal)/.test(type)) return "number";
  if (/^(String|FixedString|Enum)/.test(type)) return "text";
  if (type === "Bool") return "boolean";
  if (type === "Date" || type === "Date32") return "date";
  throw new Error(`No kind for the column type ${type}`);
}

type Json = { type?: string | string[]; format?: string; items?: Json; anyOf?: Json[] };

function jsonKind(schema: Json): string {
  const other = schema.anyOf?.filter((part) => part.type !== "null");
  if (other?.length === 1 && other[0] !== undefined) return `${jsonKind(other[0])}?`;
  if (Array.isArray(schema.type)) {
    return `${jsonKind({ ...schema, type: schema.type.filter((type) => type !== "null").join() })}?`;
  }
  if (schema.type === "array") return `list of ${jsonKind(schema.items ?? {})}`;
  // A timestamp is a text that the SQL wrote in its format.
  if (schema.type === "string") return schema.format === "date" ? "date" : "text";
  return schema.type ?? "unknown";
}

export function fieldKind(field: z.ZodType): string {
  return jsonKind(z.toJSONSchema(field) as Json);
}
