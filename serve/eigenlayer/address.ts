/** Addresses as requests spell them. */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { z } from "zod";

const pattern = /^0x[0-9a-fA-F]{40}$/;

/** The digits of an address with the case that EIP-55 gives them. */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(digits, "latin1"))).toString("hex");
  const cased = [...digits].map((digit, i) =>
    Number.parseInt(hash.charAt(i), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join("")}`;
}

/** Lower case, or mixed case with the right checksum. */
export function isAddress(text: string): boolean {
  return pattern.test(text) && (text === text.toLowerCase() || text === checksummed(text));
}

export const addressParameter = (what: string, example: string) =>
  z
    .string()
    .refine(
      isAddress,
      "Input should be an address: 0x and 40 hex digits, lower case or with the checksum of EIP-55",
    )
    .meta({ example })
    .describe(what);
