/** Addresses of the EVM in requests. */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { z } from "zod";

const pattern = /^0x[0-9a-fA-F]{40}$/;

/** An address with the checksum of EIP-55: capitals by the bits of its hash. */
function withChecksum(lower: string): string {
  const hash = Buffer.from(keccak_256(Buffer.from(lower.slice(2)))).toString("hex");
  const digits = [...lower.slice(2)].map((digit, i) =>
    Number.parseInt(hash[i] ?? "0", 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${digits.join("")}`;
}

/** Whether a text is an address: with letters of one case, or of both with the right checksum (EIP-55). */
function isEvmAddress(text: string): boolean {
  if (!pattern.test(text)) return false;
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  return [lower, digits.toUpperCase(), withChecksum(`0x${lower}`).slice(2)].includes(digits);
}

export const evmAddress = z
  .string()
  .refine(
    isEvmAddress,
    "Input should be an address: 0x and 40 hex digits, in one case, or with the checksum of EIP-55",
  )
  .meta({ format: "evm-address", pattern: pattern.source });

/** An address in lower case, however it was written. */
export const lowerEvmAddress = evmAddress
  .transform((text) => text.toLowerCase())
  .pipe(z.string().meta({ format: "evm-address", pattern: pattern.source }));
