/** The node's schedule of upgrades, read repeatedly while following: a new release of the node may schedule one. */
import type { Logger } from "../../lib/logger.ts";

const defaultEveryMs = 300_000;

type Schedule = { network: string; helicon: { time: number | null; is_told: boolean } };

/**
 * @param schedule for messages; it is changed in place
 * @param options.everyMs milliseconds between two readings
 */
export function createUpgradeReader(
  client: { heliconTime(signal?: AbortSignal): Promise<number | null | undefined> },
  schedule: Schedule,
  { log, everyMs = defaultEveryMs }: { log: Logger; everyMs?: number | undefined },
): (signal?: AbortSignal) => Promise<void> {
  let readAt = Number.NEGATIVE_INFINITY;
  return async (signal) => {
    if (performance.now() - readAt < everyMs) return;
    const time = await client.heliconTime(signal);
    readAt = performance.now();
    if (time === undefined || (schedule.helicon.is_told && schedule.helicon.time === time)) return;
    schedule.helicon = { time, is_told: true };
    log.info({ network: schedule.network, helicon_time: time }, "the node's schedule of upgrades was read");
  };
}
