/** Integers of up to 64 bits, read from bytes without a BigInt for each. */
import { readString } from "../../json/read.ts";
import { malformed, needMore, quote, skipString } from "../../json/skip.ts";

/** An unsigned integer of 64 bits: `high * 2^32 + low`, and as a double (inexact above 2^53). */
export type Integer = { high: number; low: number; value: number };

/** A target for integers: one per scanner, so that none is created per value. */
export function createInteger(): Integer {
  return { high: 0, low: 0, value: 0 };
}

export const uint32Max = 4_294_967_295;
const uint32Size = 4_294_967_296;
/** Any number of so many digits is exact as a double. */
const exactDigits = 15;
const digitZero = 0x30;

/** Far future, which nearly every validator has as exit: recognized without a BigInt. */
const uint64Max = "18446744073709551615";

const decoder = new TextDecoder();

function setLarge(text: string, into: Integer): void {
  if (!/^\d{1,20}$/.test(text)) throw malformed(`"${text.slice(0, 40)}" is not an unsigned integer`);
  const large = BigInt(text);
  if (large > 0xffff_ffff_ffff_ffffn) throw malformed(`${text} exceeds 64 bits`);
  into.high = Number(large >> 32n);
  into.low = Number(large & 0xffff_ffffn);
  into.value = Number(large);
}

/** Reads an unsigned integer of up to 64 bits, quoted or bare. Returns the position after it, or `needMore`. */
export function readInteger(bytes: Uint8Array, start: number, limit: number, into: Integer): number {
  if (start >= limit) return needMore;
  const isQuoted = bytes[start] === quote;
  let position = isQuoted ? start + 1 : start;
  const first = position;
  let value = 0;
  while (position < limit) {
    const digit = (bytes[position] as number) - digitZero;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
    position += 1;
  }
  if (position >= limit) return needMore;
  const digits = position - first;
  if (isQuoted && bytes[position] !== quote) {
    // An escape or something that isn't a number: left to the slow path.
    const end = skipString(bytes, start, limit);
    if (end === needMore) return needMore;
    setLarge(readString(bytes, start, end), into);
    return end;
  }
  if (digits === 0) throw malformed("an integer was expected");
  if (digits <= exactDigits) {
    into.value = value;
    into.high = Math.floor(value / uint32Size);
    into.low = value <= uint32Max ? value : value - into.high * uint32Size;
  } else {
    const text = decoder.decode(bytes.subarray(first, position));
    if (text === uint64Max) {
      into.high = uint32Max;
      into.low = uint32Max;
      into.value = 2 ** 64;
    } else setLarge(text, into);
  }
  return isQuoted ? position + 1 : position;
}
