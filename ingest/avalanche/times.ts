/** The chain's time after each block. Banff blocks contain it; before, committed transactions moved it. */
import { isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { Block } from "./codec/types.ts";

export type ChainTime = {
  /** Seconds; undefined while unknown. */
  time: number | undefined;
  /** The time that the last block proposed. */
  proposed: number | undefined;
};

/** The chain's time after a block, from the time before it. */
export function advance({ time, proposed }: ChainTime, block: Block): ChainTime {
  const moved = block.kind === "commit" ? proposed : undefined;
  const { proposal } = block;
  return {
    time: block.time ?? moved ?? time,
    proposed: proposal?.kind === "time" && block.time === undefined ? proposal.time : undefined,
  };
}

/** The chain's time is certain to have moved within so many blocks. */
const lookBackMax = 20_000;

/**
 * The chain's time before a block, from earlier blocks; unknown if none has moved it yet.
 * @throws SourceError if no block in reach has it
 */
export async function timeBefore(
  height: number,
  read: (height: number) => Promise<Block>,
): Promise<ChainTime> {
  let next: Block | undefined;
  let proposed: number | undefined;
  for (let at = height - 1; at >= Math.max(0, height - lookBackMax); at -= 1) {
    const block = await read(at);
    const { proposal } = block;
    if (at === height - 1 && proposal?.kind === "time") proposed = proposal.time;
    if (block.time !== undefined) return { time: block.time, proposed };
    if (next?.kind === "commit" && proposal?.kind === "time") return { time: proposal.time, proposed };
    next = block;
  }
  if (height > lookBackMax)
    throw new SourceError(`no block before ${height} has the chain's time`, { code: "inconsistent" });
  return { time: undefined, proposed };
}

/** The first time to which later blocks move the chain's time; undefined if the chain ends before that. */
export async function timeAfter(
  blocks: readonly Block[],
  read: (height: number) => Promise<Block>,
): Promise<number | undefined> {
  let at: ChainTime = { time: undefined, proposed: undefined };
  for (const block of blocks) at = advance(at, block);
  const next = (blocks.at(-1)?.height ?? -1) + 1;
  for (let height = next; height < next + lookBackMax; height += 1) {
    try {
      at = advance(at, await read(height));
    } catch (error) {
      if (isErrorOfKind(error, "source") && error.code === "not_yet") return undefined;
      throw error;
    }
    if (at.time !== undefined) return at.time;
  }
  return undefined;
}
