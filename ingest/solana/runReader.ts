/** Blocks of a run of slots, with proof that its other slots have none. */
import { isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { Depth } from "../../schemas/solana/events.ts";
import type { SolanaClient } from "./api/client.ts";
import { checkLinks } from "./check.ts";
import type { DecodedBlock } from "./decode/block.ts";
import type { Epochs } from "./epochs.ts";
import type { SlotRun } from "./slots.ts";

/** A run, and the first block from its first slot on, which may be the one after the run. */
export type ReadRun = { run: SlotRun; first: DecodedBlock };

type RunReaderDeps = { client: SolanaClient; epochs: Epochs; network: string; depth: Depth };

export function createRunReader({ client, epochs, network, depth: runDepth }: RunReaderDeps) {
  /** A block that the node has listed: to have none there is to lack it. */
  async function listedBlock(slot: number, depth: Depth, signal: AbortSignal): Promise<DecodedBlock> {
    try {
      return await client.block(slot, depth, signal);
    } catch (error) {
      if (!isErrorOfKind(error, "source") || error.code !== "skipped") throw error;
      throw new SourceError(`slot ${slot} is listed, but the node lacks its block: ${error.message}`, {
        code: "pruned",
        retryable: false,
        meta: error.meta,
      });
    }
  }

  /**
   * A block of a run. At depth `rewards` one without a fee is read whole: a block may be empty, but its collector's
   * deposit may have been burnt, and its payers may have been unable to pay.
   */
  async function blockOfRun(slot: number, signal: AbortSignal): Promise<DecodedBlock> {
    const block = await listedBlock(slot, runDepth, signal);
    if (block.content !== null || block.rewards.some(({ rewardType }) => rewardType === "Fee")) return block;
    return { ...(await listedBlock(slot, "votes", signal)), votes: [] };
  }

  /** All slots of a run; what has no block is proven to have none. */
  async function readRun(from: number, to: number, signal: AbortSignal): Promise<ReadRun> {
    const alpenglowSlot = await epochs.alpenglowSlot(signal);
    const { value: listed, node } = await client.blocks(from, to, signal);
    const next = listed.at(-1) === to ? undefined : await client.nextBlock(to + 1, signal);
    const [blocks, following, leaderOf] = await Promise.all([
      Promise.all(listed.map((slot) => blockOfRun(slot, signal))),
      next === undefined ? undefined : listedBlock(next, "rewards", signal),
      epochs.leadersOf(from, to, signal),
    ]);
    const links = following === undefined ? blocks : [...blocks, following];
    const [first] = links;
    if (first === undefined)
      throw new SourceError(`the node lists no block from slot ${from} on`, { code: "not_yet" });
    if (following === undefined) await checkSkipped((listed.at(-1) ?? from - 1) + 1, to, signal);
    try {
      checkLinks(links, from);
    } catch (error) {
      // A node that leaves out blocks is the last choice from now on.
      client.nodes.report(node, error);
      throw error;
    }
    const isTimeKnown = blocks[0]?.slot === from && blocks[0].time !== null;
    const timeBefore = isTimeKnown ? 0 : await timeOf(first, signal);
    const ranges = epochs.rangesOf(from, to);
    const run = {
      network,
      depth: runDepth,
      from,
      to,
      blocks,
      epochs: ranges,
      leaderOf,
      timeBefore,
      alpenglowSlot,
    };
    return { run, first };
  }

  /**
   * The last slots that the node calls final, with no block after them to prove anything: it has to say of each that it
   * was skipped. (A real node's last final slot has a block.)
   */
  async function checkSkipped(from: number, to: number, signal: AbortSignal): Promise<void> {
    const slots = Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place);
    const blocks = await Promise.all(
      slots.map((slot) =>
        client.block(slot, "rewards", signal).catch((error: unknown) => {
          if (!isErrorOfKind(error, "source") || error.code !== "skipped") throw error;
          return undefined;
        }),
      ),
    );
    const unlisted = blocks.find((block) => block !== undefined);
    if (unlisted !== undefined)
      throw new SourceError(`slot ${unlisted.slot} has a block that is not listed yet`, { code: "not_yet" });
  }

  /** Time of the block before one; where it is no longer kept, the block's own. */
  async function timeOf(first: DecodedBlock, signal: AbortSignal): Promise<number> {
    try {
      return (await client.blockTime(first.parentSlot, signal)) ?? first.time ?? 0;
    } catch (error) {
      if (!isErrorOfKind(error, "source") || error.retryable) throw error;
      return first.time ?? 0;
    }
  }

  return readRun;
}
