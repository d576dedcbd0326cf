/**
 * A relay's deliveries in runs of slots. Pages go down from a slot, and cover more than an epoch: their other records are
 * kept for the next epochs, in either direction.
 */
import PQueue from "p-queue";
import { SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { RelayPayload } from "../../../schemas/eth/facts.ts";
import type { RelayClient } from "./client.ts";

/** Slots on both sides of the last requested ones whose records are kept: a day of mainnet. */
const keptSlots = 7_200;
/** Payloads of one message: a slot has one or two, and a message less than 1 MB. */
const payloadsMax = 2_000;
/** Share of the last page's slots that the next page is expected to cover. */
const pageShare = 0.8;

export type Deliveries = {
  /**
   * All payloads that the relay delivered from one slot to another, inclusive, in slot order. Records from before a failure
   * are not requested again.
   * @throws SourceError, or the signal's reason
   */
  between(first: number, last: number, signal: AbortSignal): Promise<RelayPayload[]>;
};

/** A run of slots whose records are complete. */
type Covered = { low: number; high: number; payloads: RelayPayload[] };

/** Each payload once. Of two records about one the lower value counts. */
function distinct(payloads: readonly RelayPayload[]): RelayPayload[] {
  const byKey = new Map<string, RelayPayload>();
  for (const payload of payloads) {
    const key = `${payload.slot}/${payload.block_hash}`;
    const existing = byKey.get(key);
    if (existing === undefined || BigInt(payload.value_wei) < BigInt(existing.value_wei))
      byKey.set(key, payload);
  }
  return [...byKey.values()];
}

/** @param lastFinal the last known final slot: later ones are requested only explicitly */
export function createDeliveries(
  client: RelayClient,
  { lastFinal, log }: { lastFinal: () => number; log: Logger },
): Deliveries {
  // Sequentially: a page usually covers the next runs as well.
  const queue = new PQueue({ concurrency: 1 });
  let covered: Covered | undefined;
  /** The last slot of the previous request. */
  let lastRequested: number | undefined;
  /** How many slots the last page covered. */
  let reach = 0;

  /** Adds the page below the covered slots. */
  async function goDown(run: Covered, signal: AbortSignal): Promise<void> {
    const cursor = run.low - 1;
    const { payloads, isFull } = await client.page(cursor, signal);
    // The next request may be under way already.
    signal.throwIfAborted();
    const lowest = payloads.at(-1)?.slot;
    if (lowest === undefined) {
      run.low = 0;
      return;
    }
    reach = cursor - lowest + 1;
    if (lowest < cursor) {
      // More of its last slot may be on the next page, which begins with that slot.
      run.payloads.push(...distinct(payloads.filter(({ slot }) => slot > lowest)));
      run.low = lowest + 1;
      return;
    }
    if (isFull)
      log.warn(
        { relay: client.name, slot: cursor, records: payloads.length },
        "a page contains only one slot; further payloads of that slot cannot be requested",
      );
    run.payloads.push(...distinct(payloads));
    run.low = cursor;
  }

  /** Where pages have to begin to reach the slots: further up if requests ascend. */
  function start(first: number, last: number): number {
    const passed = lastRequested === undefined ? 0 : first - lastRequested;
    const isAscending = passed > 0 && passed <= keptSlots;
    if (!isAscending) return last;
    const ahead = Math.min(keptSlots, Math.floor(reach * pageShare));
    return Math.max(last, Math.min(first + ahead - 1, lastFinal()));
  }

  async function read(first: number, last: number, signal: AbortSignal): Promise<RelayPayload[]> {
    const high = start(first, last);
    lastRequested = last;
    if (covered === undefined || last > covered.high || last < covered.low - 1)
      covered = { low: high + 1, high, payloads: [] };
    while (covered.low > first) await goDown(covered, signal);
    const delivered = covered.payloads.filter(({ slot }) => slot >= first && slot <= last).reverse();
    const kept = {
      low: Math.max(covered.low, first - keptSlots),
      high: Math.min(covered.high, last + keptSlots),
    };
    const payloads = covered.payloads.filter(({ slot }) => slot >= kept.low && slot <= kept.high);
    covered = { ...kept, payloads };
    if (delivered.length <= payloadsMax) return delivered;
    throw new SourceError(`${client.name} names ${delivered.length} payloads in slots ${first} to ${last}`, {
      code: "bad_answer",
      meta: { relay: client.name },
    });
  }

  return {
    between: async (first, last, signal) =>
      (await queue.add(() => read(first, last, signal), { signal })) as RelayPayload[],
  };
}
