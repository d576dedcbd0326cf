/** Changes of JSON texts at any byte, for tests that compare scanners with JSON.parse. */
import { fc } from "./properties.ts";

/** Pieces that change the meaning of any JSON text. */
const jsonPieces = [
  '"',
  "\\",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  " ",
  "\n",
  "\u0000",
  "0",
  "-",
  "null",
  "true",
  "\ufeff",
];

type Mutation = { at: number; removed: number; piece: string | number };

/** @param pieces further pieces, which change the meaning of the scanned answer */
export const mutationOf = (pieces: readonly string[]) =>
  fc.record({
    at: fc.nat(1_000_000),
    removed: fc.constantFrom(0, 0, 1, 1, 2, 7, 30),
    piece: fc.oneof(fc.constantFrom("", ...jsonPieces, ...pieces), fc.integer({ min: 0, max: 255 })),
  });

/** The text with a piece, or a byte, in the place of `removed` bytes. */
export function mutated(bytes: Buffer, { at, removed, piece }: Mutation): Buffer {
  const start = at % (bytes.length + 1);
  const middle = typeof piece === "string" ? Buffer.from(piece) : Buffer.from([piece]);
  return Buffer.concat([bytes.subarray(0, start), middle, bytes.subarray(start + removed)]);
}
