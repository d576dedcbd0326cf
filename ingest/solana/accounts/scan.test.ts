import { describe, expect, it } from "vitest";
import { fc } from "../../../test/support/properties.ts";
import type { Account } from "./account.ts";
import { createAccountScanner } from "./scan.ts";
import { accountJson, addressOf, answerJson, rentEpoch } from "./testNode.ts";

type Read = { accounts: Account[]; slot: number | undefined };

/** Feeds bytes in pieces of repeating lengths `cuts`, through memory that is overwritten after each. */
function scan(text: string | Buffer, cuts: readonly number[] = [text.length]): Read {
  const bytes = Buffer.from(text);
  const read: Read = { accounts: [], slot: undefined };
  const scanner = createAccountScanner("getProgramAccounts", {
    account: (account) => read.accounts.push(account),
    slot: (slot) => {
      read.slot = slot;
    },
  });
  const memory = Buffer.alloc(bytes.length);
  for (let start = 0, turn = 0; start < bytes.length; turn += 1) {
    const size = Math.max(1, cuts[turn % cuts.length] ?? 1);
    const piece = bytes.subarray(start, start + size);
    piece.copy(memory);
    scanner.push(memory.subarray(0, piece.length));
    memory.fill("!");
    start += size;
  }
  scanner.end();
  return read;
}

const first = accountJson(addressOf(1), Buffer.from("stake"), 2n ** 64n - 1n);
const second = accountJson(addressOf(2), Buffer.alloc(0), 0n);
const expected: Account[] = [
  { address: addressOf(1), lamports: 2n ** 64n - 1n, data: Buffer.from("stake") },
  { address: addressOf(2), lamports: 0n, data: Buffer.alloc(0) },
];
const whole = answerJson([first, second], 77);

describe("an answer of getProgramAccounts", () => {
  it("is read with its context and without, with accounts and without", () => {
    expect(scan(whole)).toEqual({ accounts: expected, slot: 77 });
    expect(scan(`{"result":[${first},${second}]}`)).toEqual({ accounts: expected, slot: undefined });
    expect(scan('{"id":1,"error":null,"result":[]}').accounts).toEqual([]);
    expect(scan(' {"result" : {"value":[ ] , "context":{"slot":3}} } ')).toEqual({ accounts: [], slot: 3 });
  });

  it("is the same however it is split, at any two bytes", () => {
    for (let at = 1; at < whole.length; at += 1) {
      expect(scan(whole, [at, whole.length]).accounts).toEqual(expected);
      expect(scan(whole, [at]).accounts).toEqual(expected);
    }
  });

  it("may have its fields in any order, unknown ones between, escapes and white space", () => {
    const account =
      `{ "x\\"":[{}], "p\\u0075bkey":\n"${addressOf(1)}", "account" : { "lamports": 18446744073709551615 ,"owner":null,` +
      ` "data": [ "c3Rha2U=" , "base\\u00364" ]\t, "rentEpoch":1.5e300, "y":-0.0 } }`;
    const text = `{"x":{"value":[1]},"result":{"value":[${account}\r\n, ${second} ],"context":{"slot":5}},"result.value":[1]}`;
    for (const cuts of [[text.length], [1], [7, 3]])
      expect(scan(text, cuts)).toEqual({ accounts: expected, slot: 5 });
    const slashes = accountJson(addressOf(1), Buffer.from([255, 255, 255])).replaceAll(
      "////",
      "\\/\\/\\/\\/",
    );
    expect(scan(answerJson([slashes])).accounts[0]?.data).toEqual(Buffer.from([255, 255, 255]));
  });

  it("keeps accounts that are larger than pieces", () => {
    const large = Buffer.alloc(300_000, "ab");
    expect(scan(answerJson([accountJson(addressOf(3), large)]), [10_000]).accounts[0]?.data).toEqual(large);
  });

  it("that ends early is an error, wherever", () => {
    for (let length = 0; length < whole.trimEnd().length; length += 1)
      expect(() => scan(whole.slice(0, length), [64])).toThrow(/ended in mid-JSON/);
  });

  const changed = (from: string, to: string) => whole.replace(from, to);
  it.each([
    ["<html>busy</html>", "malformed"],
    [`${whole}x`, "malformed"],
    [changed("},{", "} {"), "malformed"],
    [changed("}]}", "},]}"), "malformed"],
    [changed('"value":[', '"value":[,'), "malformed"],
    [changed('"id":1', ""), "malformed"],
    [changed('"base64"', '"base58"'), "malformed"],
    [changed('["c3Rha2U=","base64"]', '"c3Rha2U="'), "malformed"],
    [changed('["c3Rha2U=","base64"]', '["c3Rha2U=","base64",1]'), "malformed"],
    [changed("c3Rha2U=", "c3Rha2U"), "malformed"],
    [changed("c3Rha2U=", "c3-_a2U="), "malformed"],
    [changed("c3Rha2U=", "c3 ha2U="), "malformed"],
    [changed('"lamports":0', '"lamports":"0"'), "malformed"],
    [changed('"lamports":0', '"lamports":-1'), "malformed"],
    [changed('"lamports":0', '"lamports":1.0'), "malformed"],
    [changed('"lamports":0', '"lamports":01'), "malformed"],
    [changed(`"lamports":${rentEpoch}`, '"lamports":18446744073709551616'), "malformed"],
    [changed('"lamports":0,', ""), "malformed"],
    [changed('"lamports":0', '"lamports":0,"lamports":0'), "malformed"],
    [changed(addressOf(1), "0".repeat(44)), "malformed"],
    [changed(`,"pubkey":"${addressOf(1)}"`, ""), "malformed"],
    [changed('"id":1', `"result":[${second}]`), "malformed"],
    [answerJson(["null"]), "malformed"],
    ['{"jsonrpc":"2.0","id":1}', "bad_answer"],
    ['{"result":null,"id":1}', "bad_answer"],
    ['{"result":{"value":null},"id":1}', "bad_answer"],
    ['{"result":{"value":{"a":1}},"id":1}', "bad_answer"],
    ['{"value":[]}', "bad_answer"],
  ])("%s is refused", (text, code) => {
    for (const cuts of [[text.length], [1]])
      expect(() => scan(text, cuts)).toThrow(expect.objectContaining({ kind: "source", code }));
  });
});

