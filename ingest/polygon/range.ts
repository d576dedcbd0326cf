/** Which checkpoints a UTC day means. */
import type { HeightRange } from "../../lib/heightRange.ts";
import { heightsOfDay } from "../listener/range.ts";

/**
 * The checkpoints of a UTC day.
 * @param last the last final one
 * @param timeOf when a checkpoint was submitted, in Unix seconds
 * @throws ConfigError for a day without any
 */
export async function checkpointsOfDay(
  day: string,
  last: number,
  timeOf: (checkpoint: number) => Promise<number>,
): Promise<HeightRange> {
  const bounds = { from: 1, to: last };
  return await heightsOfDay(day, { unit: "checkpoint", bounds, origin: 1, timeAt: timeOf });
}
