/** What logs say of logs before them: one that is not there shows that a node has left logs out. */
import { SourceError } from "../../lib/errors.ts";
import type { Facts } from "./facts.ts";
import type { Known } from "./known.ts";

const nobody = "0".repeat(40);

function missing(what: string, block: number): SourceError {
  return new SourceError(
    `eth_getLogs: block ${block} presupposes ${what}, of which there is no log: pruned history, the node does not keep old ` +
      "receipts. Use a node that keeps all of them.",
    { code: "pruned", retryable: false, meta: { block } },
  );
}

/** The contract counts roots, from 0 on. */
function checkRoots({ roots }: Known, facts: Pick<Facts, "roots">): void {
  let next = Math.max(-1, ...roots.keys()) + 1;
  for (const { root_index, block } of facts.roots) {
    if (roots.has(root_index)) continue;
    if (root_index > next) throw missing(`distribution root ${next}`, block);
    next = Math.max(next, root_index + 1);
  }
}

/** Stakers delegate to registered operators only; one registers in the transaction in which it delegates to itself. */
function checkOperators({ operators }: Known, facts: Pick<Facts, "operators" | "delegations">): void {
  if (operators === undefined) return;
  for (const { operator } of facts.operators) operators.add(operator.slice(2));
  const { delegations } = facts;
  for (let row = 0; row < delegations.length; row += 1) {
    const operator = delegations.hex("operator", row).replace(/^0x/, "");
    if (operator === nobody || operators.has(operator)) continue;
    throw missing(`the registration of operator 0x${operator}`, delegations.read("block", row));
  }
}

/** @throws SourceError `pruned` when what comes before a piece is not known */
export function checkPresupposed(
  known: Known,
  facts: Pick<Facts, "roots" | "operators" | "delegations">,
): void {
  checkRoots(known, facts);
  checkOperators(known, facts);
}
