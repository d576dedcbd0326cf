/** Columns that every reader of Parquet and Arrow supports: numbers beyond 64 bits or 38 digits are texts, bytes are hex. */
import { quoteName } from "../../lib/store/names.ts";

/** Addresses, hashes and keys as bytes; wider ones are hex already, as their comments say. */
const binary = /^FixedString\((?:20|32|48)\)$/;

/** The export expression of a value, by its type. */
function converted(value: string, type: string): string {
  const array = /^Array\((.*)\)$/.exec(type)?.[1];
  if (array !== undefined) {
    const inner = converted("entry", array);
    return inner === "entry" ? value : `arrayMap(entry -> ${inner}, ${value})`;
  }
  const bare = type
    .replace(/^(?:LowCardinality|Nullable)\((.*)\)$/, "$1")
    .replace(/^Nullable\((.*)\)$/, "$1");
  if (binary.test(bare)) return `concat('0x', lower(hex(${value})))`;
  const digits = Number(/^Decimal\((\d+)/.exec(bare)?.[1] ?? 0);
  if (/^U?Int(?:128|256)$/.test(bare) || digits > 38 || /^Enum/.test(bare)) return `toString(${value})`;
  if (bare === "Date") return `toDate32(${value})`;
  return value;
}

/** @returns `expression as name` */
export function selectedColumn({ name, type }: { name: string; type: string }): string {
  const column = quoteName(name);
  const expression = converted(`source.${column}`, type);
  return `${expression} as ${column}`;
}
