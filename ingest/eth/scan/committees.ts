/** The committees of a state, read straight into one array. */

import { fieldNames, readObject } from "../../json/read.ts";
import { closeBracket, comma, malformed, needMore, openBracket, quote, skipSpace } from "../../json/skip.ts";
import { createArrayScanner, type Scanner } from "./array.ts";
import { createInteger, readInteger, uint32Max } from "./integer.ts";

/** Committees of one or more slots: entry i has the members `validators[starts[i] .. starts[i + 1])`. */
export type Committees = { slots: number[]; indices: number[]; starts: number[]; validators: Uint32Array };

const field = { index: 0, slot: 1, validators: 2 };
const fields = fieldNames(Object.keys(field));

const digitZero = 0x30;
/** More digits than any index has: a longer number is left to the slower reader. */
const indexDigitsMax = 7;

/** Scans `/eth/v1/beacon/states/{id}/committees`; `result` is complete after `end`. */
export function createCommitteeScanner(capacity = 65_536): Scanner & { result: () => Committees } {
  const integer = createInteger();
  let validators = new Uint32Array(capacity);
  /** Number of members already read; after them are `size` members of the current committee. */
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
    if (value > uint32Max) throw malformed("a validator index exceeds 32 bits");
    if (filled + size === validators.length) grow();
    validators[filled + size] = value;
    size += 1;
  }

  /**
   * The members from `start` on in their common form, `"123456",`, without a call for each: an epoch has a million of them.
   * Names are copied into locals because the engine reads a module's names again at each use: a third of the time.
   */
  function readCommonMembers(bytes: Uint8Array, start: number, limit: number): number {
    const [opening, separator, zero, digitsMax] = [quote, comma, digitZero, indexDigitsMax];
    const last = limit - digitsMax - 2;
    let position = start;
    while (position < last && bytes[position] === opening) {
      let at = position + 1;
      let value = 0;
      let digit = (bytes[at] as number) - zero;
      while (digit >= 0 && digit <= 9 && at - position <= digitsMax) {
        value = value * 10 + digit;
        at += 1;
        digit = (bytes[at] as number) - zero;
      }
      if (bytes[at] !== opening || bytes[at + 1] !== separator || at === position + 1) break;
      if (filled + size === validators.length) grow();
      validators[filled + size] = value;
      size += 1;
      position = at + 2;
    }
    return position;
  }

  function readMembers(bytes: Uint8Array, start: number, limit: number): number {
    if (bytes[start] !== openBracket) throw malformed("a list of validators was expected");
    size = 0;
    hasMembers = true;
    let position = skipSpace(bytes, start + 1, limit);
    if (position < limit && bytes[position] === closeBracket) return position + 1;
    for (;;) {
      position = skipSpace(bytes, readCommonMembers(bytes, position, limit), limit);
      position = readInteger(bytes, position, limit, integer);
      if (position === needMore) return needMore;
      add(integer.value);
      if (bytes[position] !== comma) position = skipSpace(bytes, position, limit);
      if (position >= limit) return needMore;
      if (bytes[position] === closeBracket) return position + 1;
      if (bytes[position] !== comma) throw malformed("a comma was expected between validators");
      position = skipSpace(bytes, position + 1, limit);
    }
  }

  function readField(fieldIndex: number, bytes: Uint8Array, position: number, limit: number): number {
    if (fieldIndex === field.validators) return readMembers(bytes, position, limit);
    const end = readInteger(bytes, position, limit, integer);
    if (end === needMore) return needMore;
    if (fieldIndex === field.index) index = integer.value;
    else slot = integer.value;
    return end;
  }

  const scanner = createArrayScanner((bytes, start, limit) => {
    slot = -1;
    index = -1;
    size = 0;
    hasMembers = false;
    const end = readObject(bytes, start, limit, fields, readField);
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
