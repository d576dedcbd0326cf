/**
 * What a relay delivered in runs of slots. Pages go down from a slot, and hold more than an epoch: what they told beside
 * it is kept for the next ones, in either direction.
 */
import PQueue from "p-queue";
import { SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { RelayPayload } from "../../../schemas/eth/facts.ts";
import type { RelayClient } from "./client.ts";

/** Slots on both sides of the last ones asked for, of which what was told is kept: a day of mainnet. */
const keptSlots = 7_200;
/** One message's worth of payloads: a slot has one or two, and a message less than 1 MB. */
const payloadsMax = 2_000;
/** Of what the last page reached over, so that the next one reaches as far as it has to. */
const pageShare = 0.8;

export type Deliveries = {
  /**
   * All that the relay delivered from one slot to another, inclusive, in slot order. What was told before a failure is
   * not asked for again.
   * @throws SourceError, or the signal's reason
   */
  between(first: number, last: number, signal: AbortSignal): Promise<RelayPayload[]>;
};

/** A run of slots of which all is told. */
type Told = { low: number; high: number; payloads: RelayPayload[] };

/** Each payload once. Of two statements about one the lower value stays. */
function distinct(payloads: readonly RelayPayload[]): RelayPayload[] {
  const byKey = new Map<string, RelayPayload>();
  for (const payload of payloads) {
    const key = `${payload.slot}/${payload.block_hash}`;
    const known = byKey.get(key);
    if (known === undefined || BigInt(payload.value_wei) < BigInt(known.value_wei)) byKey.set(key, payload);
  }
  return [...byKey.values()];
}

/** @param lastFinal the last slot that is final, as far as is known: none behind it is asked for but by name */
export function createDeliveries(
  client: RelayClient,
  { lastFinal, log }: { lastFinal: () => number; log: Logger },
): Deliveries {
  // One after the other: the next ones are mostly told by then.
  const queue = new PQueue({ concurrency: 1 });
  let told: Told | undefined;
  /** The last slot that was asked for before. */
  let lastAsked: number | undefined;
  /** How many slots the last page reached over. */
  let reach = 0;

  /** Adds the page below what is told. */
  async function goDown(known: Told, signal: AbortSignal): Promise<void> {
    const cursor = known.low - 1;
    const { payloads, isFull } = await client.page(cursor, signal);
    // Whoever is next may be on the way already.
    signal.throwIfAborted();
    const lowest = payloads.at(-1)?.slot;
    if (lowest === undefined) {
      known.low = 0;
      return;
    }
    reach = cursor - lowest + 1;
    if (lowest < cursor) {
      // More of its last slot may be on the next page, which begins with that slot.
      known.payloads.push(...distinct(payloads.filter(({ slot }) => slot > lowest)));
      known.low = lowest + 1;
      return;
    }
    if (isFull)
      log.warn(
        { relay: client.name, slot: cursor, records: payloads.length },
        "a page contains only one slot; further payloads of that slot cannot be requested",
      );
    known.payloads.push(...distinct(payloads));
    known.low = cursor;
  }

  /** Where pages have to begin, so that they reach the slots: further up for who comes from below. */
  function start(first: number, last: number): number {
    const passed = lastAsked === undefined ? 0 : first - lastAsked;
    const isAscending = passed > 0 && passed <= keptSlots;
    if (!isAscending) return last;
    const ahead = Math.min(keptSlots, Math.floor(reach * pageShare));
    return Math.max(last, Math.min(first + ahead - 1, lastFinal()));
  }

  async function read(first: number, last: number, signal: AbortSignal): Promise<RelayPayload[]> {
    const high = start(first, last);
    lastAsked = last;
    if (told === undefined || last > told.high || last < told.low - 1)
      told = { low: high + 1, high, payloads: [] };
    while (told.low > first) await goDown(told, signal);
    const found = told.payloads.filter(({ slot }) => slot >= first && slot <= last).reverse();
    const kept = { low: Math.max(told.low, first - keptSlots), high: Math.min(told.high, last + keptSlots) };
    const payloads = told.payloads.filter(({ slot }) => slot >= kept.low && slot <= kept.high);
    told = { ...kept, payloads };
    if (found.length <= payloadsMax) return found;
    throw new SourceError(`${client.name} names ${found.length} payloads in slots ${first} to ${last}`, {
      code: "bad_answer",
      meta: { relay: client.name },
    });
  }

  return {
    between: async (first, last, signal) =>
      (await queue.add(() => read(first, last, signal), { signal })) as RelayPayload[],
  };
}
