/**
 * A byte-level reader for the bulk answers of a beacon node: `{…, "data": [element, element, …], …}` of up to 1 GB.
 * JSON.parse needs the whole text at once and makes an object for every validator; this reads buffer by buffer and
 * writes straight into typed arrays. Keys may come in any order, with any white space, escapes and unknown fields;
 * buffers may be cut anywhere.
 */
import { SourceError } from "../../../lib/errors.ts";

/** Returned by parsers that ran out of bytes: call again from the same position with more. */
export const needMore = -1;

export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
const backslash = 0x5c;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
const space = 0x20;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const tab = 0x09;

export function malformed(what: string): SourceError {
  return new SourceError(`malformed JSON: ${what}`, { code: "malformed" });
}

export function skipSpace(bytes: Uint8Array, start: number, limit: number): number {
  let position = start;
  while (position < limit) {
    const byte = bytes[position];
    if (byte !== space && byte !== lineFeed && byte !== carriageReturn && byte !== tab) break;
    position += 1;
  }
  return position;
}

/** From an opening quote to behind the closing one. */
export function skipString(bytes: Uint8Array, start: number, limit: number): number {
  let position = start + 1;
  while (position < limit) {
    const byte = bytes[position];
    if (byte === quote) return position + 1;
    position += byte === backslash ? 2 : 1;
  }
  return needMore;
}

/** Behind the value that starts here, whatever it is. */
export function skipValue(bytes: Uint8Array, start: number, limit: number): number {
  const first = bytes[start];
  if (first === quote) return skipString(bytes, start, limit);
  let depth = 0;
  let position = start;
  while (position < limit) {
    const byte = bytes[position];
    if (byte === quote) {
      position = skipString(bytes, position, limit);
      if (position === needMore) return needMore;
      continue;
    }
    if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) {
      if (depth === 0) return position;
      depth -= 1;
      if (depth === 0) return position + 1;
    } else if (byte === comma && depth === 0) return position;
    position += 1;
  }
  return needMore;
}

const decoder = new TextDecoder();

/** The string between `start` (its opening quote) and `end` (behind its closing quote), escapes resolved. */
export function readString(bytes: Uint8Array, start: number, end: number): string {
  try {
    return JSON.parse(decoder.decode(bytes.subarray(start, end))) as string;
  } catch (error) {
    throw new SourceError("malformed JSON: a broken string", { code: "malformed", cause: error });
  }
}

/**
 * The names of an object's fields, as bytes too, so that a known one is recognized without making a string. A field goes
 * by its position.
 */
export type FieldNames = {
  names: readonly string[];
  encoded: readonly Uint8Array[];
  /** One bit for each of them, `1 << position`. */
  allBits: number;
};

export function fieldNames(names: readonly string[]): FieldNames {
  const encoder = new TextEncoder();
  return { names, encoded: names.map((name) => encoder.encode(name)), allBits: (1 << names.length) - 1 };
}

function isNameAt(bytes: Uint8Array, start: number, name: Uint8Array): boolean {
  for (let offset = 0; offset < name.length; offset += 1) {
    if (bytes[start + offset] !== name[offset]) return false;
  }
  return bytes[start + name.length] === quote;
}

/**
 * Reads `{"name": value, …}` and calls `readField` at each known field's value; skips the others. `readField` gets the
 * field's position among the names, and returns the position behind the value or `needMore`.
 * @returns the position behind the object, or `needMore`.
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
      isNameAt(bytes, position + 1, expected)
    ) {
      field = guess;
      position += expected.length + 2;
    } else {
      const end = skipString(bytes, position, limit);
      if (end === needMore) return needMore;
      field = fields.names.indexOf(readString(bytes, position, end));
      position = end;
    }
    guess = field + 1;
    if (bytes[position] !== colon) position = skipSpace(bytes, position, limit);
    if (position >= limit) return needMore;
    if (bytes[position] !== colon) throw malformed("a colon was expected");
    position = skipSpace(bytes, position + 1, limit);
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
