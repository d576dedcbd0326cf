/** Which blocks a UTC day means. */
import type { HeightRange } from "../../lib/heightRange.ts";
import { heightsOfDay } from "../listener/range.ts";

export type TimedBlocks = {
  /** First and last height that the node has. */
  bounds(): Promise<HeightRange>;
  /** Seconds of the chain's time after a block. */
  timeAt(height: number): Promise<number>;
};

/** The blocks of a UTC day. @throws ConfigError for days that the nodes don't keep or that haven't come */
export async function blocksOfDay({ bounds, timeAt }: TimedBlocks, day: string): Promise<HeightRange> {
  return await heightsOfDay(day, { unit: "block", bounds: await bounds(), origin: 0, timeAt });
}
