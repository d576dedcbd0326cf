/** A checksum of the values of rows, to tell whether they came out as before. Not meant against forgery. */
import { crc32 } from "node:zlib";
import type { Column } from "../../lib/store/store.ts";
import type { TableColumns } from "./merge.ts";

const bytesOf = (values: ArrayBufferView) =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

/** @throws TypeError for values that are not typed arrays or repeated text */
function checksumOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { name, values }) => {
    if (ArrayBuffer.isView(values)) return crc32(bytesOf(values), sum);
    if ("kind" in values && values.kind === "repeated") return crc32(`${values.text}${values.rows}`, sum);
    throw new TypeError(`${name}: a checksum is made of typed arrays`);
  }, 0);
}

/** 64 bits: CRC-32 over the columns of a block of bulk values, and over the same from the last to the first. Never 0. */
export function blockChecksum({ columns }: TableColumns): bigint {
  const [forward, backward] = [checksumOf(columns), checksumOf([...columns].reverse())];
  return (BigInt(forward) << 32n) | BigInt(backward) || 1n;
}
