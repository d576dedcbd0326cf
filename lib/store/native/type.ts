/** ClickHouse's type names, parsed for the Native format (write.ts, read.ts). */
import { StoreError } from "../../errors.ts";

export type NativeType =
  /** Fixed-width integers and floats that a typed array holds. */
  | { kind: "number"; width: 1 | 2 | 4 | 8; array: NumberArrayName }
  /** Decimal and 128 or 256-bit integers: two's complement, little endian. */
  | { kind: "bigint"; width: 4 | 8 | 16 | 32; signed: boolean }
  | { kind: "enum"; width: 1 | 2; values: Map<string, number> }
  | { kind: "string" }
  | { kind: "fixedString"; width: number }
  | { kind: "array"; inner: NativeType }
  | { kind: "map"; key: NativeType; value: NativeType }
  | { kind: "nullable"; inner: NativeType }
  | { kind: "lowCardinality"; inner: NativeType };

export const numberArrays = {
  Uint8Array,
  Int8Array,
  Uint16Array,
  Int16Array,
  Uint32Array,
  Int32Array,
  Float64Array,
  BigUint64Array,
  BigInt64Array,
} as const;
export type NumberArrayName = keyof typeof numberArrays;

const numbers: Readonly<Record<string, NativeType>> = {
  UInt8: { kind: "number", width: 1, array: "Uint8Array" },
  Int8: { kind: "number", width: 1, array: "Int8Array" },
  UInt16: { kind: "number", width: 2, array: "Uint16Array" },
  Int16: { kind: "number", width: 2, array: "Int16Array" },
  UInt32: { kind: "number", width: 4, array: "Uint32Array" },
  Int32: { kind: "number", width: 4, array: "Int32Array" },
  UInt64: { kind: "number", width: 8, array: "BigUint64Array" },
  Int64: { kind: "number", width: 8, array: "BigInt64Array" },
  Float64: { kind: "number", width: 8, array: "Float64Array" },
  Bool: { kind: "number", width: 1, array: "Uint8Array" },
  Date: { kind: "number", width: 2, array: "Uint16Array" },
  Date32: { kind: "number", width: 4, array: "Int32Array" },
  DateTime: { kind: "number", width: 4, array: "Uint32Array" },
  DateTime64: { kind: "number", width: 8, array: "BigInt64Array" },
  Int128: { kind: "bigint", width: 16, signed: true },
  UInt128: { kind: "bigint", width: 16, signed: false },
  Int256: { kind: "bigint", width: 32, signed: true },
  UInt256: { kind: "bigint", width: 32, signed: false },
  String: { kind: "string" },
};

/** Splits `A, B(C, D)` at the commas that are in no brackets and in no quotes. */
function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let isQuoted = false;
  for (let position = 0; position < text.length; position += 1) {
    const character = text[position];
    if (isQuoted && character === "\\") position += 1;
    else if (character === "'") isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    else if (character === "," && depth === 0) {
      parts.push(text.slice(start, position).trim());
      start = position + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts;
}

function parseEnum(width: 1 | 2, entries: string[]): NativeType {
  const values = new Map<string, number>();
  for (const entry of entries) {
    const match = /^'((?:[^'\\]|\\.)*)'\s*=\s*(-?\d+)$/s.exec(entry);
    if (match === null) throw unsupported(entry);
    values.set((match[1] ?? "").replace(/\\(.)/gs, "$1"), Number(match[2]));
  }
  return { kind: "enum", width, values };
}

function parseDecimal(precision: number): NativeType {
  const width = precision <= 9 ? 4 : precision <= 18 ? 8 : precision <= 38 ? 16 : 32;
  return { kind: "bigint", width, signed: true };
}

function unsupported(type: string): StoreError {
  return new StoreError(`Type ${type} cannot be carried as a column`, { code: "unsupported_type" });
}

function parseParametric(type: string, name: string, parts: string[]): NativeType {
  const [first = "", second = ""] = parts;
  switch (name) {
    case "FixedString":
      return { kind: "fixedString", width: Number(first) };
    case "Nullable":
      return { kind: "nullable", inner: parseNativeType(first) };
    case "LowCardinality":
      return { kind: "lowCardinality", inner: parseNativeType(first) };
    case "Array":
      return { kind: "array", inner: parseNativeType(first) };
    case "Map":
      return { kind: "map", key: parseNativeType(first), value: parseNativeType(second) };
    case "Enum8":
      return parseEnum(1, parts);
    case "Enum16":
      return parseEnum(2, parts);
    case "Decimal":
      return parseDecimal(Number(first));
    case "Decimal32":
      return parseDecimal(9);
    case "Decimal64":
      return parseDecimal(18);
    case "Decimal128":
      return parseDecimal(38);
    case "Decimal256":
      return parseDecimal(76);
    case "DateTime":
    case "DateTime64":
      return parseNativeType(name);
    case "SimpleAggregateFunction":
      return parseNativeType(second);
    default:
      throw unsupported(type);
  }
}

/**
 * Reads a type name such as `Nullable(Decimal(38, 18))`.
 * @throws StoreError `unsupported_type`
 */
export function parseNativeType(type: string): NativeType {
  const plain = numbers[type];
  if (plain !== undefined) return plain;
  const match = /^([A-Za-z0-9]+)\((.*)\)$/s.exec(type);
  if (match === null) throw unsupported(type);
  return parseParametric(type, match[1] ?? "", splitArguments(match[2] ?? ""));
}
