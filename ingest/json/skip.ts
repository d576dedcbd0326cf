/**
 * Walks over JSON in bytes without creating values, as strictly as JSON.parse. Bytes may end anywhere.
 * Only UTF-8 is not checked, because decoding replaces invalid sequences.
 */
import { SourceError } from "../../lib/errors.ts";

/** Returned by a function that ran out of bytes: call it again from the same position with more. */
export const needMore = -1;

export const quote = 0x22;
export const comma = 0x2c;
const colon = 0x3a;
export const backslash = 0x5c;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
export const space = 0x20;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const tab = 0x09;
const letterU = 0x75;
const zero = 0x30;

/** Nesting depth of lists and objects; no node gets near it. */
const depthMax = 128;

/** Classifies a byte within a string: 0 plain; 1 the end, an escape or forbidden. */
const isSpecial = new Uint8Array(256).fill(1, 0, space);
isSpecial[quote] = 1;
isSpecial[backslash] = 1;

const setOf = (characters: string) => {
  const members = new Uint8Array(256);
  for (const byte of Buffer.from(characters)) members[byte] = 1;
  return members;
};
const isEscape = setOf('"\\/bfnrt');
const isHexDigit = setOf("0123456789abcdefABCDEF");
const isOfNumber = setOf("0123456789+-.eE");
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const words = ["true", "false", "null"].map((word) => Buffer.from(word));

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

/** From a backslash to the position after its escape. */
export function skipEscape(bytes: Uint8Array, start: number, limit: number): number {
  const kind = bytes[start + 1];
  if (start + 1 >= limit) return needMore;
  if (kind !== letterU) {
    if (isEscape[kind as number] !== 1) throw malformed("an unknown escape");
    return start + 2;
  }
  for (let position = start + 2; position < start + 6; position += 1) {
    if (position >= limit) return needMore;
    if (isHexDigit[bytes[position] as number] !== 1) throw malformed("an unknown escape");
  }
  return start + 6;
}

/** The next byte of a string that is not a plain character; `limit` when there is none. */
export function endOfPlain(bytes: Uint8Array, start: number, limit: number): number {
  // A local copy: the engine reads a module's names again at each use.
  const special = isSpecial;
  let position = start;
  while (position < limit && special[bytes[position] as number] === 0) position += 1;
  return position;
}

/** From an opening quote to the position after the closing one. */
export function skipString(bytes: Uint8Array, start: number, limit: number): number {
  let position = endOfPlain(bytes, start + 1, limit);
  while (position < limit) {
    const byte = bytes[position];
    if (byte === quote) return position + 1;
    if (byte !== backslash) throw malformed("a control character in a string");
    position = skipEscape(bytes, position, limit);
    if (position === needMore) return needMore;
    position = endOfPlain(bytes, position, limit);
  }
  return needMore;
}

function endOfDigits(bytes: Uint8Array, start: number, limit: number): number {
  let end = start;
  for (; end < limit; end += 1) {
    const digit = (bytes[end] as number) - zero;
    if (digit < 0 || digit > 9) break;
  }
  return end;
}

/** The position after a number or a word. One that ends with the bytes may continue. */
function skipScalar(bytes: Uint8Array, start: number, limit: number): number {
  let end = endOfDigits(bytes, start, limit);
  // Most are integers: a single digit, or digits without a leading zero.
  if (end > start) {
    const isInteger = bytes[start] !== zero || end === start + 1;
    if (isInteger && end < limit && isOfNumber[bytes[end] as number] === 0) return end;
  } else {
    const wordEnd = skipWord(bytes, start, limit);
    if (wordEnd !== start) return wordEnd;
  }
  while (end < limit && isOfNumber[bytes[end] as number] === 1) end += 1;
  if (end === limit) return needMore;
  if (!numberPattern.test(Buffer.from(bytes.subarray(start, end)).toString("latin1")))
    throw malformed("a value was expected");
  return end;
}

/** The position after true, false or null; `start` when there is none. */
function skipWord(bytes: Uint8Array, start: number, limit: number): number {
  for (const word of words) {
    if (bytes[start] !== word[0]) continue;
    if (start + word.length > limit) return needMore;
    if (word.some((byte, offset) => bytes[start + offset] !== byte)) break;
    return start + word.length;
  }
  return start;
}

/** The position after the list or object that starts here. */
function skipNested(bytes: Uint8Array, start: number, limit: number, depth: number): number {
  if (depth > depthMax) throw malformed("it is nested too deeply");
  const isObject = bytes[start] === openBrace;
  const close = isObject ? closeBrace : closeBracket;
  let position = skipSpace(bytes, start + 1, limit);
  if (position < limit && bytes[position] === close) return position + 1;
  for (;;) {
    if (position >= limit) return needMore;
    if (isObject) {
      position = skipName(bytes, position, limit);
      if (position === needMore || position >= limit) return needMore;
    }
    position = skipValue(bytes, position, limit, depth);
    if (position === needMore) return needMore;
    position = skipSpace(bytes, position, limit);
    if (position >= limit) return needMore;
    if (bytes[position] === close) return position + 1;
    if (bytes[position] !== comma) throw malformed("a comma was expected");
    position = skipSpace(bytes, position + 1, limit);
  }
}

/** From the quote of a field's name to its value, or `limit`. */
function skipName(bytes: Uint8Array, start: number, limit: number): number {
  if (bytes[start] !== quote) throw malformed("a field name was expected");
  const end = skipString(bytes, start, limit);
  return end === needMore ? needMore : skipColon(bytes, end, limit);
}

/** From the position after a field's name to its value, or `limit`. */
export function skipColon(bytes: Uint8Array, start: number, limit: number): number {
  const position = skipSpace(bytes, start, limit);
  if (position >= limit) return limit;
  if (bytes[position] !== colon) throw malformed("a colon was expected");
  return skipSpace(bytes, position + 1, limit);
}

/** The position after the value that starts here, of any type. */
export function skipValue(bytes: Uint8Array, start: number, limit: number, depth = 0): number {
  const first = bytes[start];
  if (first === quote) return skipString(bytes, start, limit);
  if (first === openBrace || first === openBracket) return skipNested(bytes, start, limit, depth + 1);
  return skipScalar(bytes, start, limit);
}
