/** Names of a stake pool: bech32 of its key's 28-byte hash under `pool`, or the same bytes as 56 hex digits. */
import { bech32 } from "@scure/base";

const prefix = "pool";
const hashBytes = 28;
const hexPattern = /^[0-9a-f]{56}$/i;

/**
 * The hash of a pool's key in hex, from either form; undefined for anything else, and for a wrong checksum. Letters of
 * bech32 are of one case, either one (BIP-173).
 */
export function poolHashOf(text: string): string | undefined {
  if (hexPattern.test(text)) return text.toLowerCase();
  const decoded = bech32.decodeUnsafe(text);
  if (decoded === undefined || decoded.prefix !== prefix) return undefined;
  const bytes = bech32.fromWordsUnsafe(decoded.words);
  return bytes?.length === hashBytes ? Buffer.from(bytes).toString("hex") : undefined;
}

/** The bech32 form of a hash in hex. */
export function poolIdOf(hash: string): string {
  return bech32.encode(prefix, bech32.toWords(Buffer.from(hash, "hex")));
}
