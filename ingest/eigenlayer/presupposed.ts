/** Logs imply earlier logs: a missing one shows that a node has omitted logs. */
import { SourceError } from "../../lib/errors.ts";
import type { Facts } from "./facts.ts";
import type { Known } from "./known.ts";

/**
 * The contract counts distribution roots, from 0 on.
 * @throws SourceError `pruned` if one before those of a piece is unknown
 */
export function checkPresupposed({ roots }: Pick<Known, "roots">, facts: Pick<Facts, "roots">): void {
  let next = Math.max(-1, ...roots.keys()) + 1;
  for (const { root_index, block } of facts.roots) {
    if (roots.has(root_index)) continue;
    if (root_index > next)
      throw new SourceError(
        `eth_getLogs: block ${block} presupposes distribution root ${next}, of which there is no log: pruned history, the ` +
          "node does not keep old receipts. Use a node that keeps all of them.",
        { code: "pruned", retryable: false, meta: { block } },
      );
    next = Math.max(next, root_index + 1);
  }
}
