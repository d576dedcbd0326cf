/** Which blocks a UTC day means. */
import type { HeightRange } from "../../lib/heightRange.ts";
import type { ExecutionClient } from "../execution/client.ts";
import { heightsOfDay } from "../listener/range.ts";
import { readHeader, readHeaders } from "./calls.ts";

/**
 * The blocks of a UTC day, from the contracts' first block on.
 * @throws ConfigError for days before that, and those that haven't come
 */
export async function blocksOfDay(
  client: ExecutionClient,
  firstBlock: number,
  day: string,
  signal: AbortSignal,
): Promise<HeightRange> {
  const final = await client.request(
    [{ method: "eth_getBlockByNumber", params: ["finalized", false] }],
    ([result]) => readHeader(result, "finalized"),
    signal,
  );
  return await heightsOfDay(day, {
    ...{ unit: "block", bounds: { from: firstBlock, to: final.number }, origin: firstBlock },
    timeAt: async (block) => (await readHeaders(client, [block], signal))[0]?.time ?? 0,
  });
}
