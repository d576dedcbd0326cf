/** Which version of its event schemas a message follows: a header, so that it can be told of a message that can't be read. */
import type { BusMessage } from "./bus.ts";

export const schemaVersionHeader = "schema-version";

/** True when the message names a version that a reader of `known` was not made for. Without a header it is old. */
export function isNewerSchema({ headers }: Pick<BusMessage, "headers">, known: number): boolean {
  const version = headers?.[schemaVersionHeader] ?? "";
  return /^\d+$/.test(version) && BigInt(version) > BigInt(known);
}
