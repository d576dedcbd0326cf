/** Hex strings, read from bytes into bytes. */
import { readString } from "../../json/read.ts";
import { malformed, needMore, quote, skipValue } from "../../json/skip.ts";

const digitZero = 0x30;
const letterX = 0x78;
/** `"0x` */
const prefixBytes = 3;

/** The value of each hex digit's byte; 255 for others. */
const nibbles = new Uint8Array(256).fill(255);
for (let value = 0; value < 16; value += 1) {
  nibbles[value.toString(16).charCodeAt(0)] = value;
  nibbles[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}

/** Reads `"0x…"` of exactly `size` bytes into `target` at `offset`. Returns the position after it, or `needMore`. */
export function readHex(
  bytes: Uint8Array,
  start: number,
  limit: number,
  target: Uint8Array,
  offset: number,
  size: number,
): number {
  const end = start + prefixBytes + 2 * size;
  if (end >= limit) return skipValue(bytes, start, limit) === needMore ? needMore : hexError();
  if (
    bytes[start] !== quote ||
    bytes[start + 1] !== digitZero ||
    bytes[start + 2] !== letterX ||
    bytes[end] !== quote
  )
    return readEscapedHex(bytes, start, limit, target, offset, size);
  let position = start + prefixBytes;
  for (let index = offset; index < offset + size; index += 1) {
    const high = nibbles[bytes[position] as number] as number;
    const low = nibbles[bytes[position + 1] as number] as number;
    if ((high | low) > 15) return readEscapedHex(bytes, start, limit, target, offset, size);
    target[index] = (high << 4) | low;
    position += 2;
  }
  return end + 1;
}

function hexError(): never {
  throw malformed("a hex string of another length was expected");
}

function readEscapedHex(
  bytes: Uint8Array,
  start: number,
  limit: number,
  target: Uint8Array,
  offset: number,
  size: number,
): number {
  const end = skipValue(bytes, start, limit);
  if (end === needMore) return needMore;
  const text = readString(bytes, start, end);
  if (typeof text !== "string" || !/^0x[0-9a-fA-F]*$/.test(text) || text.length !== 2 + 2 * size) hexError();
  target.set(Buffer.from(text.slice(2), "hex"), offset);
  return end;
}
