import { describe, expect, it } from "vitest";
import { fc } from "../../../test/support/properties.ts";
import type { RegistryColumns } from "../registryColumns.ts";
import type { Scanner } from "./array.ts";
import { createBalanceScanner } from "./balances.ts";
import { createCommitteeScanner } from "./committees.ts";
import { createValidatorScanner } from "./validators.ts";

/** Feeds a text in pieces of repeating lengths `cuts`. */
function feed(scanner: Scanner, text: string, cuts: readonly number[]): void {
  const bytes = Buffer.from(text);
  for (let start = 0, turn = 0; start < bytes.length; turn += 1) {
    const end = start + (cuts[turn % cuts.length] ?? bytes.length);
    scanner.push(bytes.subarray(start, end));
    start = end;
  }
  scanner.end();
}

const cuts = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 8 });
const uint64 = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  fc.constant(2n ** 64n - 1n),
  fc.bigInt({ min: 0n, max: 40n * 10n ** 9n }),
);
const hexOf = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((value) => `0x${Buffer.from(value).toString("hex")}`);
const unknownField = fc.record({
  name: fc.string({ maxLength: 8 }).map((name) => `x_${name}`),
  value: fc.jsonValue({ maxDepth: 3 }),
});

/** The object's text with its keys in another order, unknown fields between and white space anywhere. */
function scrambled(
  value: Record<string, unknown>,
  extra: { name: string; value: unknown },
  shuffle: number,
  space: string,
): string {
  const entries = [...Object.entries(value), [extra.name, extra.value] as [string, unknown]];
  const turned = [...entries.slice(shuffle % entries.length), ...entries.slice(0, shuffle % entries.length)];
  return `{${space}${turned.map(([name, field]) => `${JSON.stringify(name)}${space}:${space}${JSON.stringify(field)}${space}`).join(`,${space}`)}}`;
}
const spaces = fc.constantFrom("", " ", "\n\t", "\r\n  ");

/** Some characters as \u escapes: still the same JSON. */
const escaped = (text: string) =>
  text.replace(
    /"(index|slot)"/g,
    (_, name: string) => `"\\u${name.charCodeAt(0).toString(16).padStart(4, "0")}${name.slice(1)}"`,
  );

const validator = fc.record({
  index: fc.integer({ min: 0, max: 4_000_000_000 }).map(String),
  balance: uint64.map(String),
  status: fc.constantFrom("active_ongoing", 'a "new" one\\', "ünïcode"),
  validator: fc.record({
    pubkey: hexOf(48),
    withdrawal_credentials: hexOf(32),
    effective_balance: uint64.map(String),
    slashed: fc.boolean(),
    activation_eligibility_epoch: uint64.map(String),
    activation_epoch: uint64.map(String),
    exit_epoch: uint64.map(String),
    withdrawable_epoch: uint64.map(String),
  }),
});

function rowsOf(columns: RegistryColumns) {
  return Array.from({ length: columns.count }, (_, row) => ({
    index: String(columns.validatorIndex[row]),
    balance: String(columns.balanceGwei[row]),
    validator: {
      pubkey: `0x${Buffer.from(columns.pubkey.subarray(row * 48, row * 48 + 48)).toString("hex")}`,
      withdrawal_credentials: `0x${Buffer.from(columns.withdrawalCredentials.subarray(row * 32, row * 32 + 32)).toString("hex")}`,
      effective_balance: String(columns.effectiveBalanceGwei[row]),
      slashed: columns.isSlashed[row] === 1,
      activation_eligibility_epoch: String(columns.activationEligibilityEpoch[row]),
      activation_epoch: String(columns.activationEpoch[row]),
      exit_epoch: String(columns.exitEpoch[row]),
      withdrawable_epoch: String(columns.withdrawableEpoch[row]),
    },
  }));
}

