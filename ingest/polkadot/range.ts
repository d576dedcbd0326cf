/** Which eras a UTC day means: those that were paid on it. */
import { badRange, dayAfter, dayStartMs, type HeightRange } from "../../lib/heightRange.ts";
import type { Eras } from "./eras.ts";

/**
 * The eras that ended on a UTC day. Some four months lie between days without one: the range is empty then, its first
 * era the next one to end, its last the one that ended before.
 * @throws ConfigError for days that haven't come, or of which the nodes know nothing
 */
export async function erasOfDay(
  eras: Pick<Eras, "activeBefore" | "headTime">,
  day: string,
  signal?: AbortSignal,
): Promise<HeightRange> {
  const startMs = dayStartMs(day) ?? 0;
  if (startMs > (await eras.headTime(signal))) throw badRange(`the chain has not come to ${day} yet`);
  const first = await eras.activeBefore(startMs, signal);
  if (first === undefined)
    throw badRange(
      `the nodes know no era of ${day}. Use archive nodes, of the relay chain (POLKADOT_RELAY_URLS) for days before November 2025, or a later date.`,
    );
  const next = await eras.activeBefore(dayStartMs(dayAfter(day)) ?? 0, signal);
  return { from: first, to: (next ?? first) - 1 };
}
