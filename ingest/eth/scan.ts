/** Scanners of the three bulk answers of a beacon node, straight into typed arrays. */
import {
  createArrayScanner,
  fieldNames,
  integer,
  malformed,
  needMore,
  readInteger,
  readObject,
  readString,
  type Scanner,
  skipSpace,
  skipValue,
} from "./scanJson.ts";

export type { Scanner };

/** A block of registry rows. Epochs: 2^64-1 is far future. `pubkey` has 48 bytes a row, `withdrawalCredentials` 32. */
export type RegistryColumns = {
  count: number;
  validatorIndex: Uint32Array;
  balanceGwei: BigUint64Array;
  effectiveBalanceGwei: BigUint64Array;
  isSlashed: Uint8Array;
  activationEligibilityEpoch: BigUint64Array;
  activationEpoch: BigUint64Array;
  exitEpoch: BigUint64Array;
  withdrawableEpoch: BigUint64Array;
  pubkey: Uint8Array;
  withdrawalCredentials: Uint8Array;
};

export function createRegistryColumns(capacity: number): RegistryColumns {
  return {
    count: 0,
    validatorIndex: new Uint32Array(capacity),
    balanceGwei: new BigUint64Array(capacity),
    effectiveBalanceGwei: new BigUint64Array(capacity),
    isSlashed: new Uint8Array(capacity),
    activationEligibilityEpoch: new BigUint64Array(capacity),
    activationEpoch: new BigUint64Array(capacity),
    exitEpoch: new BigUint64Array(capacity),
    withdrawableEpoch: new BigUint64Array(capacity),
    pubkey: new Uint8Array(capacity * 48),
    withdrawalCredentials: new Uint8Array(capacity * 32),
  };
}

