/**
 * The unfinalized end of the chain: head blocks are published as provisional, and as orphaned when a reorg drops them.
 * Nothing depends on it: the next event makes up for a lost one, because its parent links lead back to known blocks, and
 * finality publishes the final facts anyway.
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
  /** Forgets an epoch that is final and published; every head descends from its last block. */
  settled(epoch: number, last: { slot: number; root: string } | undefined): void;
};

type TrackerOptions = { client: BeaconClient; chain: EthChain; log: Logger; pollMs: number };

/** How far a walk back from the head goes, in epochs: finality normally lags by two to three. */
const walkEpochs = 4;

/** Delay before an ended stream is reopened; events in between are noticed late. */
const reconnectMs = 1000;

export function createHeadTracker({ client, chain, log, pollMs }: TrackerOptions): HeadTracker {
  const knownBlocks = new Map<string, KnownBlock>();
  let settledSlot = 0;
  /** The last published final block. */
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

  /** @throws SourceError `inconsistent` when the walk reaches another block than the last final one */
  function checkBase(header: Header): void {
    if (settledBlock === undefined || header.slot > settledSlot || header.root === settledBlock.root) return;
    throw new SourceError(
      `the head builds on block ${header.root} at slot ${header.slot}, but block ${settledBlock.root} at slot ${settledBlock.slot} is final`,
      { code: "inconsistent", meta: { network: chain.network } },
    );
  }

  /** Headers from the head down to the last known canonical block, and that block's slot. */
  async function walkBack(
    root: string,
    signal: AbortSignal,
  ): Promise<{ headers: Header[]; baseSlot: number }> {
    const headers: Header[] = [];
    let next = root;
    let lowest = 0;
    for (;;) {
      const existing = knownBlocks.get(next);
      if (existing?.status === "canonical") return { headers, baseSlot: existing.slot };
      const header = existing ?? (await client.header(next, signal)).value;
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

  /** Publishes the differences to the chain that ends in `root`. */
  async function reconcile(root: string, publish: Publish, signal: AbortSignal): Promise<void> {
    // A head that is an ancestor of the known one is late, or from a lagging node: it orphans nothing.
    if (knownBlocks.get(root)?.status === "canonical") return;
    const { headers, baseSlot } = await walkBack(root, signal);
    // No known block is linked: the node lacks the block, or is before the final block. That proves nothing.
    if (headers.length === 0) return;
    observedSlot = Math.max(observedSlot, headers[0]?.slot ?? baseSlot);
    const onChain = new Set(headers.map((header) => header.root));
    const dropped = [...knownBlocks.values()].filter(
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
    for (const header of headers) knownBlocks.set(header.root, { ...header, status: "canonical" });
    if (dropped.length > 0) {
      log.info({ network: chain.network, depth: dropped.length, slot: observedSlot }, "reorganization");
    }
  }

  async function noteBlock(root: string, signal: AbortSignal): Promise<void> {
    if (knownBlocks.has(root)) return;
    const { value } = await client.header(root, signal);
    if (value !== undefined && value.slot > settledSlot && !knownBlocks.has(root))
      knownBlocks.set(root, { ...value, status: "seen" });
  }

  async function watch({ publish, onFinal, signal }: WatchOptions): Promise<void> {
    // One change at a time: a walk reads the result of the previous one.
    const inTurn = pLimit(1);

    async function look(): Promise<void> {
      const head = await client.head(signal);
      await inTurn(() => reconcile(head.root, publish, signal));
    }

    /** A late event names a block that is not above the head: then the node is requested for the head. */
    async function follow(root: string): Promise<void> {
      await inTurn(() => noteBlock(root, signal));
      const header = knownBlocks.get(root);
      if (header !== undefined && header.slot > observedSlot)
        await inTurn(() => reconcile(root, publish, signal));
      else if (header?.status !== "canonical") await look();
    }

    async function listen(): Promise<void> {
      for await (const event of client.events(signal)) {
        // Events from before the stream opened are made up for by polling the head and finality once.
        if (event.kind === "open") {
          onFinal();
          await look();
        } else if (event.kind === "finalized") onFinal();
        else if (event.kind === "block") await inTurn(() => noteBlock(event.root, signal));
        else await follow(event.root);
      }
    }

    /** Retries temporary errors; any other ends the listener. */
    async function repeat(run: () => Promise<void>, pauseMs: number): Promise<void> {
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

    // Polls alongside the events, which makes up for a lost one within a slot.
    await Promise.all([repeat(look, pollMs), repeat(listen, Math.min(pollMs, reconnectMs))]);
  }

  return {
    watch,
    seen: (epoch) => [...knownBlocks.values()].filter((block) => epochOf(block.slot) === epoch),
    settled: (epoch, last) => {
      settledBlock = last;
      settledSlot = Math.max(settledSlot, (epoch + 1) * chain.slotsPerEpoch - 1);
      for (const [root, block] of knownBlocks) if (block.slot <= settledSlot) knownBlocks.delete(root);
    },
  };
}
