/** Cross-checks of the answers of nodes. Pure; they throw SourceError. */
import { SourceError } from "../../lib/errors.ts";
import type { Block } from "./codec/types.ts";

/**
 * Whether blocks name their parents by the hash of their bytes. One link that doesn't hold is a fork; none that does is
 * a node that names blocks otherwise, whose links prove nothing.
 * @returns undefined when there are too few links
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
    // A block of an unknown type does not name its parent.
    if (before === undefined || block.parentId === "" || block.parentId === before.id) return;
    throw new SourceError(
      `block ${block.height} follows ${block.parentId}, but block ${before.height} is ${before.id}`,
      {
        code: "inconsistent",
      },
    );
  });
}
