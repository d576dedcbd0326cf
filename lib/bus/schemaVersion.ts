/** The version of a message's event schemas. It is a header, so that it is readable where the message is not. */
import type { BusMessage } from "./bus.ts";

export const schemaVersionHeader = "schema-version";

/** True when the message names a version that a reader of `known` was not made for. Without a header it is old. */
export function isNewerSchema({ headers }: Pick<BusMessage, "headers">, supported: number): boolean {
  const version = headers?.[schemaVersionHeader] ?? "";
  return /^\d+$/.test(version) && BigInt(version) > BigInt(supported);
}
