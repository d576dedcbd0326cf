/** Known facts of the epochs of a record: of two workers' records, the one computed from more facts stays. */
import type { HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import type { NetworkInfo } from "./networks.ts";

/** A count that only grows: carried scores, proposals, their known rewards. */
export async function loadKnowledge(
  store: Store,
  { network, calendar }: NetworkInfo,
  range: HeightRange,
): Promise<bigint> {
  const [row] = await store.rows<{ knowledge: string }>(internalSql("eth/knowledge"), {
    network,
    ...range,
    slots: calendar.slotsPerEpoch,
  });
  return BigInt(row?.knowledge ?? 0);
}
