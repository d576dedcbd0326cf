/** A checksum of the values of rows, to tell whether they came out as before. Not meant against forgery. */
import { crc32 } from "node:zlib";
import type { TableColumns } from "./merge.ts";

const bytesOf = (values: ArrayBufferView) =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

/**
 * CRC-32 over the columns of a block of bulk values; never 0.
 * @throws TypeError for values that are neither typed arrays nor repeated text
 */
export function blockChecksum({ columns }: TableColumns): bigint {
  const checksum = columns.reduce((sum, { name, values }) => {
    if (ArrayBuffer.isView(values)) return crc32(bytesOf(values), sum);
    if ("kind" in values && values.kind === "repeated") return crc32(`${values.text}${values.rows}`, sum);
    throw new TypeError(`${name}: a checksum is made of typed arrays`);
  }, 0);
  return BigInt(checksum) || 1n;
}
