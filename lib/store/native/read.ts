/** Reads ClickHouse's Native format; see lib/native.ts. Blocks are concatenated to one. */
import { StoreError } from "../../errors.ts";
import type { ColumnBlock, ColumnValues } from "../store.ts";
import { type NativeType, numberArrays, parseNativeType } from "./type.ts";

type Reader = { bytes: Buffer; position: number };

function truncated(): StoreError {
  return new StoreError("The columnar answer ends early", { code: "truncated_answer", retryable: true });
}

function take(reader: Reader, length: number): Buffer {
  const end = reader.position + length;
  if (end > reader.bytes.length) throw truncated();
  const part = reader.bytes.subarray(reader.position, end);
  reader.position = end;
  return part;
}

function readVarint(reader: Reader): number {
  let value = 0;
  let factor = 1;
  for (;;) {
    const byte = reader.bytes[reader.position++];
    if (byte === undefined) throw truncated();
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return value;
    factor *= 0x80;
  }
}

function readString(reader: Reader): string {
  return take(reader, readVarint(reader)).toString("utf8");
}

function readNumbers<Name extends keyof typeof numberArrays>(
  reader: Reader,
  name: Name,
  rows: number,
): InstanceType<(typeof numberArrays)[Name]> {
  const TypedArray = numberArrays[name];
  const source = take(reader, rows * TypedArray.BYTES_PER_ELEMENT);
  // A copy, because a typed array has to start at a multiple of its width.
  const copy = new Uint8Array(source);
  return new TypedArray(copy.buffer) as InstanceType<(typeof numberArrays)[Name]>;
}

function readStrings(reader: Reader, rows: number): string[] {
  const values = new Array<string>(rows);
  for (let row = 0; row < rows; row += 1) values[row] = readString(reader);
  return values;
}

function readBigints(reader: Reader, type: Extract<NativeType, { kind: "bigint" }>, rows: number): bigint[] {
  if (type.width === 4) return Array.from(readNumbers(reader, "Int32Array", rows), BigInt);
  const wordCount = type.width / 8;
  const words = readNumbers(reader, "BigUint64Array", rows * wordCount);
  const values = new Array<bigint>(rows);
  for (let row = 0; row < rows; row += 1) {
    let value = 0n;
    for (let word = wordCount - 1; word >= 0; word -= 1) {
      value = (value << 64n) | (words[row * wordCount + word] ?? 0n);
    }
    values[row] = type.signed ? BigInt.asIntN(type.width * 8, value) : value;
  }
  return values;
}

function readEnum(reader: Reader, type: Extract<NativeType, { kind: "enum" }>, rows: number): string[] {
  const numbers = readNumbers(reader, type.width === 1 ? "Int8Array" : "Int16Array", rows);
  return Array.from(numbers, (value) => type.names.get(value) ?? String(value));
}

function lastOffset(offsets: BigUint64Array): number {
  return Number(offsets[offsets.length - 1] ?? 0n);
}

/** Picks rows of a dictionary: dictionaries are small, rows many. */
function gather(type: NativeType, dictionary: ColumnValues, indexes: ArrayLike<number>): ColumnValues {
  if (Array.isArray(dictionary)) {
    return Array.from(indexes, (index) => (dictionary as readonly string[])[index] ?? "") as string[];
  }
  const source = dictionary as Uint8Array;
  const width = type.kind === "fixedString" ? type.width : 1;
  const Result = source.constructor as new (length: number) => Uint8Array;
  const values = new Result(indexes.length * width);
  for (let row = 0; row < indexes.length; row += 1) {
    const start = (indexes[row] ?? 0) * width;
    for (let byte = 0; byte < width; byte += 1) values[row * width + byte] = source[start + byte] as number;
  }
  return values;
}

/** LowCardinality: flags, a dictionary, then an index a row. Entry 0 of a nullable dictionary is null. */
function readLowCardinality(reader: Reader, inner: NativeType, rows: number): ColumnValues {
  const entryType = inner.kind === "nullable" ? inner.inner : inner;
  let indexes: ArrayLike<number> = [];
  let dictionary: ColumnValues = [];
  if (rows > 0) {
    const flags = readNumbers(reader, "BigUint64Array", 1)[0] ?? 0n;
    const entries = Number(readNumbers(reader, "BigUint64Array", 1)[0]);
    dictionary = readValues(reader, entryType, entries);
    const count = Number(readNumbers(reader, "BigUint64Array", 1)[0]);
    const indexArray = (["Uint8Array", "Uint16Array", "Uint32Array"] as const)[Number(flags & 0xffn)];
    if (indexArray === undefined || count !== rows) throw truncated();
    indexes = readNumbers(reader, indexArray, rows);
  } else dictionary = emptyValues(entryType);
  const values = gather(entryType, dictionary, indexes);
  if (inner.kind !== "nullable") return values;
  return { kind: "nullable", nulls: Uint8Array.from(indexes, (index) => (index === 0 ? 1 : 0)), values };
}

