/**
 * Reads ClickHouse's Native format (write.ts): numbers, text and fixed strings, arrays of them, each also nullable. A
 * query casts other types: `toString(amount)`, `cast(name, 'String')` of a LowCardinality. Blocks are concatenated to one.
 */
import { elementAt } from "../../elementAt.ts";
import { StoreError } from "../../errors.ts";
import type { ArrayValues, ColumnBlock, ColumnValues, NullableValues } from "../store.ts";
import { type NativeType, numberArrays, parseNativeType } from "./type.ts";

type Reader = { bytes: Buffer; position: number };

function truncated(): StoreError {
  return new StoreError("The columnar answer ends early", { code: "truncated_answer", retryable: true });
}

function unread(what: string): StoreError {
  return new StoreError(`A column of the kind ${what} is not read; cast it in the query`, {
    code: "unsupported_type",
  });
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

function lastOffset(offsets: BigUint64Array): number {
  return Number(offsets[offsets.length - 1] ?? 0n);
}

function readValues(reader: Reader, type: NativeType, rows: number): ColumnValues {
  switch (type.kind) {
    case "number":
      return readNumbers(reader, type.array, rows);
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
    default:
      throw unread(type.kind);
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
  const first = elementAt(parts, 0);
  if (parts.length === 1) return first;
  if (Array.isArray(first)) return ([] as string[]).concat(...(parts as readonly string[][]));
  if (ArrayBuffer.isView(first)) return concatViews(parts as readonly Uint8Array[]) as ColumnValues;
  const nested = parts as readonly (ArrayValues | NullableValues)[];
  const values = concatValues(nested.map((part) => part.values));
  if (nested[0]?.kind === "nullable") {
    const nulls = (nested as readonly NullableValues[]).map((part) => part.nulls);
    return { kind: "nullable", nulls: concatViews(nulls) as Uint8Array, values };
  }
  const offsets = concatOffsets((nested as readonly ArrayValues[]).map((part) => part.offsets));
  return { kind: "array", offsets, values };
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
      const values = readValues(reader, type, blockRows);
      const collected = parts.get(name);
      if (collected === undefined) parts.set(name, [values]);
      else collected.push(values);
    }
  }
  const columns: Record<string, ColumnValues> = {};
  for (const [name, values] of parts) columns[name] = concatValues(values);
  return { rows, columns };
}
