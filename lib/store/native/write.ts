/**
 * Writes ClickHouse's Native format: https://clickhouse.com/docs/interfaces/formats/Native. A block is the number of
 * columns and of rows (LEB128), then for each column its name, its type and its values as they lie in memory.
 * Typed arrays are written as they are, without a copy; the machine is taken to be little endian, as every
 * platform of the embedded engine is. Reading is in read.ts.
 */
import { elementAt } from "../../elementAt.ts";
import { StoreError } from "../../errors.ts";
import { expand } from "../repeated.ts";
import type { Column, Repeated, ColumnValues as StoredValues } from "../store.ts";
import { type NativeType, numberArrays, parseNativeType } from "./type.ts";

/** Writable values: all readable ones, and repeated values. */
type ColumnValues = StoredValues | Repeated;

function badColumn(message: string): StoreError {
  return new StoreError(message, { code: "bad_column" });
}

function isStrings(values: ColumnValues): values is readonly string[] {
  return Array.isArray(values) && (values.length === 0 || typeof values[0] === "string");
}

function isBigints(values: ColumnValues): values is readonly bigint[] {
  return Array.isArray(values) && (values.length === 0 || typeof values[0] === "bigint");
}

/** Number of rows that `values` hold for a column of `type`. */
export function countRows(type: NativeType, values: ColumnValues): number {
  if (Array.isArray(values)) return values.length;
  if (ArrayBuffer.isView(values)) {
    const { length } = values as Uint8Array;
    const isInBytes = type.kind === "bigint" && values instanceof Uint8Array;
    return type.kind === "fixedString" || isInBytes ? length / type.width : length;
  }
  const nested = values as Exclude<ColumnValues, readonly string[] | readonly bigint[] | ArrayBufferView>;
  if (nested.kind === "repeated") return nested.rows;
  return nested.kind === "nullable" ? nested.nulls.length : nested.offsets.length;
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return bytes;
}

function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** Strings, each with its length in bytes before it. One buffer, sized for the worst case of three bytes a unit. */
function encodeStrings(values: readonly string[]): Uint8Array {
  let bound = 0;
  for (const value of values) bound += value.length * 3 + 5;
  const buffer = Buffer.allocUnsafe(bound);
  let position = 0;
  for (const value of values) {
    // Up to 42 units the length fits one byte for any text, so it can be written after the text.
    if (value.length <= 42) {
      const written = buffer.write(value, position + 1);
      buffer[position] = written;
      position += written + 1;
    } else {
      for (const byte of varint(Buffer.byteLength(value))) buffer[position++] = byte;
      position += buffer.write(value, position);
    }
  }
  return buffer.subarray(0, position);
}

/** Rows of a value that are written again and again. */
const repeatedBytesMax = 1_048_576;

/** One piece of memory, as often as there are rows for it, and the rest of it. */
function encodeRepeated(
  column: Column,
  type: NativeType,
  { value, rows }: Repeated,
  chunks: Uint8Array[],
): void {
  const row: Uint8Array[] = [];
  encodeValues(type, expand(column.type, { kind: "repeated", value, rows: 1 }), row);
  const pattern = Buffer.concat(row);
  const rowsAtOnce = Math.max(1, Math.min(rows, Math.floor(repeatedBytesMax / pattern.length)));
  const piece = Buffer.alloc(pattern.length * rowsAtOnce, pattern);
  for (let left = rows; left > 0; left -= rowsAtOnce)
    chunks.push(left < rowsAtOnce ? piece.subarray(0, left * pattern.length) : piece);
}

function encodeFixedStrings(width: number, values: ColumnValues): Uint8Array {
  if (values instanceof Uint8Array) return bytesOf(values);
  if (!isStrings(values)) throw badColumn("FixedString needs a Uint8Array or strings");
  const buffer = Buffer.alloc(width * values.length);
  let position = 0;
  for (const value of values) {
    if (Buffer.byteLength(value) > width) throw badColumn(`"${value}" is longer than ${width} bytes`);
    buffer.write(value, position);
    position += width;
  }
  return buffer;
}

function encodeBigints(type: Extract<NativeType, { kind: "bigint" }>, values: ColumnValues): Uint8Array {
  if (ArrayBuffer.isView(values)) {
    const view = values as Uint8Array;
    if (!(view instanceof Uint8Array) && (view as Uint8Array).BYTES_PER_ELEMENT !== type.width)
      throw badColumn("Decimals need bigints or integers of their width");
    return bytesOf(view);
  }
  if (!isBigints(values)) throw badColumn("Decimals and wide integers need bigints");
  const bits = type.width * 8;
  if (type.width === 4) {
    const words = new Int32Array(values.length);
    values.forEach((value, index) => {
      words[index] = Number(checkedRange(value, bits, type.signed));
    });
    return bytesOf(words);
  }
  const wordCount = type.width / 8;
  const words = new BigUint64Array(values.length * wordCount);
  values.forEach((value, index) => {
    let rest = BigInt.asUintN(bits, checkedRange(value, bits, type.signed));
    for (let word = 0; word < wordCount; word += 1) {
      words[index * wordCount + word] = rest & 0xffff_ffff_ffff_ffffn;
      rest >>= 64n;
    }
  });
  return bytesOf(words);
}

