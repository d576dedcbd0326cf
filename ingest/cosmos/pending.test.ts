import { describe, expect, it } from "vitest";
import { delegatorAddress, validatorIdentity } from "../../fixtures/cosmos/addresses.ts";
import { addressBytes, toAddress } from "../../lib/bech32.ts";
import { celestiaChain } from "../../schemas/cosmos/chains.ts";
import { decodePending } from "./pending.ts";

const [first, second] = [0, 1].map((index) => validatorIdentity(celestiaChain, index).validator) as [
  string,
  string,
];
const bytesOf = (address: string, prefix: string) => [...(addressBytes(address, prefix) ?? new Uint8Array())];

/** A field of bytes as protobuf writes it; lengths below 128. */
const field = (number: number, bytes: readonly number[]) => [number * 8 + 2, bytes.length, ...bytes];
const textField = (number: number, text: string) => field(number, [...Buffer.from(text)]);
const coin = (denomination: string, amount: string) =>
  field(1, [...textField(1, denomination), ...textField(2, amount)]);
const pair = (key: readonly number[], value: readonly number[]) =>
  field(1, [...field(1, key), ...field(2, value)]);

function keyOf(delegator: number, operator: string): number[] {
  const account = bytesOf(delegatorAddress(celestiaChain, delegator), "celestia");
  return [10, account.length, ...account, ...bytesOf(operator, "celestiavaloper")];
}

describe("rewards that are not claimed yet", () => {
  it("add up by operator, in the chain's own coin", () => {
    const bytes = Uint8Array.from([
      ...pair(keyOf(0, first), [...coin("ibc/AA", "5"), ...coin("utia", "12345678901234567890")]),
      ...pair(keyOf(1, first), coin("utia", "1")),
      ...pair(keyOf(1, second), coin("utia", "7")),
    ]);
    expect([...decodePending(celestiaChain, bytes)]).toEqual([
      [first, 12345678901234567891n],
      [second, 7n],
    ]);
  });

  it("are none where the store has none", () => {
    expect(decodePending(celestiaChain, new Uint8Array()).size).toBe(0);
  });

  it("of addresses of 32 bytes, as module accounts have them", () => {
    const operator = Array.from({ length: 32 }, (_, i) => i);
    const bytes = Uint8Array.from(pair([10, 32, ...operator, ...operator], coin("utia", "3")));
    const address = toAddress("celestiavaloper", Uint8Array.from(operator));
    expect([...decodePending(celestiaChain, bytes)]).toEqual([[address, 3n]]);
  });

  it.each([
    ["another prefix", [9, 1, 2, 3]],
    ["no operator", [10, 2, 1, 1]],
    ["a length of two bytes", [10, 200, 1, 1, 1]],
  ])("are not read of a key with %s", (_, key) => {
    expect(() => decodePending(celestiaChain, Uint8Array.from(pair(key, coin("utia", "1"))))).toThrow(
      /unknown key/,
    );
  });
});