describe("scanners agree with JSON.parse", () => {
  it("on validators", () => {
    fc.assert(
      fc.property(
        fc.array(validator, { maxLength: 7 }),
        unknownField,
        fc.nat(9),
        spaces,
        cuts,
        (validators, extra, shuffle, space, pieces) => {
          const elements = validators.map((value) => scrambled(value, extra, shuffle, space));
          const text = scrambled(
            { execution_optimistic: false, finalized: true },
            extra,
            shuffle,
            space,
          ).replace(/\}$/, () => `,"data":${space}[${space}${elements.join(`${space},`)}]${space}}${space}`);
          const expected = (JSON.parse(text) as { data: typeof validators }).data;
          const batches: RegistryColumns[] = [];
          feed(
            createValidatorScanner(3, (columns) => batches.push(columns)),
            text,
            pieces,
          );
          const rows = batches.flatMap(rowsOf);
          expect(rows).toEqual(
            expected.map(({ index, balance, validator: inner }) => ({ index, balance, validator: inner })),
          );
          expect(batches.map((columns) => columns.count)).toEqual(
            Array.from({ length: Math.ceil(validators.length / 3) }, (_, batch) =>
              Math.min(3, validators.length - 3 * batch),
            ),
          );
        },
      ),
    );
  });

  /** A text's rows, or "refused". */
  function outcome(text: string, pieces: readonly number[]): unknown {
    const batches: RegistryColumns[] = [];
    try {
      feed(
        createValidatorScanner(3, (columns) => batches.push(columns)),
        text,
        pieces,
      );
    } catch {
      return "refused";
    }
    return batches.flatMap(rowsOf);
  }
  const plainValidators = fc
    .array(validator, { minLength: 3, maxLength: 9 })
    .map((data) => data.map((value) => ({ ...value, status: "active_ongoing" })));
  const largeCuts = fc.array(fc.integer({ min: 700, max: 5000 }), { minLength: 1, maxLength: 4 });

  it("on validators as nodes write them", () => {
    fc.assert(
      fc.property(plainValidators, largeCuts, (data, pieces) => {
        const rows = data.map(({ index, balance, validator: inner }) => ({
          index,
          balance,
          validator: inner,
        }));
        expect(outcome(JSON.stringify({ data }), pieces)).toEqual(rows);
      }),
    );
  });

  it("on validators in blocks that are filled again and again", () => {
    const forms = fc.constantFrom<[space: string, piece: number]>(["", 2000], [" ", 90]);
    fc.assert(
      fc.property(plainValidators, forms, (data, [space, piece]) => {
        const [rows, spare]: [unknown[], RegistryColumns[]] = [[], []];
        const blocks = new Set<RegistryColumns>();
        const take = (columns: RegistryColumns) => {
          rows.push(...rowsOf(columns));
          spare.push(columns);
          blocks.add(columns);
        };
        feed(createValidatorScanner(3, take, spare), JSON.stringify({ data }, null, space), [piece]);
        expect(rows).toEqual(data.map(({ status, ...row }) => row));
        expect(blocks.size).toBe(1);
      }),
    );
  });

  it("on a byte that is wrong, whether it comes in one piece or in small ones", () => {
    const change = fc.record({ at: fc.nat(6000), byte: fc.integer({ min: 32, max: 126 }) });
    fc.assert(
      fc.property(plainValidators, change, (data, { at, byte }) => {
        const text = JSON.stringify({ data });
        const place = at % text.length;
        const changed = text.slice(0, place) + String.fromCharCode(byte) + text.slice(place + 1);
        // Small pieces are never read by the fast path.
        expect(outcome(changed, [changed.length])).toEqual(outcome(changed, [100]));
      }),
      { numRuns: 300 },
    );
  });

  it("on balances and committees", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ index: fc.nat(500).map(String), balance: fc.nat().map(String) }), {
          maxLength: 9,
        }),
        fc.array(
          fc.record({
            index: fc.nat(63).map(String),
            slot: fc.nat().map(String),
            validators: fc.array(fc.nat().map(String), { maxLength: 12 }),
          }),
          { maxLength: 6 },
        ),
        spaces,
        cuts,
        fc.boolean(),
        (balances, committees, space, pieces, isEscaped) => {
          const write = (data: unknown) => {
            const text = JSON.stringify({ data, finalized: true }, null, space === "" ? undefined : 1);
            return isEscaped ? escaped(text) : text;
          };
          const balanceScanner = createBalanceScanner(4);
          feed(balanceScanner, write(balances), pieces);
          const last = new Map(balances.map((entry) => [Number(entry.index), Number(entry.balance)]));
          const { count, gwei } = balanceScanner.result();
          expect(count).toBe(balances.length);
          for (const [index, balance] of last) expect(gwei[index]).toBe(balance);

          const committeeScanner = createCommitteeScanner(2);
          feed(committeeScanner, write(committees), pieces);
          const result = committeeScanner.result();
          expect(
            result.slots.map((slot, entry) => ({
              index: String(result.indices[entry]),
              slot: String(slot),
              validators: [...result.validators.subarray(result.starts[entry], result.starts[entry + 1])].map(
                String,
              ),
            })),
          ).toEqual(committees);
        },
      ),
    );
  });
});

describe("scanners refuse", () => {
  const whole = '{"data":[{"index":"1","balance":"2"}]}';
  const scan = (text: string) => {
    const scanner = createBalanceScanner();
    feed(scanner, text, [7]);
    return scanner.result();
  };

  it("every truncation of an answer", () => {
    expect(scan(whole).gwei[1]).toBe(2);
    for (let length = 0; length < whole.length; length += 1)
      expect(() => scan(whole.slice(0, length))).toThrow(/ended in mid-JSON/);
  });

  it.each([
    ["<html>busy</html>"],
    ['{"data":[{"index":"1"}]}'],
    ['{"data":[{"index":"x","balance":"2"}]}'],
    ['{"data":[{"index":"-1","balance":"2"}]}'],
    ['{"data":[{"index":"1","balance":"18446744073709551616"}]}'],
    ['{"data":[1,2]}'],
    ['{"data":[{"index":"1","balance":"2"} {"index":"2","balance":"2"}]}'],
    ['{"data":{"index":"1"}}'],
    ['{"message":"not found"}'],
    [`${whole}x`],
  ])("%s", (text) => {
    expect(() => scan(text)).toThrow(/malformed JSON/);
  });
});
