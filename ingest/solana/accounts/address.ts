/** 32-byte addresses as text. */
import { base58 } from "@scure/base";

export const addressBytes = 32;

/** The address at an offset of an account's data, which must be long enough. */
export function addressAt(data: Buffer, offset: number): string {
  return base58.encode(data.subarray(offset, offset + addressBytes));
}
