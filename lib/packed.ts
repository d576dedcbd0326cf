/** Typed arrays as text: base64 of their little-endian bytes. How bulk columns travel in messages. */

type PackedArray = Uint8Array | Uint16Array | Uint32Array | BigUint64Array;
type PackedKind<Values extends PackedArray> = {
  new (buffer: ArrayBuffer): Values;
};

export function pack(values: PackedArray): string {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString("base64");
}

/**
 * The values of several texts, one after the other, in memory of their own: bytes out of Node's pool are not aligned.
 * @throws RangeError when the bytes are no whole number of values
 */
export function unpackAll<Values extends PackedArray>(
  kind: PackedKind<Values>,
  texts: readonly string[],
): Values {
  const pieces = texts.map((text) => Buffer.from(text, "base64"));
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.length;
  }
  return new kind(bytes.buffer);
}

/** The values of one text. @throws RangeError as `unpackAll` */
export function unpack<Values extends PackedArray>(kind: PackedKind<Values>, text: string): Values {
  return unpackAll(kind, [text]);
}
