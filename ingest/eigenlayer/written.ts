/** What the warehouse holds of a network, for a listener that begins in the middle. */
import type { HeightRange } from "../../lib/heightRange.ts";
import type { RunLength } from "../execution/runLength.ts";
import { createKnown, type Known, note } from "./known.ts";
import { checkPresupposed } from "./presupposed.ts";
import { readWindow, type WindowDeps } from "./window.ts";

export type Written = {
  /** Blocks that are read, as runs without a hole. */
  runs(network: string): Promise<readonly HeightRange[]>;
  /** What is known up to a block. */
  known(network: string, block: number): Promise<Known>;
};

export type WrittenBlocks = {
  /** The first block that isn't read without a hole from the contracts' first one on. */
  firstUnread(): number;
  /** What is known before a block: from the tables, and from the logs of blocks that aren't there yet. @throws SourceError */
  knownBefore(from: number, signal: AbortSignal): Promise<Known>;
};

/** @param firstBlock the first block with logs of the contracts */
export async function openWrittenBlocks(
  written: Written | undefined,
  {
    network,
    firstBlock,
    window,
    length,
  }: {
    network: string;
    firstBlock: number;
    window: WindowDeps;
    length: RunLength;
  },
): Promise<WrittenBlocks> {
  const runs = (await written?.runs(network)) ?? [];

  function firstUnread(): number {
    const first = runs.find((run) => run.from <= firstBlock && run.to >= firstBlock);
    return first === undefined ? firstBlock : first.to + 1;
  }

  async function knownBefore(from: number, signal: AbortSignal): Promise<Known> {
    const last = Math.min(firstUnread(), from) - 1;
    const state = (last >= firstBlock ? await written?.known(network, last) : undefined) ?? createKnown();
    // The length of the next run may change while one is read.
    for (let start = last + 1, end = last; start < from; start = end + 1) {
      end = Math.min(from - 1, start + length.get() - 1);
      for (const { facts } of await readWindow(window, { from: start, to: end }, signal)) {
        checkPresupposed(state, facts);
        note(state, facts);
      }
    }
    return state;
  }

  return { firstUnread, knownBefore };
}