describe("an error", () => {
  it.each([
    [-32_010, "Stake111 excluded from account secondary indexes", "refused", false],
    [-32_601, "Method not found", "refused", false],
    [-32_602, "Invalid params", "refused", false],
    [403, "Your IP is blocked", "refused", false],
    [410, "Gone", "refused", false],
    [-32_000, "getProgramAccounts is not available on this plan", "refused", false],
    [-32_016, "Minimum context slot has not been reached", "not_yet", true],
    [429, "Too many requests for a specific RPC call", "rate_limited", true],
    [-32_005, "Node is behind by 42 slots", "stale", true],
    [-32_012, "Error scanning accounts: aborted", "server_error", true],
  ])("%s, %s: %s", (number, message, code, retryable) => {
    const text = JSON.stringify({ jsonrpc: "2.0", error: { code: number, message }, id: 1 });
    for (const cuts of [[text.length], [1]])
      expect(() => scan(text, cuts)).toThrow(expect.objectContaining({ kind: "source", code, retryable }));
  });

  it.each(["1", '"no"', "{}", '{"code":"x","message":7}'])("%s is one, too", (error) => {
    expect(() => scan(`{"error":${error}}`)).toThrow(expect.objectContaining({ code: "server_error" }));
  });
});

/** JSON.parse's result in the scanner's form; integers are compared where doubles hold them. */
function parsed(text: string): unknown[] | undefined {
  try {
    const { result } = JSON.parse(text) as { result: unknown };
    const list = Array.isArray(result) ? result : (result as { value: unknown[] }).value;
    return (list as { pubkey: string; account: { data: [string]; lamports: number } }[]).map((one) => ({
      address: one.pubkey,
      lamports: one.account.lamports,
      data: Buffer.from(one.account.data[0], "base64"),
    }));
  } catch {
    return undefined;
  }
}

describe("answers that are changed", () => {
  const account = fc
    .tuple(fc.nat(255), fc.uint8Array({ maxLength: 12 }), fc.bigInt({ min: 0n, max: 2n ** 53n }))
    .map(([number, data, lamports]) => accountJson(addressOf(number), Buffer.from(data), lamports));
  const answer = fc
    .tuple(fc.array(account, { maxLength: 4 }), fc.boolean(), fc.constantFrom("", " ", "\n "))
    .map(([accounts, hasContext, space]) => {
      const text = hasContext ? answerJson(accounts) : `{"id":1,"result":[${accounts.join(",")}]}`;
      return text.replaceAll(",", `,${space}`).replaceAll("]", `${space}]`);
    });
  const added = fc.constantFrom(
    ...'"\\,:{}[]-0e.x=\t ',
    "",
    '"error":1,',
    '"lamports":3,',
    '"value":[],',
    "null",
    "\\u0041",
    "{}",
  );

  it("are read as JSON.parse reads them, or refused, in large pieces as in small ones", () => {
    let taken = 0;
    const change = fc.option(fc.record({ at: fc.nat(), added, removed: fc.nat(3) }));
    fc.assert(
      fc.property(
        answer,
        change,
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }),
        (text, one, cuts) => {
          const at = one === null ? 0 : one.at % text.length;
          const changed = one === null ? text : text.slice(0, at) + one.added + text.slice(at + one.removed);
          const outcome = (pieces: readonly number[]) => {
            try {
              return scan(changed, pieces).accounts.map((read) => ({
                ...read,
                lamports: Number(read.lamports),
              }));
            } catch (error) {
              expect(error).toMatchObject({ kind: "source" });
              return "refused";
            }
          };
          const inOnePiece = outcome([changed.length]);
          expect(outcome(cuts)).toEqual(inOnePiece);
          if (one === null) expect(inOnePiece).not.toBe("refused");
          if (inOnePiece === "refused") return;
          taken += 1;
          expect(inOnePiece).toEqual(parsed(changed));
        },
      ),
      { numRuns: 3_000 },
    );
    expect(taken).toBeGreaterThan(300);
  });
});
