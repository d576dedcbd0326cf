/** Cross-checks of what nodes say. Pure; they throw SourceError. */
import { SourceError } from "../../lib/errors.ts";
import type { Block } from "./codec/types.ts";

/** @throws SourceError `inconsistent` unless each block names the one before it as its parent */
export function checkParents(blocks: readonly Block[]): void {
  blocks.forEach((block, i) => {
    const before = blocks[i - 1];
    // A block of an unknown type doesn't tell its parent.
    if (before === undefined || block.parentId === "" || block.parentId === before.id) return;
    throw new SourceError(
      `block ${block.height} follows ${block.parentId}, but block ${before.height} is ${before.id}`,
      {
        code: "inconsistent",
      },
    );
  });
}
