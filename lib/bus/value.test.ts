import { expect, it } from "vitest";
import { fc } from "../../test/support/properties.ts";
import { decodeValue, encodeColumns } from "./value.ts";

const fields = { type: "registry", count: 3 };
const value = encodeColumns(fields, [
  ["a", Uint8Array.of(1, 2, 3)],
  ["none", new Uint8Array(0)],
  ["b", Uint8Array.of(0, 255)],
]);

/** A head of any text, followed by bytes. */
function framed(head: string, ...bytes: number[]): Buffer {
  const mark = Buffer.from([0, head.length, 0, 0, 0]);
  return Buffer.concat([mark, Buffer.from(head), Buffer.from(bytes)]);
}

it("reads columns as they were written, and JSON as it is", () => {
  const head = '{"fields":{"type":"registry","count":3},"columns":[["a",3],["none",0],["b",2]]}';
  expect(value).toEqual(framed(head, 1, 2, 3, 0, 255));
  expect(decodeValue(value)).toEqual({
    ...fields,
    a: Buffer.of(1, 2, 3),
    none: Buffer.of(),
    b: Buffer.of(0, 255),
  });
  expect(decodeValue(Buffer.from('{"type":"é"}'))).toEqual({ type: "é" });
});

it("refuses what is neither, for any bytes", () => {
  const wrong: [Buffer, RegExp][] = [
    [Buffer.of(), /JSON/],
    [Buffer.from("no"), /JSON/],
    [Buffer.of(0, 1, 0), /cut off/],
    [value.subarray(0, 20), /cut off/],
    [value.subarray(0, -1), /columns have 4 bytes, not 5/],
    [Buffer.concat([value, Buffer.of(1)]), /columns have 6 bytes, not 5/],
    [framed("{", 1), /JSON/],
    [framed('{"fields":{}}'), /another head/],
    [framed('{"fields":[],"columns":[]}'), /another head/],
    [framed('{"fields":{},"columns":[["a",-1]]}'), /another head/],
  ];
  for (const [bytes, reason] of wrong) expect(() => decodeValue(bytes)).toThrow(reason);
  for (const [bytes] of wrong) expect(() => decodeValue(bytes)).toThrow(SyntaxError);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const read = () => decodeValue(Buffer.concat([Buffer.of(0), bytes]));
      expect(read).toThrow(SyntaxError);
    }),
  );
});
