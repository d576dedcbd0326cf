/** The times of consecutive blocks, unit by unit. */
import { secondsPerDay } from "../../lib/days.ts";
import type { Block } from "./codec/types.ts";
import type { History } from "./history.ts";
import { advance, type ChainTime, timeAfter, timeBefore } from "./times.ts";

export type BlockTimes = {
  /**
   * Seconds of each block of a unit, which follows the unit of the call before.
   * @throws SourceError
   */
  of(blocks: readonly Block[], signal: AbortSignal): Promise<Uint32Array>;
};

/** @param genesisTime seconds of the chain's time before any block moves it */
export function createBlockTimes(
  history: Pick<History, "block">,
  genesisTime: number | undefined,
): BlockTimes {
  let chainTime: ChainTime | undefined;

  /** The chain's time until a transaction moves it, as assumed: just before that, on the same day. */
  async function timeBeforeAny(
    blocks: readonly Block[],
    moved: number | undefined,
    read: (height: number) => Promise<Block>,
  ): Promise<number> {
    const first = moved ?? (await timeAfter(blocks, read)) ?? genesisTime ?? 1;
    return first % secondsPerDay === 0 ? first : first - 1;
  }

  return {
    of: async (blocks, signal) => {
      const [begin] = blocks;
      const read = (height: number) => history.block(height, signal);
      if (begin !== undefined && begin.time === undefined && chainTime === undefined)
        chainTime = await timeBefore(begin.height, read);
      const times = new Uint32Array(blocks.length);
      let at: ChainTime = chainTime ?? { time: undefined, proposed: undefined };
      let unknown = 0;
      blocks.forEach((block, i) => {
        at = advance(at, block);
        if (at.time === undefined) unknown += 1;
        else times[i] = at.time;
      });
      chainTime = at;
      if (unknown > 0) times.fill(await timeBeforeAny(blocks, times[unknown], read), 0, unknown);
      return times;
    },
  };
}
