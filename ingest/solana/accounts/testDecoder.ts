/** Properties of every account decoder. */
import { expect } from "vitest";
import type { Account } from "./account.ts";
import { addressOf } from "./testNode.ts";

export const accountOf = (data: Buffer, number = 200): Account => ({
  address: addressOf(number),
  lamports: 1n,
  data,
});

/** A decoder skips anything that is not a whole account of its kind, and never throws. @param used bytes that it needs */
export function expectTotal(decode: (account: Account) => unknown, data: Buffer, used: number): void {
  for (let length = 0; length < data.length; length += 1)
    expect(decode(accountOf(data.subarray(0, length))) === undefined).toBe(length < used);
  for (let at = 0; at < data.length; at += 1) {
    for (const byte of [0, 1, 127, 255]) {
      const changed = Buffer.from(data);
      changed[at] = byte;
      decode(accountOf(changed));
    }
    decode(accountOf(Buffer.alloc(at, 255)));
  }
}
