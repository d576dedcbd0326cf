/** Blocks by height: those that a node has, and the errors for those that it lacks. */
import { isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { AvalancheClient } from "./api/client.ts";
import type { Block } from "./codec/types.ts";
import type { TimedBlocks } from "./range.ts";
import { advance, timeBefore } from "./times.ts";

const isMissing = (error: unknown) => isErrorOfKind(error, "source") && error.code === "skipped";

export type History = TimedBlocks & {
  /** @throws SourceError `pruned` that names the first available height, `not_yet` for a future one */
  block(height: number, signal?: AbortSignal): Promise<Block>;
};

/**
 * @param genesisTime seconds of the chain's time before any block moves it
 */
export function createHistory(
  client: Pick<AvalancheClient, "block" | "height">,
  { genesisTime, signal: own }: { genesisTime: number | undefined; signal?: AbortSignal | undefined },
): History {
  async function has(height: number): Promise<boolean> {
    try {
      await client.block(height, own);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  /** The first height that the node has, by bisection. */
  async function firstKept(head: number): Promise<number> {
    if (await has(0)) return 0;
    let [low, high] = [1, head];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (await has(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  async function block(height: number, signal?: AbortSignal): Promise<Block> {
    try {
      return await client.block(height, signal ?? own);
    } catch (error) {
      if (!isMissing(error)) throw error;
      const head = await client.height(signal ?? own);
      if (height > head)
        throw new SourceError(`block ${height} is not there yet: the node's last block is ${head}`, {
          code: "not_yet",
        });
      const first = await firstKept(head);
      if (first <= height)
        throw new SourceError(`the node lacks block ${height}, though it has earlier ones`, {
          code: "inconsistent",
        });
      throw new SourceError(
        `the node is pruned: it has no block before ${first}, and not ${height}. Use another node, or --from ${first}.`,
        { code: "pruned", retryable: false, meta: { lowest: first } },
      );
    }
  }

  return {
    block,
    bounds: async () => {
      const head = await client.height(own);
      return { from: await firstKept(head), to: head };
    },
    timeAt: async (height) => {
      const at = await block(height);
      if (at.time !== undefined) return at.time;
      return advance(await timeBefore(height, (other) => block(other)), at).time ?? genesisTime ?? 0;
    },
  };
}
