/** Which epochs are in the warehouse, for parts that add to them. */
import { ConfigError } from "../lib/errors.ts";
import type { HeightRange } from "../lib/heightRange.ts";
import { internalSql } from "../lib/sql/internal.ts";
import type { Store } from "../lib/store/store.ts";
import type { OpenedChain, RangeText } from "./chain.ts";

/**
 * The epochs of a range that the warehouse has.
 * @param statement by facts of blocks, or also by records of slots, which outlive them
 * @throws ConfigError when it has none
 */
export async function ingestedRange(
  store: Store,
  { session, parseRange }: OpenedChain,
  { from, to }: Partial<RangeText>,
  statement: "final_epochs" | "known_epochs",
): Promise<HeightRange> {
  const { network } = session;
  const [row] = await store.rows<{ epochs: string; first: number; last: number }>(
    internalSql(`eth/${statement}`),
    { network },
  );
  const there = { from: row?.first ?? 0, to: row?.last ?? 0 };
  const advice = `Ingest it first: \`backfill ${network} --from … --to …\`, or \`start\``;
  if (row === undefined || Number(row.epochs) === 0)
    throw new ConfigError(`No final block of ${network} is in the warehouse. ${advice}`, {
      code: "nothing_ingested",
    });
  const wanted = await parseRange({ from: from ?? String(there.from), to: to ?? String(there.to) });
  const range = { from: Math.max(wanted.from, there.from), to: Math.min(wanted.to, there.to) };
  if (range.from <= range.to) return range;
  throw new ConfigError(
    `No block of epochs ${wanted.from} to ${wanted.to} of ${network} is in the warehouse: it has those of ${there.from} to ${there.to}. ${advice}`,
    { code: "nothing_ingested" },
  );
}
