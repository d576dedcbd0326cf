/** What comparisons of Avalanche share: the connection, and what blocks change after a point. */
import type { AvalancheInfo } from "../../ingest/avalanche/session.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { ReadContext } from "../figure.ts";

export type AvalancheSource = AvalancheInfo & {
  /** Blocks of a range with a proposal to reward a stake, a sample of them at most. */
  rewardHeights(range: HeightRange): Promise<number[]>;
};

/** Blocks between the warehouse and the node, above which current figures are not compared. */
const blocksLagMax = 256;

/** Path of the explanation of a validator's day. */
export const explainPath = (nodeId: string, date: string, kind: string) =>
  `/v1/avalanche/validators/${nodeId}/explain?date=${date}&kind=${kind}`;

/**
 * Validators that blocks at and after the point touch, up to the node's newest one: their current figures may be those of a
 * later block. The point itself may be a proposal that the next block decides.
 */
export async function touchedSince(
  { client }: AvalancheSource,
  point: number,
  { rows, signal }: ReadContext,
): Promise<{ nodeIds: Set<string> } | { missing: string }> {
  const head = await client.height(signal);
  if (head < point) return { missing: `the node's last block is ${head}` };
  if (head - point > blocksLagMax)
    return { missing: `the node's last block is ${head}, ${head - point} after the warehouse's` };
  const heights = Array.from({ length: head - point + 1 }, (_, i) => point + i);
  const blocks = await Promise.all(heights.map((height) => client.block(height, signal)));
  const txs = blocks.flatMap((block) => [...block.txs, ...(block.proposal ? [block.proposal] : [])]);
  const transactions = txs.flatMap((tx) => (tx.kind === "reward" || tx.kind === "config" ? [tx.txId] : []));
  const known = await rows<{ node_id: string }>("avalanche/verify_validators_of", { transactions });
  const begun = txs.flatMap((tx) => (tx.kind === "stake" ? [tx.nodeId] : []));
  return { nodeIds: new Set([...known.map(({ node_id }) => node_id), ...begun]) };
}
