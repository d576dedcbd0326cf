/** Addresses of Cosmos chains: bech32 of 20 bytes (accounts, validators) or 32 (module and contract accounts). */
import { bech32 } from "@scure/base";

/**
 * Bytes of an address with this prefix, a right checksum and 20 or 32 bytes; else undefined. All letters are of one case:
 * BIP-173 allows either.
 */
export function addressBytes(text: string, prefix: string): Uint8Array | undefined {
  const decoded = bech32.decodeUnsafe(text);
  if (decoded === undefined || decoded.prefix !== prefix) return undefined;
  const bytes = bech32.fromWordsUnsafe(decoded.words);
  return bytes !== undefined && (bytes.length === 20 || bytes.length === 32) ? bytes : undefined;
}

export function toAddress(prefix: string, bytes: Uint8Array): string {
  return bech32.encode(prefix, bech32.toWords(bytes));
}

/** The same bytes under another prefix: an operator's account, or an account's operator. */
export function withPrefix(text: string, from: string, to: string): string | undefined {
  const bytes = addressBytes(text, from);
  return bytes === undefined ? undefined : toAddress(to, bytes);
}
