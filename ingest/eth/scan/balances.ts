/** All balances of a state, read straight into an array. */

import { fieldNames, readObject } from "../../json/read.ts";
import { malformed, needMore } from "../../json/skip.ts";
import { createArrayScanner, type Scanner } from "./array.ts";
import { createInteger, readInteger } from "./integer.ts";

/** Balances by validator index, in Gwei as doubles (exact below 2^53), and the number of balances in the answer. */
export type Balances = { count: number; gwei: Float64Array };

const field = { index: 0, balance: 1 };
const fields = fieldNames(Object.keys(field));

/** Far beyond any registry: a higher index is an error, and reserves no memory. */
const indicesMax = 134_217_728;

/** Scans `/eth/v1/beacon/states/{id}/validator_balances`; `result` is complete after `end`. */
export function createBalanceScanner(capacity = 65_536): Scanner & { result: () => Balances } {
  const integer = createInteger();
  let gwei = new Float64Array(capacity);
  let count = 0;
  let highest = -1;
  let index = -1;
  let balance = -1;

  function readField(fieldIndex: number, bytes: Uint8Array, position: number, limit: number): number {
    const end = readInteger(bytes, position, limit, integer);
    if (end === needMore) return needMore;
    if (fieldIndex === field.index) index = integer.value;
    else balance = integer.value;
    return end;
  }

  function grow(size: number): void {
    if (size > indicesMax) throw malformed("a validator index is out of range");
    const larger = new Float64Array(Math.max(size, gwei.length * 2));
    larger.set(gwei);
    gwei = larger;
  }

  const scanner = createArrayScanner((bytes, start, limit) => {
    index = -1;
    balance = -1;
    const end = readObject(bytes, start, limit, fields, readField);
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
