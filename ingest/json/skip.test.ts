import { describe, expect, it } from "vitest";
import { elementAt } from "../../lib/elementAt.ts";
import { fc } from "../../test/support/properties.ts";
import { endOfPlain, needMore, skipSpace, skipValue } from "./skip.ts";
import { endOfPlainWords, literal, skipLiteral, uncommon } from "./words.ts";

/** Whether the text is one value; `undefined` while it may continue. */
function isValue(bytes: Uint8Array): boolean | undefined {
  try {
    const start = skipSpace(bytes, 0, bytes.length);
    const end = skipValue(bytes, start, bytes.length);
    return end === needMore ? undefined : skipSpace(bytes, end, bytes.length) === bytes.length;
  } catch {
    return false;
  }
}

function isParsed(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString("utf8"));
    return true;
  } catch {
    return false;
  }
}

const list = fc
  .tuple(fc.array(fc.jsonValue({ maxDepth: 4, noUnicodeString: false })), fc.constantFrom(0, 1, 3))
  .map(([value, indent]) => Buffer.from(JSON.stringify(value, null, indent)));

describe("skipValue takes what JSON.parse takes", () => {
  it("as it was written, and nothing that is cut off", () => {
    fc.assert(
      fc.property(list, fc.nat(), (bytes, cut) => {
        expect(isValue(bytes)).toBe(true);
        expect(isValue(bytes.subarray(0, cut % bytes.length))).toBeUndefined();
      }),
    );
  });

  it("with a change anywhere", () => {
    const piece = fc.oneof(
      fc.integer({ min: 0, max: 255 }).map((byte) => Buffer.from([byte])),
      fc
        .constantFrom(
          '"',
          "\\",
          "\\u12",
          "\\u00Ff",
          "\\x",
          ",",
          ":",
          "{",
          "}",
          "[",
          "]",
          "-",
          "0",
          "01",
          "1.",
          ".5",
        )
        .map((text) => Buffer.from(text)),
      fc
        .constantFrom("1e", "1E+2", "-0.0e-1", "+1", "tru", "null", "NaN", "\t", "\u00a0", "")
        .map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(list, fc.nat(), piece, fc.nat(3), (bytes, at, added, removed) => {
        const start = at % (bytes.length + 1);
        const changed = Buffer.concat([bytes.subarray(0, start), added, bytes.subarray(start + removed)]);
        expect(isValue(changed) === true).toBe(isParsed(changed) && !/^\s*[-\d]/.test(changed.toString()));
      }),
      { numRuns: 5_000 },
    );
  });

  it("but not lists in one another without end", () => {
    const nested = (depth: number) => Buffer.from("[".repeat(depth) + "]".repeat(depth));
    expect(isValue(nested(128))).toBe(true);
    expect(isValue(nested(129))).toBe(false);
  });
});

describe("words", () => {
  const room = 32;
  const viewOf = (bytes: Buffer) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

  it("end a plain text where bytes do", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(40), (text, from) => {
        const bytes = Buffer.concat([text, Buffer.alloc(room, "x")]);
        const start = Math.min(from, text.length);
        const end = endOfPlain(bytes, start, text.length);
        expect(endOfPlainWords(viewOf(bytes), start, text.length)).toBe(end === text.length ? uncommon : end);
      }),
      { numRuns: 2_000 },
    );
  });

  it("find a literal where it stands, to its last byte", () => {
    for (const text of ['{"key":"', '","value":"', '","index":true}']) {
      const bytes = Buffer.from(`ab${text}${"x".repeat(room)}`);
      expect(skipLiteral(viewOf(bytes), 2, literal(text))).toBe(2 + text.length);
      expect(skipLiteral(viewOf(bytes), uncommon, literal(text))).toBe(uncommon);
      for (let at = 2; at < 2 + text.length; at += 1) {
        const changed = Buffer.from(bytes);
        changed[at] = elementAt(changed, at) + 1;
        expect(skipLiteral(viewOf(changed), 2, literal(text))).toBe(uncommon);
      }
    }
  });
});