function checkedRange(value: bigint, bits: number, signed: boolean): bigint {
  const fits = signed ? BigInt.asIntN(bits, value) === value : BigInt.asUintN(bits, value) === value;
  if (!fits) throw badColumn(`${value} does not fit ${bits} bits`);
  return value;
}

function encodeEnum(type: Extract<NativeType, { kind: "enum" }>, values: ColumnValues): Uint8Array {
  if (ArrayBuffer.isView(values)) return encodeNumbers(type.width === 1 ? "Int8Array" : "Int16Array", values);
  if (!isStrings(values)) throw badColumn("An enum needs names or integers of its width");
  const numbers = type.width === 1 ? new Int8Array(values.length) : new Int16Array(values.length);
  values.forEach((name, index) => {
    const value = type.values.get(name);
    if (value === undefined) throw badColumn(`"${name}" is not in the enum`);
    numbers[index] = value;
  });
  return bytesOf(numbers);
}

function encodeNumbers(arrayName: keyof typeof numberArrays, values: ColumnValues): Uint8Array {
  const expected = numberArrays[arrayName];
  // The sign is the type's affair: Int8 values may come in a Uint8Array, but not in another width.
  const isRightWidth =
    ArrayBuffer.isView(values) && (values as Uint8Array).BYTES_PER_ELEMENT === expected.BYTES_PER_ELEMENT;
  const isRightKind = values instanceof Float64Array === (arrayName === "Float64Array");
  if (!isRightWidth || !isRightKind)
    throw badColumn(`${arrayName} expected, ${describeValues(values)} given`);
  return bytesOf(values as Uint8Array);
}

function describeValues(values: ColumnValues): string {
  return Array.isArray(values) ? `${typeof values[0]}[]` : values.constructor.name;
}

function encodeValues(type: NativeType, values: ColumnValues, chunks: Uint8Array[]): void {
  switch (type.kind) {
    case "number":
      chunks.push(encodeNumbers(type.array, values));
      return;
    case "bigint":
      chunks.push(encodeBigints(type, values));
      return;
    case "enum":
      chunks.push(encodeEnum(type, values));
      return;
    case "string":
      if (!isStrings(values)) throw badColumn(`strings expected, ${describeValues(values)} given`);
      chunks.push(encodeStrings(values));
      return;
    case "fixedString":
      chunks.push(encodeFixedStrings(type.width, values));
      return;
    case "lowCardinality":
      throw badColumn("LowCardinality(T) is sent as T: the engine builds the dictionary");
    default:
      encodeNested(type, values, chunks);
  }
}

function checkOffsets(offsets: BigUint64Array, values: number): void {
  const last = offsets.length === 0 ? 0n : offsets[offsets.length - 1];
  if (last !== BigInt(values)) throw badColumn(`Offsets end at ${last} but there are ${values} values`);
}

function encodeNested(
  type: Extract<NativeType, { kind: "array" | "map" | "nullable" }>,
  values: ColumnValues,
  chunks: Uint8Array[],
): void {
  if (!("kind" in values) || values.kind !== type.kind) {
    throw badColumn(`${type.kind} values expected, ${describeValues(values)} given`);
  }
  if (type.kind === "nullable" && values.kind === "nullable") {
    const rows = countRows(type.inner, values.values);
    if (rows !== values.nulls.length) throw badColumn(`${values.nulls.length} nulls but ${rows} values`);
    chunks.push(bytesOf(values.nulls));
    encodeValues(type.inner, values.values, chunks);
  } else if (type.kind === "array" && values.kind === "array") {
    checkOffsets(values.offsets, countRows(type.inner, values.values));
    chunks.push(bytesOf(values.offsets));
    encodeValues(type.inner, values.values, chunks);
  } else if (type.kind === "map" && values.kind === "map") {
    checkOffsets(values.offsets, countRows(type.key, values.keys));
    checkOffsets(values.offsets, countRows(type.value, values.values));
    chunks.push(bytesOf(values.offsets));
    encodeValues(type.key, values.keys, chunks);
    encodeValues(type.value, values.values, chunks);
  }
}

/**
 * One Native block as chunks to be written one after the other; the chunks of numeric columns are views of the
 * given arrays, which must not change until the chunks are written.
 * @throws StoreError `bad_column` for columns of unequal length or values that don't fit their type.
 */
export function encodeNative(columns: readonly Column[]): { rows: number; chunks: Uint8Array[] } {
  const types = columns.map((column) => parseNativeType(column.type));
  const lengths = columns.map((column, index) => countRows(elementAt(types, index), column.values));
  const rows = lengths[0] ?? 0;
  const chunks: Uint8Array[] = [Uint8Array.from([...varint(columns.length), ...varint(rows)])];
  columns.forEach((column, index) => {
    if (lengths[index] !== rows) {
      throw badColumn(`Column ${column.name} has ${lengths[index]} rows, column ${columns[0]?.name} ${rows}`);
    }
    chunks.push(encodeStrings([column.name, column.type]));
    const type = elementAt(types, index);
    try {
      if ("kind" in column.values && column.values.kind === "repeated")
        encodeRepeated(column, type, column.values, chunks);
      else encodeValues(type, column.values, chunks);
    } catch (error) {
      if (error instanceof StoreError) throw badColumn(`Column ${column.name}: ${error.message}`);
      throw error;
    }
  });
  return { rows, chunks };
}