function emptyValues(type: NativeType): ColumnValues {
  return readValues({ bytes: Buffer.alloc(0), position: 0 }, type, 0);
}

function readValues(reader: Reader, type: NativeType, rows: number): ColumnValues {
  switch (type.kind) {
    case "number":
      return readNumbers(reader, type.array, rows);
    case "bigint":
      return readBigints(reader, type, rows);
    case "enum":
      return readEnum(reader, type, rows);
    case "string":
      return readStrings(reader, rows);
    case "fixedString":
      return new Uint8Array(take(reader, rows * type.width));
    case "nullable": {
      const nulls = readNumbers(reader, "Uint8Array", rows);
      return { kind: "nullable", nulls, values: readValues(reader, type.inner, rows) };
    }
    case "array": {
      const offsets = readNumbers(reader, "BigUint64Array", rows);
      return { kind: "array", offsets, values: readValues(reader, type.inner, lastOffset(offsets)) };
    }
    case "map": {
      const offsets = readNumbers(reader, "BigUint64Array", rows);
      const pairs = lastOffset(offsets);
      const keys = readValues(reader, type.key, pairs);
      return { kind: "map", offsets, keys, values: readValues(reader, type.value, pairs) };
    }
    case "lowCardinality":
      return readLowCardinality(reader, type.inner, rows);
  }
}

/** Dictionaries announce their version before everything else of the column, also inside arrays and maps. */
function readPrefix(reader: Reader, type: NativeType): void {
  if (type.kind === "lowCardinality") take(reader, 8);
  else if (type.kind === "array" || type.kind === "nullable") readPrefix(reader, type.inner);
  else if (type.kind === "map") {
    readPrefix(reader, type.key);
    readPrefix(reader, type.value);
  }
}

function concatOffsets(parts: readonly BigUint64Array[]): BigUint64Array {
  const joined = concatViews(parts) as BigUint64Array;
  let base = 0n;
  let row = 0;
  for (const part of parts) {
    if (base > 0n)
      for (let index = 0; index < part.length; index += 1) joined[row + index] = (part[index] ?? 0n) + base;
    base += part[part.length - 1] ?? 0n;
    row += part.length;
  }
  return joined;
}

function concatViews(parts: readonly ArrayBufferView[]): ArrayBufferView {
  const views = parts as readonly Uint8Array[];
  const Result = views[0]?.constructor as new (length: number) => Uint8Array;
  const joined = new Result(views.reduce((length, view) => length + view.length, 0));
  let position = 0;
  for (const view of views) {
    joined.set(view, position);
    position += view.length;
  }
  return joined;
}

function concatValues(parts: readonly ColumnValues[]): ColumnValues {
  const first = parts[0] as ColumnValues;
  if (parts.length === 1) return first;
  if (Array.isArray(first)) return ([] as string[]).concat(...(parts as readonly string[][]));
  if (ArrayBuffer.isView(first)) return concatViews(parts as readonly Uint8Array[]) as ColumnValues;
  const inner = (key: "values" | "keys"): ColumnValues =>
    concatValues(parts.map((part) => (part as unknown as Record<string, ColumnValues>)[key] as ColumnValues));
  const nested = first as Extract<ColumnValues, { kind: string }>;
  if (nested.kind === "nullable") {
    const nulls = parts.map((part) => (part as typeof nested).nulls);
    return { kind: "nullable", nulls: concatViews(nulls) as Uint8Array, values: inner("values") };
  }
  const offsets = concatOffsets(parts.map((part) => (part as typeof nested).offsets));
  if (nested.kind === "array") return { kind: "array", offsets, values: inner("values") };
  return { kind: "map", offsets, keys: inner("keys"), values: inner("values") };
}

/**
 * Decodes an answer of any number of blocks. An answer without a block has no columns: ClickHouse sends none when
 * there are no rows.
 * @throws StoreError `truncated_answer` or `unsupported_type`
 */
export function decodeNative(bytes: Buffer): ColumnBlock {
  const reader: Reader = { bytes, position: 0 };
  const parts = new Map<string, ColumnValues[]>();
  let rows = 0;
  while (reader.position < bytes.length) {
    const columnCount = readVarint(reader);
    const blockRows = readVarint(reader);
    rows += blockRows;
    for (let column = 0; column < columnCount; column += 1) {
      const name = readString(reader);
      const type = parseNativeType(readString(reader));
      if (blockRows > 0) readPrefix(reader, type);
      const values = readValues(reader, type, blockRows);
      const known = parts.get(name);
      if (known === undefined) parts.set(name, [values]);
      else known.push(values);
    }
  }
  const columns: Record<string, ColumnValues> = {};
  for (const [name, values] of parts) columns[name] = concatValues(values);
  return { rows, columns };
}
