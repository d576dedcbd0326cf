/** A checksum of the values of rows, to detect changes. It does not protect against forgery. */
import { crc32 } from "node:zlib";
import type { Column } from "../../lib/store/store.ts";
import type { TableColumns } from "./merge.ts";

const bytesOf = (values: ArrayBufferView) =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

/** @throws TypeError for values that are not typed arrays or repeated values */
function checksumOf({ name, values }: Column): number {
  if (ArrayBuffer.isView(values)) return crc32(bytesOf(values));
  if ("kind" in values && values.kind === "repeated") return crc32(`${values.value} ${values.rows}`);
  throw new TypeError(`${name}: a checksum needs typed arrays`);
}

/** 64 bits: CRC-32 over those of the columns of a block of bulk values, and over the same in reverse order. Never 0. */
export function blockChecksum({ columns }: TableColumns): bigint {
  const sums = Uint32Array.from(columns, checksumOf);
  const [forward, backward] = [crc32(bytesOf(sums)), crc32(bytesOf(sums.slice().reverse()))];
  return (BigInt(forward) << 32n) | BigInt(backward) || 1n;
}
