/** One account of a getProgramAccounts answer, read from bytes. Fields may come in any order, with any white space. */
import { fieldNames, readObject, readString } from "../../json/read.ts";
import {
  closeBracket,
  comma,
  malformed,
  needMore,
  openBracket,
  quote,
  skipSpace,
  skipString,
  skipValue,
} from "../../json/skip.ts";

/** `data` is a copy, not a view of the answer. */
export type Account = { address: string; lamports: bigint; data: Buffer };

// In alphabetical order, as nodes write them: a field in its place is recognized without creating a string.
const outer = { account: 0, pubkey: 1 };
const outerFields = fieldNames(Object.keys(outer));
const inner = { data: 0, executable: 1, lamports: 2, owner: 3, rentEpoch: 4, space: 5 };
const innerFields = fieldNames(Object.keys(inner));
const neededInner = (1 << inner.data) | (1 << inner.lamports);

const [digitZero, digitOne, digitNine] = [0x30, 0x31, 0x39];
const closers = new Set([...Buffer.from(",}] \n\r\t")]);
const addressPattern = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const integerPattern = /^\d{1,20}$/;
const uint64Max = 2n ** 64n - 1n;

/** `skipValue`, faster for a plain integer. */
function skipInteger(bytes: Uint8Array, start: number, limit: number): number {
  let position = start;
  const first = bytes[start] as number;
  if (first === digitZero) position += 1;
  else if (first >= digitOne && first <= digitNine) {
    while (position < limit && (bytes[position] as number) >= digitZero) {
      if ((bytes[position] as number) > digitNine) break;
      position += 1;
    }
  }
  const isPlain = position > start && position < limit && closers.has(bytes[position] as number);
  return isPlain ? position : skipValue(bytes, start, limit);
}

/** The text between quotes. @param end the position after the closing one */
function textOf(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString("latin1", start + 1, end - 1);
  return text.includes("\\") ? readString(bytes, start, end) : text;
}

function addressOf(bytes: Buffer, start: number, end: number): string {
  const text = textOf(bytes, start, end);
  if (!addressPattern.test(text)) throw malformed("an account has an invalid address");
  return text;
}

/** From an opening quote to the position after the closing one. Anything but a string is an error. */
function passString(bytes: Uint8Array, start: number, limit: number): number {
  if (bytes[start] !== quote) throw malformed("a string was expected");
  return skipString(bytes, start, limit);
}

function base64Of(text: string): Buffer {
  const data = Buffer.from(text, "base64");
  // The decoder skips characters that it doesn't know, and accepts base64url.
  const isWhole = text.length % 4 === 0 && Buffer.byteLength(text, "base64") === data.length;
  if (!isWhole || text.includes("-") || text.includes("_")) throw malformed("data that isn't base64");
  return data;
}

/** @returns a reader of elements: the position after one, or `needMore`. `account()` then has the account */
export function createAccountReader() {
  let piece: Buffer = Buffer.alloc(0);
  let seenOuter = 0;
  let seenInner = 0;
  let address = "";
  let lamports = 0n;
  let data: Buffer = Buffer.alloc(0);

  /** `["…", "base64"]` */
  function readData(start: number, limit: number): number {
    if (piece[start] !== openBracket) throw malformed("data in another encoding");
    const first = skipSpace(piece, start + 1, limit);
    if (first >= limit) return needMore;
    if (piece[first] !== quote) throw malformed("a string was expected");
    // Base64 has no escaped quotes; other invalid characters are noticed when it is decoded.
    const firstEnd = piece.indexOf(quote, first + 1) + 1;
    if (firstEnd === 0) return needMore;
    const separator = skipSpace(piece, firstEnd, limit);
    if (separator >= limit) return needMore;
    if (piece[separator] !== comma) throw malformed("data in another encoding");
    const second = skipSpace(piece, separator + 1, limit);
    if (second >= limit) return needMore;
    const secondEnd = passString(piece, second, limit);
    if (secondEnd === needMore) return needMore;
    const end = skipSpace(piece, secondEnd, limit);
    if (end >= limit) return needMore;
    if (piece[end] !== closeBracket || textOf(piece, second, secondEnd) !== "base64")
      throw malformed("data in another encoding");
    data = base64Of(textOf(piece, first, firstEnd));
    return end + 1;
  }

  function readLamports(start: number, limit: number): number {
    const end = skipInteger(piece, start, limit);
    if (end === needMore) return needMore;
    const text = piece.toString("latin1", start, end);
    if (!integerPattern.test(text)) throw malformed("lamports are no unsigned integer");
    lamports = BigInt(text);
    if (lamports > uint64Max) throw malformed("lamports exceed 64 bits");
    return end;
  }

  function readInner(field: number, _: Uint8Array, start: number, limit: number): number {
    if ((seenInner & (1 << field)) !== 0) throw malformed("an account has a field twice");
    seenInner |= 1 << field;
    if (field === inner.data) return readData(start, limit);
    if (field === inner.lamports) return readLamports(start, limit);
    return skipInteger(piece, start, limit);
  }

  function readOuter(field: number, bytes: Uint8Array, start: number, limit: number): number {
    if ((seenOuter & (1 << field)) !== 0) throw malformed("an account has a field twice");
    seenOuter |= 1 << field;
    if (field === outer.account) return readObject(bytes, start, limit, innerFields, readInner);
    const end = passString(bytes, start, limit);
    if (end !== needMore) address = addressOf(piece, start, end);
    return end;
  }

  return {
    read: (bytes: Buffer, start: number, limit: number): number => {
      piece = bytes;
      seenOuter = 0;
      seenInner = 0;
      const end = readObject(bytes, start, limit, outerFields, readOuter);
      if (end === needMore) return needMore;
      if (seenOuter !== outerFields.allBits || (seenInner & neededInner) !== neededInner)
        throw malformed("an account lacks a field");
      return end;
    },
    account: (): Account => ({ address, lamports, data }),
  };
}
