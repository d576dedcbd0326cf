/**
 * Payments made while an era was active, for this or earlier eras: events of every block from the end of the previous era
 * to its own. Stakers claim pages one by one for as long as the chain keeps an era, so an era's payments are found in the
 * blocks of later eras.
 */
import pMap from "p-map";
import { errorMessage, isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type { PayoutsMessage } from "../../schemas/polkadot/events.ts";
import type { StateAt, SubstrateChain } from "./api/chain.ts";
import { historyDepth } from "./claims.ts";
import type { EraBlocks, Eras } from "./eras.ts";
import { toPayoutsMessages } from "./messages.ts";
import {
  type EventCode,
  type EventRecord,
  mayHavePayout,
  type PaidPage,
  type Payout,
  readPayouts,
} from "./payoutEvents.ts";
import { readValue } from "./storage.ts";

/** twox128("System") + twox128("Events"). */
const eventsKey = "0x26aa394eea5630e07c48ae0c9558cef780d41e5e16056765bc8461851072c9d7";
/** Hashes per request. */
const hashesAtOnce = 500;
/** Concurrently read blocks; the node set has its own limits. */
const blocksAtOnce = 16;

export type Payouts = {
  /** Payments made while an era was active; empty if the nodes no longer have its blocks. */
  read(era: number, signal: AbortSignal): Promise<PayoutsMessage[]>;
};

/** Errors after which payments stay unknown: healthy nodes don't have the data, now or later. */
const unreadable: ReadonlySet<string> = new Set(["pruned", "refused", "bad_answer"]);

const isUnreadable = (error: unknown) => isErrorOfKind(error, "source") && unreadable.has(String(error.code));

/** The index of the event that begins a payout; undefined for runtimes without one. */
function codeOf({ runtime }: StateAt): EventCode | undefined {
  const event = runtime.events.staking?.PayoutStarted?.meta.index.toNumber();
  const pallet = runtime.registry.metadata.pallets.find(({ name }) => name.toString() === "Staking");
  return event === undefined || pallet === undefined ? undefined : { pallet: pallet.index.toNumber(), event };
}

type Scan = { chain: SubstrateChain; blocks: EraBlocks; era: number; signal: AbortSignal };

/** How to recognize a payout in the bytes of a range's events: an upgrade within it may change indices. */
async function signsOf({ chain, blocks: { from, to }, era, signal }: Scan) {
  const ends = await chain.hashesAt([from, to], signal);
  const states = await Promise.all(ends.map((hash) => chain.at(hash)));
  const codes = states.map(codeOf).filter((code) => code !== undefined);
  if (codes.length < states.length)
    throw new SourceError("the runtime has no events that name the paid era", {
      code: "refused",
      retryable: false,
    });
  const depth = Math.max(...states.map(historyDepth));
  return { codes, eras: { from: Math.max(0, era - depth - 1), to: era + 1 } };
}

/** Payouts in the events of a block. */
export async function readPayoutsOf(state: StateAt): Promise<Payout[]> {
  return readPayouts((await readValue<readonly EventRecord[]>(state, "system", "events")) ?? []);
}

/** Without single payments: an era has some 20,000. */
async function readBlock(chain: SubstrateChain, block: number, hash: string): Promise<PaidPage[]> {
  const payouts = await readPayoutsOf(await chain.at(hash));
  return payouts.map(({ rewards: _rewards, ...payout }) => ({ ...payout, block, hash }));
}

async function scan(range: Scan): Promise<PaidPage[]> {
  const { chain, blocks, signal } = range;
  const { codes, eras } = await signsOf(range);
  const paid: PaidPage[] = [];
  for (let first = blocks.from; first <= blocks.to; first += hashesAtOnce) {
    const count = Math.min(hashesAtOnce, blocks.to - first + 1);
    const hashes = await chain.hashesAt(
      Array.from({ length: count }, (_, i) => first + i),
      signal,
    );
    const pages = await pMap(
      hashes,
      async (hash, i) => {
        const bytes = await chain.storage(eventsKey, hash, signal);
        if (bytes === undefined || !mayHavePayout(bytes, codes, eras)) return [];
        return await readBlock(chain, first + i, hash);
      },
      { concurrency: blocksAtOnce, signal },
    );
    paid.push(...pages.flat());
  }
  return paid;
}

export function createPayouts(network: string, eras: Eras, log: Logger): Payouts {
  return {
    read: async (era, signal) => {
      try {
        const paid: PayoutsMessage[] = [];
        for (const blocks of await eras.blocks(era, signal)) {
          const pages = await scan({ chain: eras.chainOf(blocks.source), blocks, era, signal });
          paid.push(...toPayoutsMessages(network, era, blocks.source, pages));
        }
        return paid;
      } catch (error) {
        signal.throwIfAborted();
        if (!isUnreadable(error)) throw error;
        // Where the nodes' history begins, the blocks before the first era are always missing.
        const level = isErrorOfKind(error, "source") && error.code === "pruned" ? "info" : "warn";
        log[level](
          { network, height: era, reason: errorMessage(error) },
          "payments were not read; what was paid during this era stays unknown",
        );
        return [];
      }
    },
  };
}
