/** Rows as growing columns of bytes, without an object per row; little endian. */

type Widths = Readonly<Record<string, number>>;

export type ColumnRows<W extends Widths> = {
  readonly length: number;
  /** A column's buffer and the offset of its next value; call `next` when all are written. */
  at(name: keyof W & string): { bytes: Buffer; offset: number };
  next(): void;
  /** Rows from `from` up to but excluding `to`, in the form of messages. */
  slice(from: number, to: number): { count: number } & Record<keyof W, string>;
  /** Bytes as 0x and hex digits. */
  hex(name: keyof W & string, row: number): string;
  /** An integer in a column of up to four bytes. */
  read(name: keyof W & string, row: number): number;
};

export function createColumns<W extends Widths>(widths: W): ColumnRows<W> {
  const names = Object.keys(widths) as (keyof W & string)[];
  const widthOf = (name: keyof W & string) => widths[name] as number;
  let capacity = 256;
  let length = 0;
  const columns = new Map(names.map((name) => [name, Buffer.alloc(capacity * widthOf(name))]));

  function grow(): void {
    capacity *= 2;
    for (const [name, old] of columns) {
      const bytes = Buffer.alloc(capacity * widthOf(name));
      old.copy(bytes);
      columns.set(name, bytes);
    }
  }

  return {
    get length() {
      return length;
    },
    at: (name) => ({ bytes: columns.get(name) as Buffer, offset: length * widthOf(name) }),
    next: () => {
      length += 1;
      if (length === capacity) grow();
    },
    slice: (from, to) => {
      const parts = names.map((name) => [
        name,
        (columns.get(name) as Buffer).toString("base64", from * widthOf(name), to * widthOf(name)),
      ]);
      return { count: to - from, ...Object.fromEntries(parts) } as { count: number } & Record<
        keyof W,
        string
      >;
    },
    hex: (name, row) => {
      const width = widthOf(name);
      return `0x${(columns.get(name) as Buffer).toString("hex", row * width, (row + 1) * width)}`;
    },
    read: (name, row) => (columns.get(name) as Buffer).readUIntLE(row * widthOf(name), widthOf(name)),
  };
}

/** Writes hex digits as bytes. */
export function putHex(bytes: Buffer, offset: number, digits: string): void {
  bytes.write(digits, offset, "hex");
}

/** Writes a word of 64 hex digits as a little-endian integer. */
export function putWord(bytes: Buffer, offset: number, digits: string): void {
  bytes.write(digits, offset, "hex");
  bytes.subarray(offset, offset + 32).reverse();
}
