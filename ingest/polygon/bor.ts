/** The producers that had the turn for a checkpoint's Bor blocks, and those that made them. */
import { z } from "zod";
import { SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { address } from "../../schemas/common.ts";
import type { BorCount } from "../../schemas/polygon/events.ts";
import { createExecutionClient, parsed, toQuantity } from "../execution/client.ts";
import { callsMax } from "../execution/provider.ts";
import type { NodeSetOptions } from "../node/nodes.ts";
import { largeRequestRounds } from "../node/portions.ts";

const method = "bor_getSnapshotProposerSequence";
const lowerAddress = z.string().toLowerCase().pipe(address);
const sequenceAnswer = z.object({
  Signers: z.array(z.object({ Signer: lowerAddress, Difficulty: z.int().min(0) })).min(1),
  Author: lowerAddress,
});

export function createBorClient(options: {
  urls: readonly string[];
  requestsPerSecond: number;
  borChainId: bigint;
  log: Logger;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
}) {
  const saidBy = "Heimdall's bor_chain_id";
  const client = createExecutionClient({ ...options, chainId: options.borChainId, saidBy });

  /** Counts by producer over a checkpoint's blocks; the producer in turn signs with the highest difficulty. */
  async function countBlocks(
    { checkpoint, start, end }: { checkpoint: number; start: bigint; end: bigint },
    signal?: AbortSignal,
  ): Promise<BorCount> {
    const counts = new Map<string, [duties: number, made: number]>();
    for (let first = Number(start); first <= Number(end); first += callsMax) {
      const blocks = Array.from(
        { length: Math.min(callsMax, Number(end) - first + 1) },
        (_, place) => first + place,
      );
      const authors = await client.request(
        blocks.map((block) => ({ method, params: [toQuantity(block)] })),
        (results) => results.map((result) => parsed(sequenceAnswer, method, result)),
        signal,
        { rounds: largeRequestRounds },
      );
      for (const { Signers, Author } of authors) {
        const [due] = Signers.toSorted((a, b) => b.Difficulty - a.Difficulty);
        if (due === undefined)
          throw new SourceError(`${method}: no producer was returned`, { code: "bad_answer" });
        const count = counts.get(due.Signer) ?? [0, 0];
        counts.set(due.Signer, [count[0] + 1, count[1] + Number(due.Signer === Author)]);
      }
    }
    const signers = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return { checkpoint, signers: signers.map(([signer, [duties, made]]) => [signer, duties, made]) };
  }

  return { countBlocks, versions: client.versions };
}
