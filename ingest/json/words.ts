/** JSON in the form that nodes usually write, walked in words instead of bytes. Callers ensure that the view is long enough. */
import { backslash, quote, space } from "./skip.ts";

/** The bytes here are not in the common form. */
export const uncommon = -2;

/** A text as words of eight bytes: consecutive from its beginning, plus the one that ends with it. */
export type Literal = { length: number; words: Float64Array; last: number };

/** @param text of eight characters or more */
export function literal(text: string): Literal {
  const view = new DataView(new TextEncoder().encode(text).buffer);
  const word = (position: number) => view.getFloat64(position, true);
  const words = Float64Array.from({ length: text.length >> 3 }, (_, i) => word(8 * i));
  return { length: text.length, words, last: word(text.length - 8) };
}

/** The position after the literal, or `uncommon`, also when given that. */
export function skipLiteral(view: DataView, position: number, { length, words, last }: Literal): number {
  if (position < 0) return uncommon;
  for (let i = 0; i < words.length; i += 1) {
    if (view.getFloat64(position + 8 * i, true) !== words[i]) return uncommon;
  }
  return view.getFloat64(position + length - 8, true) === last ? position + length : uncommon;
}

const everyByte = 0x01010101;
const highBits = 0x80808080 | 0;

/**
 * Marks in a word of four bytes. The lowest mark is exact: a byte up to a quote, or a backslash. Those above it may be
 * false.
 */
function marksOf(word: number): number {
  const slashes = word ^ (backslash * everyByte);
  return (((word - (quote + 1) * everyByte) & ~word) | ((slashes - everyByte) & ~slashes)) & highBits;
}

/**
 * As `endOfPlain`: the next byte of a string that is not a plain character. `uncommon` when it is given that or
 * reaches `limit`, which is eight bytes before the view's end or earlier.
 */
export function endOfPlainWords(view: DataView, start: number, limit: number): number {
  if (start < 0) return uncommon;
  let position = start;
  while (position < limit) {
    let marks = marksOf(view.getInt32(position, true));
    if (marks === 0) {
      position += 4;
      marks = marksOf(view.getInt32(position, true));
      if (marks === 0) {
        position += 4;
        continue;
      }
    }
    position += (31 - Math.clz32(marks & -marks)) >> 3;
    const byte = view.getUint8(position);
    if (byte === quote || byte === backslash || byte < space) return position < limit ? position : uncommon;
    position += 1;
  }
  return uncommon;
}