const nibbles = new Uint8Array(256).fill(255);
for (let value = 0; value < 16; value += 1) {
  nibbles[value.toString(16).charCodeAt(0)] = value;
  nibbles[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}

/** Reads `"0x…"` of exactly `size` bytes into `target` at `offset`. */
function readHex(
  bytes: Uint8Array,
  start: number,
  limit: number,
  target: Uint8Array,
  offset: number,
  size: number,
): number {
  const end = start + 3 + 2 * size;
  if (end >= limit) return skipValue(bytes, start, limit) === needMore ? needMore : hexError();
  if (bytes[start] !== 0x22 || bytes[start + 1] !== 0x30 || bytes[start + 2] !== 0x78 || bytes[end] !== 0x22)
    return readEscapedHex(bytes, start, limit, target, offset, size);
  let position = start + 3;
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

function readBoolean(bytes: Uint8Array, start: number, limit: number): number {
  const end = skipValue(bytes, start, limit);
  if (end === needMore) return needMore;
  integer.value = bytes[start] === 0x74 ? 1 : 0;
  if (bytes[start] !== 0x74 && bytes[start] !== 0x66) throw malformed("a boolean was expected");
  return end;
}

/** The two 32-bit halves of a 64-bit column: writing them avoids a BigInt for each value. */
function halves(column: BigUint64Array): Uint32Array {
  return new Uint32Array(column.buffer, column.byteOffset, column.length * 2);
}

const outerFields = fieldNames(["index", "balance", "validator"]);
const innerFields = fieldNames([
  "pubkey",
  "withdrawal_credentials",
  "effective_balance",
  "slashed",
  "activation_eligibility_epoch",
  "activation_epoch",
  "exit_epoch",
  "withdrawable_epoch",
]);
const allOuter = 0b111;
const allInner = 0b1111_1111;

/**
 * Scans `/eth/v1/beacon/states/{id}/validators`. Rows arrive in blocks of `batchRows`, the last one shorter; each
 * block has arrays of its own.
 */
export function createValidatorScanner(
  batchRows: number,
  onBatch: (columns: RegistryColumns) => void,
): Scanner {
  let columns = createRegistryColumns(batchRows);
  let wide = wideColumns(columns);
  let seenOuter = 0;
  let seenInner = 0;

  function wideColumns(from: RegistryColumns): Record<number, Uint32Array> {
    return {
      2: halves(from.effectiveBalanceGwei),
      4: halves(from.activationEligibilityEpoch),
      5: halves(from.activationEpoch),
      6: halves(from.exitEpoch),
      7: halves(from.withdrawableEpoch),
      8: halves(from.balanceGwei),
    };
  }

  function store(target: Uint32Array | undefined, row: number): void {
    if (target === undefined) return;
    target[2 * row] = integer.low;
    target[2 * row + 1] = integer.high;
  }

  function readInner(field: number, bytes: Uint8Array, position: number, limit: number): number {
    const row = columns.count;
    seenInner |= 1 << field;
    if (field === 0) return readHex(bytes, position, limit, columns.pubkey, row * 48, 48);
    if (field === 1) return readHex(bytes, position, limit, columns.withdrawalCredentials, row * 32, 32);
    if (field === 3) {
      const end = readBoolean(bytes, position, limit);
      if (end !== needMore) columns.isSlashed[row] = integer.value;
      return end;
    }
    const end = readInteger(bytes, position, limit);
    if (end !== needMore) store(wide[field], row);
    return end;
  }

  function readOuter(field: number, bytes: Uint8Array, position: number, limit: number): number {
    seenOuter |= 1 << field;
    if (field === 2) return readObject(bytes, position, limit, innerFields, readInner);
    const end = readInteger(bytes, position, limit);
    if (end === needMore) return needMore;
    if (field === 0) {
      if (integer.value > 4_294_967_295) throw malformed("a validator index exceeds 32 bits");
      columns.validatorIndex[columns.count] = integer.value;
    } else store(wide[8], columns.count);
    return end;
  }

  function flush(): void {
    if (columns.count === 0) return;
    onBatch(columns);
    columns = createRegistryColumns(batchRows);
    wide = wideColumns(columns);
  }

  const scanner = createArrayScanner((bytes, start, limit) => {
    seenOuter = 0;
    seenInner = 0;
    const end = readObject(bytes, start, limit, outerFields, readOuter);
    if (end === needMore) return needMore;
    if (seenOuter !== allOuter || seenInner !== allInner) throw malformed("a validator lacks a field");
    columns.count += 1;
    if (columns.count === batchRows) flush();
    return end;
  });

  return {
    push: scanner.push,
    end: () => {
      scanner.end();
      flush();
    },
  };
}

/** Balances by validator index, in Gwei as doubles (exact below 2^53), and how many the answer held. */
export type Balances = { count: number; gwei: Float64Array };

const balanceFields = fieldNames(["index", "balance"]);

/** Scans `/eth/v1/beacon/states/{id}/validator_balances`; `result` is complete after `end`. */
export function createBalanceScanner(capacity = 65_536): Scanner & { result: () => Balances } {
  let gwei = new Float64Array(capacity);
  let count = 0;
  let highest = -1;
  let index = -1;
  let balance = -1;

  function readField(field: number, bytes: Uint8Array, position: number, limit: number): number {
    const end = readInteger(bytes, position, limit);
    if (end === needMore) return needMore;
    if (field === 0) index = integer.value;
    else balance = integer.value;
    return end;
  }

  function grow(size: number): void {
    if (size > 134_217_728) throw malformed("a validator index is out of range");
    const larger = new Float64Array(Math.max(size, gwei.length * 2));
    larger.set(gwei);
    gwei = larger;
  }

  const scanner = createArrayScanner((bytes, start, limit) => {
    index = -1;
    balance = -1;
    const end = readObject(bytes, start, limit, balanceFields, readField);
    if (end === needMore) return needMore;
    if (index < 0 || balance < 0) throw malformed("a balance lacks a field");
    if (index >= gwei.length) grow(index + 1);
    gwei[index] = balance;
    if (index > highest) highest = index;
    count += 1;
    return end;
  });

  return { ...scanner, result: () => ({ count, gwei: gwei.subarray(0, highest + 1) }) };
}

/** Committees of one or more slots: entry i has the members `validators[starts[i] .. starts[i + 1])`. */
export type Committees = { slots: number[]; indices: number[]; starts: number[]; validators: Uint32Array };

const committeeFields = fieldNames(["index", "slot", "validators"]);

/** Scans `/eth/v1/beacon/states/{id}/committees`; `result` is complete after `end`. */
export function createCommitteeScanner(capacity = 65_536): Scanner & { result: () => Committees } {
  let validators = new Uint32Array(capacity);
  let filled = 0;
  let size = 0;
  const committees = { slots: [] as number[], indices: [] as number[], starts: [0] };
  let slot = -1;
  let index = -1;
  let hasMembers = false;

  function grow(): void {
    const larger = new Uint32Array(validators.length * 2);
    larger.set(validators);
    validators = larger;
  }

  function add(value: number): void {
    if (value > 4_294_967_295) throw malformed("a validator index exceeds 32 bits");
    if (filled + size === validators.length) grow();
    validators[filled + size] = value;
    size += 1;
  }

  function readMembers(bytes: Uint8Array, start: number, limit: number): number {
    if (bytes[start] !== 0x5b) throw malformed("a list of validators was expected");
    size = 0;
    hasMembers = true;
    let position = skipSpace(bytes, start + 1, limit);
    if (position < limit && bytes[position] === 0x5d) return position + 1;
    for (;;) {
      // The common form, `"123456",`, without a call: an epoch has a million of them.
      while (position + 9 < limit && bytes[position] === 0x22) {
        let at = position + 1;
        let value = 0;
        let digit = (bytes[at] as number) - 0x30;
        while (digit >= 0 && digit <= 9 && at - position <= 7) {
          value = value * 10 + digit;
          at += 1;
          digit = (bytes[at] as number) - 0x30;
        }
        if (bytes[at] !== 0x22 || bytes[at + 1] !== 0x2c || at === position + 1) break;
        if (filled + size === validators.length) grow();
        validators[filled + size] = value;
        size += 1;
        position = at + 2;
      }
      position = skipSpace(bytes, position, limit);
      position = readInteger(bytes, position, limit);
      if (position === needMore) return needMore;
      add(integer.value);
      if (bytes[position] !== 0x2c) position = skipSpace(bytes, position, limit);
      if (position >= limit) return needMore;
      if (bytes[position] === 0x5d) return position + 1;
      if (bytes[position] !== 0x2c) throw malformed("a comma was expected between validators");
      position = skipSpace(bytes, position + 1, limit);
    }
  }

  function readField(field: number, bytes: Uint8Array, position: number, limit: number): number {
    if (field === 2) return readMembers(bytes, position, limit);
    const end = readInteger(bytes, position, limit);
    if (end === needMore) return needMore;
    if (field === 0) index = integer.value;
    else slot = integer.value;
    return end;
  }

  const scanner = createArrayScanner((bytes, start, limit) => {
    slot = -1;
    index = -1;
    size = 0;
    hasMembers = false;
    const end = readObject(bytes, start, limit, committeeFields, readField);
    if (end === needMore) return needMore;
    if (slot < 0 || index < 0 || !hasMembers) throw malformed("a committee lacks a field");
    filled += size;
    committees.slots.push(slot);
    committees.indices.push(index);
    committees.starts.push(filled);
    return end;
  });

  return { ...scanner, result: () => ({ ...committees, validators: validators.subarray(0, filled) }) };
}
