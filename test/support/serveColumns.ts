/** One vocabulary for the types of columns and of record fields, so that both can be compared. */
import { z } from "zod";

/** Parts of a list in brackets, by its commas. */
function partsOf(list: string): string[] {
  let depth = 0;
  let part = "";
  const parts: string[] = [];
  for (const character of list) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "," && depth === 0) {
      parts.push(part.trim());
      part = "";
    } else part += character;
  }
  return [...parts, part.trim()];
}

const recordKind = (fields: readonly (readonly [string, string])[]) =>
  `{${fields.map(([name, kind]) => `${name}: ${kind}`).join(", ")}}`;

/**
 * `integer`, `number`, `text`, `boolean`, `date`, `timestamp`, `list of …` or `{name: …}`, with `?` when it may be null.
 */
export function columnKind(type: string): string {
  // Only so may a list be null.
  const variant = /^Variant\((.+)\)$/s.exec(type)?.[1];
  if (variant !== undefined) return `${columnKind(variant)}?`;
  const inner = /^(Nullable|LowCardinality|Array)\((.+)\)$/s.exec(type);
  if (inner?.[1] === "Nullable") return `${columnKind(inner[2] ?? "")}?`;
  if (inner?.[1] === "LowCardinality") return columnKind(inner[2] ?? "");
  if (inner?.[1] === "Array") return `list of ${columnKind(inner[2] ?? "")}`;
  const fields = /^Tuple\((.+)\)$/s.exec(type)?.[1];
  if (fields !== undefined)
    return recordKind(
      partsOf(fields).map((field) => {
        const [name = "", ...rest] = field.split(" ");
        return [name, columnKind(rest.join(" "))];
      }),
    );
  if (/^U?Int\d+$/.test(type)) return "integer";
  if (/^(Float|Decimal)/.test(type)) return "number";
  if (/^(String|FixedString|Enum)/.test(type)) return "text";
  if (type === "Bool") return "boolean";
  if (type === "Date" || type === "Date32") return "date";
  throw new Error(`No kind for the column type ${type}`);
}

type Json = {
  type?: string | string[];
  format?: string;
  items?: Json;
  anyOf?: Json[];
  properties?: Record<string, Json>;
};

function jsonKind(schema: Json): string {
  const other = schema.anyOf?.filter((part) => part.type !== "null");
  if (other?.length === 1 && other[0] !== undefined) return `${jsonKind(other[0])}?`;
  if (Array.isArray(schema.type)) {
    return `${jsonKind({ ...schema, type: schema.type.filter((type) => type !== "null").join() })}?`;
  }
  if (schema.type === "array") return `list of ${jsonKind(schema.items ?? {})}`;
  if (schema.type === "object")
    return recordKind(
      Object.entries(schema.properties ?? {}).map(([name, field]) => [name, jsonKind(field)] as const),
    );
  // A timestamp is a text that the SQL wrote in its format.
  if (schema.type === "string") return schema.format === "date" ? "date" : "text";
  return schema.type ?? "unknown";
}

export function fieldKind(field: z.ZodType): string {
  return jsonKind(z.toJSONSchema(field) as Json);
}
