/** SS58, the address format of Substrate chains. A prefix names the network, two bytes are a checksum. */

import { hash } from "node:crypto";
import { base58 } from "@scure/base";
import { elementAt } from "./elementAt.ts";

const accountBytes = 32;
const checksumBytes = 2;
/** One byte of prefix (below 64), the account and its checksum: mostly 47 or 48 characters, fewer for leading zeros. */
const textPattern = /^[1-9A-HJ-NP-Za-km-z]{35,48}$/;

const context = Buffer.from("SS58PRE");

function checksum(body: Uint8Array): Buffer {
  return hash("blake2b512", Buffer.concat([context, body]), "buffer").subarray(0, checksumBytes);
}

/** @param prefix 0 to 63: 0 is Polkadot, 42 any chain */
export function toSs58(prefix: number, account: Uint8Array): string {
  const bytes = Buffer.alloc(1 + accountBytes + checksumBytes);
  bytes[0] = prefix;
  bytes.set(account, 1);
  bytes.set(checksum(bytes.subarray(0, 1 + accountBytes)), 1 + accountBytes);
  return base58.encode(bytes);
}

/** The account in an address; undefined unless it has one of the prefixes, 32 bytes and the right checksum. */
export function ss58Account(text: string, prefixes: readonly number[]): Uint8Array | undefined {
  if (!textPattern.test(text)) return undefined;
  const bytes = base58.decode(text);
  if (bytes.length !== 1 + accountBytes + checksumBytes || !prefixes.includes(elementAt(bytes, 0)))
    return undefined;
  const body = bytes.subarray(0, 1 + accountBytes);
  return checksum(body).equals(bytes.subarray(1 + accountBytes)) ? body.subarray(1) : undefined;
}
