/**
 * A byte-level reader for the bulk answers of a beacon node: `{…, "data": [element, element, …], …}` of up to 1 GB.
 * JSON.parse needs the whole text at once and makes an object for every validator; this reads buffer by buffer and
 * writes straight into typed arrays. Keys may come in any order, with any white space, escapes and unknown fields;
 * buffers may be cut anywhere.
 */
import { SourceError } from "../../lib/errors.ts";

/** Returned by parsers that ran out of bytes: call again from the same position with more. */
export const needMore = -1;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

export function malformed(what: string): SourceError {
  return new SourceError(`malformed JSON: ${what}`, { code: "malformed" });
}

export function skipSpace(bytes: Uint8Array, start: number, limit: number): number {
  let position = start;
  while (position < limit) {
    const byte = bytes[position];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
    position += 1;
  }
  return position;
}

/** From an opening quote to behind the closing one. */
function skipString(bytes: Uint8Array, start: number, limit: number): number {
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

/** The last integer that `readInteger` met: `high * 2^32 + low`, and as a double (inexact above 2^53). */
export const integer = { high: 0, low: 0, value: 0 };

const maxUint64 = "18446744073709551615";

function setLargeInteger(text: string): void {
  if (!/^\d{1,20}$/.test(text)) throw malformed(`"${text.slice(0, 40)}" is not an unsigned integer`);
  const large = BigInt(text);
  if (large > 0xffff_ffff_ffff_ffffn) throw malformed(`${text} exceeds 64 bits`);
  integer.high = Number(large >> 32n);
  integer.low = Number(large & 0xffff_ffffn);
  integer.value = Number(large);
}

/** Reads an unsigned integer of up to 64 bits, quoted or bare, into `integer`. */
export function readInteger(bytes: Uint8Array, start: number, limit: number): number {
  if (start >= limit) return needMore;
  const isQuoted = bytes[start] === quote;
  let position = isQuoted ? start + 1 : start;
  const first = position;
  let value = 0;
  while (position < limit) {
    const digit = (bytes[position] as number) - 0x30;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
    position += 1;
  }
  if (position >= limit) return needMore;
  const digits = position - first;
  if (isQuoted && bytes[position] !== quote) {
    // An escape or something that isn't a number: the slow way decides.
    const end = skipString(bytes, start, limit);
    if (end === needMore) return needMore;
    setLargeInteger(readString(bytes, start, end));
    return end;
  }
  if (digits === 0) throw malformed("an integer was expected");
  if (digits <= 15) {
    integer.value = value;
    integer.high = Math.floor(value / 4_294_967_296);
    integer.low = value >>> 0;
    if (value > 4_294_967_295) integer.low = value - integer.high * 4_294_967_296;
  } else {
    const text = decoder.decode(bytes.subarray(first, position));
    if (text === maxUint64) {
      integer.high = 0xffff_ffff;
      integer.low = 0xffff_ffff;
      integer.value = 2 ** 64;
    } else setLargeInteger(text);
  }
  return isQuoted ? position + 1 : position;
}

/** The names of an object's fields, as bytes, so that a known one is recognized without making a string. */
export type FieldNames = { names: readonly string[]; encoded: readonly Uint8Array[] };

export function fieldNames(names: readonly string[]): FieldNames {
  return { names, encoded: names.map((name) => new TextEncoder().encode(name)) };
}

function isNameAt(bytes: Uint8Array, start: number, name: Uint8Array): boolean {
  for (let offset = 0; offset < name.length; offset += 1) {
    if (bytes[start + offset] !== name[offset]) return false;
  }
  return bytes[start + name.length] === quote;
}

/**
 * Reads `{"name": value, …}` and calls `readField` at each known field's value; skips the others. `readField` gets the
 * number of the name, and returns the position behind the value or `needMore`.
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

export type Scanner = {
  push(piece: Uint8Array): void;
  /** @throws SourceError `truncated` when the text ended early. */
  end(): void;
};

type State = "start" | "field" | "element" | "afterElement" | "afterField" | "end";

/** No element of a bulk answer is longer (a committee of 131,072 members has 1.4 MB). */
const elementBytesMax = 8_388_608;

/**
 * Walks `{…, "data": [ … ], …}` and calls `readElement` at each element of `data`.
 * `readElement` returns the position behind the element, or `needMore`, in which case it is called again for the
 * same element with more bytes: it must not keep what it read of it.
 */
export function createArrayScanner(
  readElement: (bytes: Uint8Array, position: number, limit: number) => number,
): Scanner {
  let rest: Uint8Array = new Uint8Array(0);
  let state: State = "start";
  let hasData = false;

  /** One token; the new position, or needMore. */
  function step(bytes: Uint8Array, position: number, limit: number): number {
    const byte = bytes[position];
    switch (state) {
      case "element": {
        if (byte === closeBracket) {
          state = "afterField";
          return position + 1;
        }
        const end = readElement(bytes, position, limit);
        if (end !== needMore) state = "afterElement";
        return end;
      }
      case "afterElement":
        if (byte === comma) state = "element";
        else if (byte === closeBracket) state = "afterField";
        else throw malformed("a comma was expected between elements");
        return position + 1;
      case "start":
        if (byte !== openBrace) throw malformed("the answer is not an object");
        state = "field";
        return position + 1;
      case "field":
        return byte === closeBrace ? finish(position) : stepField(bytes, position, limit);
      case "afterField":
        if (byte === closeBrace) return finish(position);
        if (byte !== comma) throw malformed("a comma was expected between fields");
        state = "field";
        return position + 1;
      case "end":
        throw malformed("text behind the end of the answer");
    }
  }

  function finish(position: number): number {
    state = "end";
    return position + 1;
  }

  function stepField(bytes: Uint8Array, start: number, limit: number): number {
    if (bytes[start] !== quote) throw malformed("a field name was expected");
    const nameEnd = skipString(bytes, start, limit);
    if (nameEnd === needMore) return needMore;
    let position = skipSpace(bytes, nameEnd, limit);
    if (position >= limit) return needMore;
    if (bytes[position] !== colon) throw malformed("a colon was expected");
    position = skipSpace(bytes, position + 1, limit);
    if (position >= limit) return needMore;
    if (readString(bytes, start, nameEnd) === "data" && bytes[position] === openBracket) {
      hasData = true;
      state = "element";
      return position + 1;
    }
    const end = skipValue(bytes, position, limit);
    if (end !== needMore) state = "afterField";
    return end;
  }

  function push(piece: Uint8Array): void {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const limit = bytes.length;
    let position = skipSpace(bytes, 0, limit);
    while (position < limit) {
      const next = step(bytes, position, limit);
      if (next === needMore) break;
      position = skipSpace(bytes, next, limit);
    }
    rest = bytes.subarray(position);
    if (rest.length > elementBytesMax) throw malformed("an element is too long");
  }

  function end(): void {
    if (state !== "end") {
      throw new SourceError("the answer ended in mid-JSON", { code: "truncated" });
    }
    if (!hasData) throw malformed('there is no "data" list');
  }

  return { push, end };
}
