/** The primitives of AvalancheGo's linear codec: big-endian integers, length-prefixed lists, ids of 32 bytes. */
import { createHash } from "node:crypto";
import { SourceError } from "../../../lib/errors.ts";

/** The error for undecodable bytes. None of them is kept. */
export function unreadable(problem: string): SourceError {
  return new SourceError(`the bytes can't be read: ${problem}`, { code: "bad_answer" });
}

/** A longer list is invalid. */
const itemsMax = 1_000_000;

/** Reads bytes from front to back. Every step throws SourceError `bad_answer` beyond the end. */
export class Reader {
  readonly bytes: Buffer;
  position: number;

  constructor(bytes: Buffer, position = 0) {
    this.bytes = bytes;
    this.position = position;
  }

  skip(count: number): void {
    const end = this.position + count;
    if (end > this.bytes.length) throw unreadable(`${end - this.bytes.length} bytes are missing`);
    this.position = end;
  }

  private at(count: number): number {
    const start = this.position;
    this.skip(count);
    return start;
  }

  u16(): number {
    return this.bytes.readUInt16BE(this.at(2));
  }

  u32(): number {
    return this.bytes.readUInt32BE(this.at(4));
  }

  u64(): bigint {
    return this.bytes.readBigUInt64BE(this.at(8));
  }

  /** Seconds, heights: far below 2^53. @throws SourceError beyond it */
  number(): number {
    const start = this.at(8);
    const high = this.bytes.readUInt32BE(start);
    if (high > 0x1f_ffff) throw unreadable("an integer is beyond 2^53");
    return high * 4_294_967_296 + this.bytes.readUInt32BE(start + 4);
  }

  /** A view, not a copy. */
  take(count: number): Buffer {
    const start = this.at(count);
    return this.bytes.subarray(start, start + count);
  }

  /** Length-prefixed bytes. */
  list(): Buffer {
    return this.take(this.u32());
  }

  hex(count: number): string {
    const start = this.at(count);
    return this.bytes.toString("hex", start, start + count);
  }

  id(): string {
    return this.hex(32);
  }

  /** Runs a step for each item of a list. */
  each(step: () => void): void {
    const count = this.u32();
    if (count > itemsMax) throw unreadable(`a list of ${count} items`);
    for (let i = 0; i < count; i += 1) step();
  }
}

export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/**
 * The bytes of an answer in encoding "hex": 0x, hex digits, and the last four bytes of the SHA-256.
 * @throws SourceError `bad_answer` for any other text, `lying` for a wrong checksum
 */
export function fromHex(text: unknown): { bytes: Buffer; hash: Buffer } {
  if (typeof text !== "string" || !text.startsWith("0x") || text.length % 2 !== 0 || text.length < 10)
    throw unreadable("the answer is no hexadecimal text with a checksum");
  const all = Buffer.from(text.slice(2), "hex");
  if (all.length * 2 + 2 !== text.length) throw unreadable("the answer holds other than hexadecimal digits");
  const bytes = all.subarray(0, -4);
  const hash = sha256(bytes);
  if (hash.compare(all, all.length - 4, all.length, 28, 32) !== 0)
    throw new SourceError("the checksum at the end of the answer is wrong", { code: "lying" });
  return { bytes, hash };
}
