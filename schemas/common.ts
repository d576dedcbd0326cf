import { z } from "zod";
import type { TopicDeclaration } from "../lib/bus/bus.ts";
import { msPerDay } from "../lib/days.ts";
import { isPacked } from "../lib/packed.ts";

/** A root, key or blob: 0x and lower-case hex pairs. */
export const hex = z.string().regex(/^0x(?:[0-9a-f]{2})*$/);
export const root = z.string().regex(/^0x[0-9a-f]{64}$/);
/** An account of the execution layer. */
export const address = z.string().regex(/^0x[0-9a-f]{40}$/);
/** A 64-bit unsigned integer as a decimal string: it may exceed 2^53. */
export const uint64 = z.string().regex(/^(?:0|[1-9][0-9]{0,19})$/);
/** A 256-bit unsigned integer as a decimal string, such as an amount in wei. */
export const uint256 = z
  .string()
  .regex(/^(?:0|[1-9][0-9]{0,77})$/)
  .refine((text) => text.length < 78 || BigInt(text) < 2n ** 256n, "more than 256 bits");
/** A decimal number that is exact as Decimal(38, 18), such as an amount in whole tokens. */
export const decimalText = z
  .string()
  .regex(/^\d{1,20}(?:\.\d{1,18})?$/, "is no decimal number, such as 0.000312, of at most 18 decimals");
/** A UTC day that the warehouse's Date holds. */
export const dateText = z.iso
  .date("is no date, such as 2026-11-20")
  .refine((date) => date >= "1970-01-01" && date <= "2149-06-06", "is before 1970 or after 2149");
/** Slots, epochs, indices: far below 2^53, so plain numbers. */
export const uint32 = z.int().min(0).max(4_294_967_295);
/** Bulk integers: base64 of the little-endian bytes of a typed array. */
export const packed = z.string().refine(isPacked, "not base64");
/** The same, or the bytes themselves, which follow a message's JSON (lib/bus/value.ts). */
export const column = packed.or(z.custom<Uint8Array>((value) => value instanceof Uint8Array));

/** Name of one network, as in the API's X-Service-Network header (mainnet, hoodi, …). */
export const networkName = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,31}$/);

/** Properties of topics of facts: they keep a month, and a message has one or two megabytes at most. */
export const factTopic = {
  partitions: 4,
  retentionMs: 30 * msPerDay,
  compression: "zstd",
  messageBytesMax: 2_097_152,
} as const satisfies Omit<TopicDeclaration, "name">;
