/** Reads the wanted fields of JSON in bytes and skips the rest (skip.ts). Keys may come in any order, with any white space. */
import { SourceError } from "../../lib/errors.ts";
import {
  backslash,
  closeBrace,
  comma,
  malformed,
  needMore,
  openBrace,
  quote,
  skipColon,
  skipSpace,
  skipString,
  skipValue,
} from "./skip.ts";

const decoder = new TextDecoder();

/** The string from `start` (its opening quote) to `end` (after its closing quote), escapes resolved. */
export function readString(bytes: Uint8Array, start: number, end: number): string {
  try {
    return JSON.parse(decoder.decode(bytes.subarray(start, end))) as string;
  } catch (error) {
    throw new SourceError("malformed JSON: a broken string", { code: "malformed", cause: error });
  }
}

/**
 * The names of an object's fields, also as bytes, so that one is recognized without creating a string. A field is
 * identified by its position.
 */
export type FieldNames = {
  names: readonly string[];
  encoded: readonly Uint8Array[];
  /** One bit per field, `1 << position`. */
  allBits: number;
};

export function fieldNames(names: readonly string[]): FieldNames {
  const encoder = new TextEncoder();
  return { names, encoded: names.map((name) => encoder.encode(name)), allBits: (1 << names.length) - 1 };
}

/** Whether these bytes are at `start`. */
export function isAt(bytes: Uint8Array, start: number, wanted: Uint8Array): boolean {
  for (let offset = 0; offset < wanted.length; offset += 1) {
    if (bytes[start + offset] !== wanted[offset]) return false;
  }
  return true;
}

/** The field with the name between two quotes; -1 for none. Creates no string unless the name has an escape. */
function fieldAt(bytes: Uint8Array, start: number, end: number, fields: FieldNames): number {
  const length = end - start - 2;
  for (let field = 0; field < fields.encoded.length; field += 1) {
    const name = fields.encoded[field] as Uint8Array;
    if (name.length === length && isAt(bytes, start + 1, name)) return field;
  }
  for (let position = start + 1; position < end - 1; position += 1)
    if (bytes[position] === backslash) return fields.names.indexOf(readString(bytes, start, end));
  return -1;
}

/**
 * Reads `{"name": value, …}`, calls `readField` at each known field's value and skips the others. `readField` gets the
 * field's position among the names, and returns the position after the value or `needMore`.
 * @returns the position after the object, or `needMore`.
 */
export function readObject(
  bytes: Uint8Array,
  start: number,
  limit: number,
  fields: FieldNames,
  readField: (field: number, bytes: Uint8Array, position: number, limit: number) => number,
): number {
  if (bytes[start] !== openBrace) throw malformed("an object was expected");
  let position = skipSpace(bytes, start + 1, limit);
  let guess = 0;
  if (position < limit && bytes[position] === closeBrace) return position + 1;
  for (;;) {
    if (position >= limit) return needMore;
    if (bytes[position] !== quote) throw malformed("a field name was expected");
    let field = -1;
    const expected = fields.encoded[guess];
    if (
      expected !== undefined &&
      position + expected.length + 2 <= limit &&
      isAt(bytes, position + 1, expected) &&
      bytes[position + 1 + expected.length] === quote
    ) {
      field = guess;
      position += expected.length + 2;
    } else {
      const end = skipString(bytes, position, limit);
      if (end === needMore) return needMore;
      field = fieldAt(bytes, position, end, fields);
      position = end;
    }
    guess = field + 1;
    position = skipColon(bytes, position, limit);
    if (position >= limit) return needMore;
    position = field === -1 ? skipValue(bytes, position, limit) : readField(field, bytes, position, limit);
    if (position === needMore) return needMore;
    position = skipSpace(bytes, position, limit);
    if (position >= limit) return needMore;
    if (bytes[position] === closeBrace) return position + 1;
    if (bytes[position] !== comma) throw malformed("a comma was expected");
    position = skipSpace(bytes, position + 1, limit);
  }
}
