/**
 * A validator's element in the form that nodes usually write: fields in the order of the specification, no white space,
 * no escapes. A registry has millions of them, a gigabyte, so the text between values is compared in words of eight bytes,
 * and hex digits are looked up in pairs. Any other form is left to the general reader.
 */
import { halves } from "../../../lib/halves.ts";
import { backslash, quote, space } from "../../json/skip.ts";
import { literal, skipLiteral, uncommon } from "../../json/words.ts";
import { credentialsBytes, pubkeyBytes, type RegistryColumns } from "../registryColumns.ts";
import { uint32Max } from "./integer.ts";

/** Longer than any element in the common form, so that no read goes beyond the available bytes. */
const elementBytesMax = 704;
const statusBytesMax = 40;
/** Any number of so many digits is exact as a double. */
const exactDigits = 15;
const uint32Size = 4_294_967_296;
const digitZero = 0x30;

const literals = {
  index: literal('{"index":"'),
  balance: literal('","balance":"'),
  status: literal('","status":"'),
  pubkey: literal('","validator":{"pubkey":"0x'),
  credentials: literal('","withdrawal_credentials":"0x'),
  effectiveBalance: literal('","effective_balance":"'),
  isFalse: literal('","slashed":false,"activation_eligibility_epoch":"'),
  isTrue: literal('","slashed":true,"activation_eligibility_epoch":"'),
  activation: literal('","activation_epoch":"'),
  exit: literal('","exit_epoch":"'),
  withdrawable: literal('","withdrawable_epoch":"'),
  farFuture: literal("18446744073709551615"),
};
const end = '"}}';

/** The value of two hex digits, by their bytes as a little-endian number; -1 for others. */
const hexPairs = new Int16Array(65_536).fill(-1);
const hexDigits = "0123456789abcdefABCDEF";
for (const high of hexDigits) {
  for (const low of hexDigits)
    hexPairs[(low.charCodeAt(0) << 8) | high.charCodeAt(0)] = Number.parseInt(high + low, 16);
}

// Each of these functions returns the position after what it read, or `uncommon`, also when given that.

/** Eight digits fill a word of the row, which has `size` words. */
function readHex(view: DataView, start: number, target: Int32Array, row: number, size: number): number {
  if (start < 0) return uncommon;
  const pairs = hexPairs;
  const end = start + 8 * size;
  let word = row * size;
  let seen = 0;
  for (let position = start; position < end; position += 8) {
    const first = view.getInt32(position, true);
    const second = view.getInt32(position + 4, true);
    const a = pairs[first & 0xffff] as number;
    const b = pairs[first >>> 16] as number;
    const c = pairs[second & 0xffff] as number;
    const d = pairs[second >>> 16] as number;
    seen |= a | b | c | d;
    target[word] = a | (b << 8) | (c << 16) | (d << 24);
    word += 1;
  }
  return seen < 0 ? uncommon : end;
}

/** Digits up to a closing quote, into the 64 bits of a row; the position is that of the quote. */
function readDigits(view: DataView, start: number, target: Uint32Array, row: number): number {
  if (start < 0) return uncommon;
  const afterFarFuture = skipLiteral(view, start, literals.farFuture);
  if (afterFarFuture !== uncommon) {
    target[2 * row] = uint32Max;
    target[2 * row + 1] = uint32Max;
    return afterFarFuture;
  }
  let value = 0;
  let position = start;
  let digit = view.getUint8(position) - digitZero;
  while (digit >= 0 && digit <= 9 && position <= start + exactDigits) {
    value = value * 10 + digit;
    position += 1;
    digit = view.getUint8(position) - digitZero;
  }
  const digits = position - start;
  if (digits === 0 || digits > exactDigits) return uncommon;
  const high = Math.floor(value / uint32Size);
  target[2 * row] = value - high * uint32Size;
  target[2 * row + 1] = high;
  return position;
}

/** To the quote after any status. */
function skipStatus(view: DataView, start: number): number {
  if (start < 0) return uncommon;
  for (let position = start; position < start + statusBytesMax; position += 1) {
    const byte = view.getUint8(position);
    if (byte === quote) return position;
    if (byte === backslash || byte < space) return uncommon;
  }
  return uncommon;
}

/**
 * Reads elements into the columns' row `count`, and leaves the count unchanged.
 * @returns a function that gives the position after the element, or `uncommon`; the row is then partly filled
 */
export function createCommonValidatorReader(
  columns: RegistryColumns,
): (view: DataView, start: number) => number {
  const { isSlashed, validatorIndex } = columns;
  const pubkey = new Int32Array(columns.pubkey.buffer);
  const credentials = new Int32Array(columns.withdrawalCredentials.buffer);
  const balance = halves(columns.balanceGwei);
  const effectiveBalance = halves(columns.effectiveBalanceGwei);
  const eligibility = halves(columns.activationEligibilityEpoch);
  const activation = halves(columns.activationEpoch);
  const exit = halves(columns.exitEpoch);
  const withdrawable = halves(columns.withdrawableEpoch);
  const index = new Uint32Array(2);
  const [closeQuote, closeBrace, closeBraceOuter] = new TextEncoder().encode(end);

  return (view, start) => {
    if (view.byteLength - start < elementBytesMax) return uncommon;
    const row = columns.count;
    let at = readDigits(view, skipLiteral(view, start, literals.index), index, 0);
    at = readDigits(view, skipLiteral(view, at, literals.balance), balance, row);
    at = skipStatus(view, skipLiteral(view, at, literals.status));
    at = readHex(view, skipLiteral(view, at, literals.pubkey), pubkey, row, pubkeyBytes / 4);
    at = readHex(view, skipLiteral(view, at, literals.credentials), credentials, row, credentialsBytes / 4);
    at = readDigits(view, skipLiteral(view, at, literals.effectiveBalance), effectiveBalance, row);
    const afterFalse = skipLiteral(view, at, literals.isFalse);
    isSlashed[row] = afterFalse === uncommon ? 1 : 0;
    at = afterFalse === uncommon ? skipLiteral(view, at, literals.isTrue) : afterFalse;
    at = readDigits(view, at, eligibility, row);
    at = readDigits(view, skipLiteral(view, at, literals.activation), activation, row);
    at = readDigits(view, skipLiteral(view, at, literals.exit), exit, row);
    at = readDigits(view, skipLiteral(view, at, literals.withdrawable), withdrawable, row);
    if (at < 0 || index[1] !== 0) return uncommon;
    validatorIndex[row] = index[0] as number;
    const isEnd =
      view.getUint8(at) === closeQuote &&
      view.getUint8(at + 1) === closeBrace &&
      view.getUint8(at + 2) === closeBraceOuter;
    return isEnd ? at + 3 : uncommon;
  };
}
