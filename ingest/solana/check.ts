/** Whether a node has returned all blocks of a run: each one names its parent, so a slot is skipped only if a parent link spans it. Pure. */
import { SourceError } from "../../lib/errors.ts";

export type Link = { slot: number; hash: string; parentSlot: number; previousHash: string };

function missing(slot: number, child: number): SourceError {
  return new SourceError(
    `slot ${slot} has a block according to slot ${child}, but the node does not have it. Use a node with all blocks, or a later --from`,
    { code: "pruned", retryable: false, meta: { slot, isMissing: true } },
  );
}

/**
 * @param blocks of the run, ascending, and the next one after it when its last slots have none
 * @param from first slot of the run
 * @throws SourceError `pruned` if a block is missing, `inconsistent` if two answers contradict each other
 */
export function checkLinks(blocks: readonly Link[], from: number): void {
  let before: Link | undefined;
  for (const block of blocks) {
    const { slot, parentSlot } = block;
    // The first block of a chain is its own parent.
    if (parentSlot > slot || (parentSlot === slot && slot !== 0))
      throw new SourceError(`the block of slot ${slot} names ${parentSlot} as its parent`, { code: "lying" });
    if (before === undefined) {
      if (parentSlot >= from && slot !== parentSlot) throw missing(parentSlot, slot);
    } else if (parentSlot !== before.slot) {
      if (parentSlot > before.slot) throw missing(parentSlot, slot);
      throw new SourceError(
        `the block of slot ${slot} follows ${parentSlot}, but slot ${before.slot} has one, too`,
        { code: "inconsistent" },
      );
    } else if (block.previousHash !== before.hash) {
      throw new SourceError(`block ${slot} follows ${block.previousHash}, not ${before.hash}`, {
        code: "inconsistent",
      });
    }
    before = block;
  }
}
