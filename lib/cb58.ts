/** CB58 of Avalanche: base58 of bytes and the last four of their SHA-256. */
import { createHash } from "node:crypto";
import { base58 } from "@scure/base";

/** The last four bytes of the SHA-256, as ids and hexadecimal answers end with them. */
const checksumOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest().subarray(28);

export function toCb58(bytes: Uint8Array): string {
  return base58.encode(Buffer.concat([bytes, checksumOf(bytes)]));
}

/** The bytes of a text with a right checksum; undefined for any other. */
export function cb58Bytes(text: string): Buffer | undefined {
  let decoded: Buffer;
  try {
    decoded = Buffer.from(base58.decode(text));
  } catch {
    return undefined;
  }
  if (decoded.length < 4) return undefined;
  const bytes = decoded.subarray(0, -4);
  return checksumOf(bytes).equals(decoded.subarray(-4)) ? bytes : undefined;
}

const nodePrefix = "NodeID-";

/** A validator's id as the API spells it: NodeID- and CB58 of 20 bytes. */
export const toNodeId = (bytes: Uint8Array) => nodePrefix + toCb58(bytes);

/** Whether a text is the one spelling of 20 bytes as a node's id. */
export function isNodeId(text: string): boolean {
  // 24 bytes have at most 33 digits of base58: anything longer is not worth its decoding.
  if (!text.startsWith(nodePrefix) || text.length > nodePrefix.length + 33) return false;
  const bytes = cb58Bytes(text.slice(nodePrefix.length));
  return bytes?.length === 20 && toNodeId(bytes) === text;
}
