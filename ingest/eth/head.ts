/**
 * The unfinalized end of the chain: head blocks are published as provisional, and as orphaned when a reorg drops them.
 * Nothing depends on it: a lost event is repaired by the next one (the parent links lead back to what is known), and
 * finality publishes the truth anyway.
 */

import pLimit from "p-limit";
import { SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { isPassing } from "../../lib/outages.ts";
import { sleep } from "../../lib/retry.ts";
import type { BlockMessage } from "../../schemas/eth/events.ts";
import type { Publish, WatchOptions } from "../listener/session.ts";
import type { BeaconClient, Header } from "./api/beacon.ts";
import { toBusMessage } from "./busMessage.ts";
import { decodeBlock, orphanedBlock } from "./decode.ts";
import { type EthChain, forkAt } from "./spec.ts";

type KnownBlock = Header & { status: "canonical" | "orphaned" | "seen" };

export type HeadTracker = {
  watch(options: WatchOptions): Promise<void>;
  /** Blocks of an epoch that were seen at the head. */
  seen(epoch: number): Header[];
  /** Forgets an epoch that is published for good; every head grows out of its last block. */
  settled(epoch: number, last: { slot: number; root: string } | undefined): void;
};

type TrackerOptions = { client: BeaconClient; chain: EthChain; log: Logger; pollMs: number };

/** How far a walk back from the head goes, in epochs: finality normally trails by two to three. */
const walkEpochs = 4;

/** A stream that ended is opened again after so long: what happens meanwhile is seen late. */
const reconnectMs = 1000;

export function createHeadTracker({ client, chain, log, pollMs }: TrackerOptions): HeadTracker {
  const known = new Map<string, KnownBlock>();
  let settledSlot = 0;
  /** The last final block that is published. */
  let settledBlock: { slot: number; root: string } | undefined;
  let observedSlot = 0;

  const epochOf = (slot: number) => Math.floor(slot / chain.slotsPerEpoch);
  const contextOf = (slot: number) => ({
    network: chain.network,
    epoch: epochOf(slot),
    slot,
    fork: forkAt(chain, epochOf(slot)),
    finality: "provisional" as const,
    observedSlot,
  });

  /** @throws SourceError `inconsistent` when the walk has come to a block that should be the last final one */
  function checkBase(header: Header): void {
    if (settledBlock === undefined || header.slot > settledSlot || header.root === settledBlock.root) return;
    throw new SourceError(
      `the head builds on block ${header.root} at slot ${header.slot}, but block ${settledBlock.root} at slot ${settledBlock.slot} is final`,
      { code: "inconsistent", meta: { network: chain.network } },
    );
  }

  /** Headers from the head down to the last known canonical block; and that block's slot. */
  async function walkBack(
    root: string,
    signal: AbortSignal,
  ): Promise<{ headers: Header[]; baseSlot: number }> {
    const headers: Header[] = [];
    let next = root;
    let lowest = 0;
    for (;;) {
      const found = known.get(next);
      if (found?.status === "canonical") return { headers, baseSlot: found.slot };
      const header = found ?? (await client.header(next, signal)).value;
      if (header === undefined) return { headers, baseSlot: headers.at(-1)?.slot ?? 0 };
      checkBase(header);
      if (headers.length === 0)
        lowest = Math.max(settledSlot, header.slot - walkEpochs * chain.slotsPerEpoch);
      if (header.slot <= lowest) return { headers, baseSlot: lowest };
      headers.push(header);
      next = header.parentRoot;
    }
  }

  async function provisional(header: Header, signal: AbortSignal): Promise<BlockMessage | undefined> {
    const { value } = await client.block(header.root, forkAt(chain, epochOf(header.slot)), signal);
    return value === undefined ? undefined : decodeBlock(contextOf(header.slot), header.root, value);
  }

  /** Brings what was said in line with the chain that ends in `root`. */
  async function reconcile(root: string, publish: Publish, signal: AbortSignal): Promise<void> {
    // A head that is an ancestor of the known one comes late, or from a node that lags: it orphans nothing.
    if (known.get(root)?.status === "canonical") return;
    const { headers, baseSlot } = await walkBack(root, signal);
    // No link is known: the node lacks the block, or lags behind what is published for good. That proves nothing.
    if (headers.length === 0) return;
    observedSlot = Math.max(observedSlot, headers[0]?.slot ?? baseSlot);
    const onChain = new Set(headers.map((header) => header.root));
    const dropped = [...known.values()].filter(
      (block) => block.status === "canonical" && block.slot > baseSlot && !onChain.has(block.root),
    );
    const blocks: BlockMessage[] = [];
    for (const header of [...headers].reverse()) {
      const message = await provisional(header, signal);
      if (message !== undefined) blocks.push(message);
    }
    const orphans = dropped.map((block) => orphanedBlock(contextOf(block.slot), block));
    if (orphans.length + blocks.length === 0) return;
    await publish([...orphans, ...blocks].map(toBusMessage));
    for (const block of dropped) block.status = "orphaned";
    for (const header of headers) known.set(header.root, { ...header, status: "canonical" });
    if (dropped.length > 0) {
      log.info({ network: chain.network, depth: dropped.length, slot: observedSlot }, "reorganization");
    }
  }

  async function noteBlock(root: string, signal: AbortSignal): Promise<void> {
    if (known.has(root)) return;
    const { value } = await client.header(root, signal);
    if (value !== undefined && value.slot > settledSlot && !known.has(root))
      known.set(root, { ...value, status: "seen" });
  }

  async function watch({ publish, onFinal, signal }: WatchOptions): Promise<void> {
    // One change at a time: a walk reads what the one before has written.
    const inTurn = pLimit(1);

    async function look(): Promise<void> {
      const head = await client.head(signal);
      await inTurn(() => reconcile(head.root, publish, signal));
    }

    /** An event that comes late names a block that is not above the head: which one the head is, the node says. */
    async function follow(root: string): Promise<void> {
      await inTurn(() => noteBlock(root, signal));
      const header = known.get(root);
      if (header !== undefined && header.slot > observedSlot)
        await inTurn(() => reconcile(root, publish, signal));
      else if (header?.status !== "canonical") await look();
    }

    async function listen(): Promise<void> {
      for await (const event of client.events(signal)) {
        // What happened until the stream stood is seen by looking once, at the head and at finality.
        if (event.kind === "open") {
          onFinal();
          await look();
        } else if (event.kind === "finalized") onFinal();
        else if (event.kind === "block") await inTurn(() => noteBlock(event.root, signal));
        else await follow(event.root);
      }
    }

    /** What passes is waited out; anything else ends the listener. */
    async function forEver(run: () => Promise<void>, pauseMs: number): Promise<void> {
      while (!signal.aborted) {
        try {
          await run();
        } catch (error) {
          if (signal.aborted) return;
          if (!isPassing(error)) throw error;
          log.debug({ network: chain.network, err: error }, "the head can't be seen");
        }
        await sleep(pauseMs, signal).catch(() => undefined);
      }
    }

    // Polling runs beside the events: a lost one is made up for within a slot.
    await Promise.all([forEver(look, pollMs), forEver(listen, Math.min(pollMs, reconnectMs))]);
  }

  return {
    watch,
    seen: (epoch) => [...known.values()].filter((block) => epochOf(block.slot) === epoch),
    settled: (epoch, last) => {
      settledBlock = last;
      settledSlot = Math.max(settledSlot, (epoch + 1) * chain.slotsPerEpoch - 1);
      for (const [root, block] of known) if (block.slot <= settledSlot) known.delete(root);
    },
  };
}
