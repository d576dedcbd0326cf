/**
 * Reads complete JSON in a known form without white space. Any other input is a SourceError `malformed`: the caller
 * then falls back to another parser.
 */
import { elementAt } from "../../lib/elementAt.ts";
import { type FieldNames, isAt, readObject } from "./read.ts";
import {
  closeBracket,
  comma,
  endOfPlain,
  malformed,
  needMore,
  openBracket,
  quote,
  skipValue,
} from "./skip.ts";

/** Expected text, as bytes. */
export const encoded = (text: string): Uint8Array => Buffer.from(text, "latin1");

export type NameText = { name: string; encoded: Uint8Array };

export function nameTexts(names: readonly string[]): NameText[] {
  return names.map((name) => ({ name, encoded: encoded(name) }));
}

/** Which of the names spans `start` to the quote at `end`. */
export function nameAt(
  bytes: Buffer,
  start: number,
  end: number,
  names: readonly NameText[],
): string | undefined {
  const length = end - start;
  for (const name of names)
    if (name.name.length === length && isAt(bytes, start, name.encoded)) return name.name;
  return undefined;
}

export function leave(): never {
  throw malformed("it isn't in the common form");
}

/** The position after the expected bytes. */
export function pass(bytes: Buffer, start: number, wanted: Uint8Array): number {
  return isAt(bytes, start, wanted) ? start + wanted.length : leave();
}

/** The position after a value, all of which has to be there. */
export function passValue(bytes: Buffer, start: number): number {
  const end = skipValue(bytes, start, bytes.length);
  return end === needMore ? leave() : end;
}

/** The quote after a text without escapes. @param start the position after its opening quote */
export function textEnd(bytes: Buffer, start: number): number {
  const end = endOfPlain(bytes, start, bytes.length);
  return bytes[end] === quote ? end : leave();
}

/** A list of what `readElement` reads. @returns the position after it */
export function readList(bytes: Buffer, start: number, readElement: (position: number) => number): number {
  if (bytes[start] !== openBracket) leave();
  let position = start + 1;
  if (bytes[position] === closeBracket) return position + 1;
  for (;;) {
    position = readElement(position);
    if (bytes[position] === closeBracket) return position + 1;
    if (bytes[position] !== comma) leave();
    position += 1;
  }
}

/** `readObject` for objects that have each known field at most once, by name. */
export function readFields(
  bytes: Buffer,
  start: number,
  fields: FieldNames,
  readField: (name: string, position: number) => number,
): number {
  let seen = 0;
  const end = readObject(bytes, start, bytes.length, fields, (field, _, position) => {
    if ((seen & (1 << field)) !== 0) leave();
    seen |= 1 << field;
    return readField(elementAt(fields.names, field), position);
  });
  return end === needMore ? leave() : end;
}
