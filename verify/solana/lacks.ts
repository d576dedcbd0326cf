/** What a node, or the warehouse, lacks for a comparison. */
import type { ReadContext } from "../figure.ts";
import { missingOn } from "../refusals.ts";

/** Codes of ingest/solana/api/errors.ts for what the node doesn't serve: history, a method, an epoch that isn't paid yet. */
export const orMissing = missingOn(["pruned", "refused", "skipped", "not_yet"]);

type KnownSlots = { known_count: number; read_count: number };

/**
 * Why the slots of a range can't be compared; undefined if the warehouse holds all of them.
 * @param needsVotes whether their blocks must have been read whole
 */
export async function lackOfSlots(
  rows: ReadContext["rows"],
  { from, to }: { from: number; to: number },
  needsVotes = false,
): Promise<string | undefined> {
  const [slots] = await rows<KnownSlots>("solana/verify_known_slots", { from, to });
  const wanted = to - from + 1;
  if ((slots?.known_count ?? 0) < wanted) return `the warehouse lacks some of the slots ${from} to ${to}`;
  if (needsVotes && (slots?.read_count ?? 0) < wanted)
    return `slots ${from} to ${to} were not all read with votes; set SOLANA_BLOCKS=votes`;
  return undefined;
}
