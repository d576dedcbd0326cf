/** What comparisons of Polygon share. A point is a checkpoint; the contracts' state is that of its block, or of the one before. */
import type { PolygonInfo } from "../../ingest/polygon/session.ts";
import type { Figure, NodeFigures, ReadContext } from "../figure.ts";
import { orMissing } from "../refusals.ts";

export type PolygonSource = Pick<PolygonInfo, "root" | "heimdall">;

export type PointFacts = {
  /** Block of the root chain with the checkpoint. */
  block_number: number;
  /** Validators with the duty to sign it, ascending. */
  validators: number[];
  /** Those that other events of the block concern: the states before and after it are not those of the checkpoint. */
  touched: number[];
};

/** Runs requests for a checkpoint that the warehouse has. */
export async function atCheckpoint(
  { rows }: Pick<ReadContext, "rows">,
  read: (facts: PointFacts) => Promise<Figure[] | { missing: string }>,
): Promise<NodeFigures> {
  const [facts] = await rows<PointFacts>("polygon/verify_checkpoint");
  if (facts === undefined) return { missing: "the warehouse has no such checkpoint" };
  return await orMissing(() => read(facts));
}

export const ofChain = (items: Readonly<Record<string, unknown>>): Figure[] =>
  Object.entries(items).map(([item, value]) => ({ subject: "", item, value: String(value) }));

/** Path of the explanation of a validator's day. */
export const explainPath = ({ subject }: Figure, date: string, kind: string) =>
  `/v1/polygon/validators/${subject}/explain?date=${date}&kind=${kind}`;
