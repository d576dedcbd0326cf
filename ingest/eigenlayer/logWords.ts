/** Words of 32 bytes, cut out of a log's hex digits. */
import type { Log } from "./logs.ts";

/** A word of the data: 64 digits, without 0x. */
export const word = ({ data }: Log, index: number) => data.slice(2 + 64 * index, 66 + 64 * index);
/** The address in a word of the data: 40 digits. */
export const account = (log: Log, index: number) => word(log, index).slice(24);
/** The address in a topic: 40 digits. */
export const indexed = ({ topics }: Log, index: number) => (topics[index] ?? "").slice(26);
/** Offset, in words, of the part of the data to which a word points. */
export const offsetOf = (log: Log, index: number) => Number(`0x${word(log, index)}`) / 32;
