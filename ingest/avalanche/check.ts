/** Cross-checks of nodes' answers. Pure; they throw SourceError. */
import { SourceError } from "../../lib/errors.ts";
import type { Block } from "./codec/types.ts";

/**
 * Whether blocks name their parents by the hash of their bytes. A single broken link is a fork; if none holds, the node
 * names blocks in another way, and its links can't be checked.
 * @returns undefined if too few blocks name a parent
 */
export function areLinked(blocks: readonly Block[]): boolean | undefined {
  const links = blocks.flatMap((block, i) => {
    const before = blocks[i - 1];
    return before === undefined || block.parentId === "" ? [] : [block.parentId === before.id];
  });
  return links.length < 3 ? undefined : links.includes(true);
}

/** @throws SourceError `inconsistent` unless each block names the one before it as its parent */
export function checkParents(blocks: readonly Block[]): void {
  blocks.forEach((block, i) => {
    const before = blocks[i - 1];
    // A block of an unknown type has no known parent.
    if (before === undefined || block.parentId === "" || block.parentId === before.id) return;
    throw new SourceError(
      `block ${block.height} follows ${block.parentId}, but block ${before.height} is ${before.id}`,
      {
        code: "inconsistent",
      },
    );
  });
}
