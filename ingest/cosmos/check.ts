/** Cross-checks of the answers of nodes. Pure; they throw SourceError. */
import { SourceError } from "../../lib/errors.ts";
import type { CosmosChain } from "../../schemas/cosmos/chains.ts";
import type { BlockHeader } from "./header.ts";

/** @throws SourceError `other_chain`: the node is never called again */
export function checkChainId(
  chain: Pick<CosmosChain, "id" | "chainIds">,
  node: string,
  chainId: string,
  expected: string | undefined,
): void {
  const isExpected = expected === undefined ? chain.chainIds.test(chainId) : chainId === expected;
  if (isExpected) return;
  throw new SourceError(
    `${node} is on chain "${chainId}", not on ${expected ?? `a network of ${chain.id}`}`,
    {
      code: "other_chain",
      retryable: false,
      meta: { node, chainId },
    },
  );
}

/** @throws SourceError unless the headers are those of `from` to `to`, each the parent of the next */
export function checkHeaders(
  headers: readonly BlockHeader[],
  range: { from: number; to: number; chainId: string | undefined },
): void {
  const { from, to, chainId } = range;
  const first = headers[0];
  if (headers.length !== to - from + 1 || first?.height !== from) {
    const isPruned = first === undefined || first.height > from;
    throw new SourceError(
      isPruned
        ? `blocks from height ${from} were requested, but the node is pruned: it has none before ${first?.height ?? to + 1}. Use an archive node, or a later --from.`
        : `headers ${from} to ${to} were requested, but the response has gaps`,
      { code: isPruned ? "pruned" : "inconsistent", retryable: !isPruned },
    );
  }
  headers.forEach((header, i) => {
    const before = headers[i - 1];
    if (header.height !== from + i || (before !== undefined && header.parentHash !== before.hash))
      throw new SourceError(`block ${header.height} does not follow block ${header.height - 1}`, {
        code: "inconsistent",
      });
    if (chainId !== undefined && header.chainId !== chainId)
      throw new SourceError(`block ${header.height} is of chain "${header.chainId}", not ${chainId}`, {
        code: "lying",
      });
    if (before !== undefined && header.time.getTime() < before.time.getTime())
      throw new SourceError(`block ${header.height} is older than its parent`, { code: "inconsistent" });
  });
}
