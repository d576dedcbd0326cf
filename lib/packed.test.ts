import { describe, expect, it } from "vitest";
import { fc } from "../test/support/properties.ts";
import { bytesOf, isPacked, pack, unpack, unpackAll } from "./packed.ts";

describe("packed columns", () => {
  it("are little-endian, and come back as they went", () => {
    expect(pack(Uint32Array.of(1, 0xffff_ffff))).toBe(
      Buffer.from("01000000ffffffff", "hex").toString("base64"),
    );
    const kinds = [
      Uint8Array.of(0, 1, 255),
      Uint16Array.of(0, 65_535, 3),
      Uint32Array.of(7, 4_294_967_295),
      BigUint64Array.of(0n, 2n ** 64n - 1n),
    ];
    for (const values of kinds)
      expect(unpack(values.constructor as Uint8ArrayConstructor, pack(values))).toEqual(values);
  });

  it("are cut out of longer arrays, and read from places that are not aligned", () => {
    const part = Uint32Array.of(1, 2, 3, 4).subarray(1, 3);
    expect(unpack(Uint32Array, pack(part))).toEqual(Uint32Array.of(2, 3));
    // One byte before them moves the bytes of the second text off every boundary of a value.
    expect(unpackAll(Uint8Array, [pack(Uint8Array.of(9)), pack(part)])).toHaveLength(9);
  });

  it("join several texts, empty ones too", () => {
    const texts = [pack(Uint16Array.of(1, 2)), "", pack(Uint16Array.of(3))];
    expect(unpackAll(Uint16Array, texts)).toEqual(Uint16Array.of(1, 2, 3));
    expect(unpack(Uint32Array, "")).toEqual(new Uint32Array(0));
  });

  it("are bytes as well as text", () => {
    const part = Uint32Array.of(1, 2, 3, 4).subarray(1, 3);
    expect(bytesOf(part)).toEqual(Uint8Array.of(2, 0, 0, 0, 3, 0, 0, 0));
    expect(bytesOf(pack(part))).toEqual(Buffer.from(bytesOf(part)));
    expect(unpackAll(Uint32Array, [pack(part), bytesOf(part)])).toEqual(Uint32Array.of(2, 3, 2, 3));
    expect(() => unpack(Uint32Array, new Uint8Array(3))).toThrow(RangeError);
  });

  it("refuse half a value", () => {
    expect(() => unpack(Uint32Array, "AAAA")).toThrow(RangeError);
  });

  it("are base64 and nothing else", () => {
    const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
    const near = fc
      .array(fc.constantFrom(..."AZaz09+/=-_ \n.é😀"), { maxLength: 9 })
      .map((letters) => letters.join(""));
    fc.assert(
      fc.property(fc.oneof(near, fc.uint8Array().map(pack)), (text) => {
        expect(isPacked(text)).toBe(base64.test(text));
      }),
      { numRuns: 300 },
    );
    const long = pack(new Uint8Array(100_001).fill(7));
    expect(isPacked(long)).toBe(true);
    for (const wrong of ["-", " ", "=", "é"])
      expect(isPacked(`${long.slice(0, 500)}${wrong}${long.slice(501)}`)).toBe(false);
  });
});
