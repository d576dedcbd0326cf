/** How a node set treats nodes in tests: pauses are short, because there are no rate limits to respect. */
import type { NodeSetOptions } from "../../ingest/node/nodes.ts";

/** @param rounds tries of each node before a call fails */
export const quickNodes = (rounds: number): Partial<NodeSetOptions> => ({
  rounds,
  restBaseMs: 20,
  restMaxMs: 500,
});
