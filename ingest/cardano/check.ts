/** Cross-checks of what nodes say. Pure; they throw SourceError. */
import { SourceError } from "../../lib/errors.ts";
import type { Block, Delegator } from "./api/answers.ts";

const inconsistent = (message: string) => new SourceError(message, { code: "inconsistent" });

/** @param blocks ascending @throws SourceError unless they are all blocks of the epoch, without a gap */
export function checkBlocks(epoch: number, count: number | null, blocks: readonly Block[]): void {
  if (blocks.length === 0) throw inconsistent(`epoch ${epoch}: no blocks`);
  if (count !== null && count !== blocks.length)
    throw inconsistent(`epoch ${epoch}: ${count} blocks are announced, but ${blocks.length} told`);
  blocks.forEach((block, i) => {
    if (block.epoch_no !== epoch)
      throw inconsistent(`epoch ${epoch}: block ${block.block_height} is of epoch ${block.epoch_no}`);
    const before = blocks[i - 1];
    if (before !== undefined && block.block_height !== before.block_height + 1)
      throw inconsistent(`epoch ${epoch}: block ${block.block_height} follows ${before.block_height}`);
    if (before !== undefined && block.block_time < before.block_time)
      throw inconsistent(`epoch ${epoch}: block ${block.block_height} is older than the one before`);
  });
}

/** @throws SourceError when pages overlapped: an account delegates to one pool, once */
export function checkDelegators(pool: string, epoch: number, delegators: readonly Delegator[]): void {
  const accounts = new Set(delegators.map(({ stake_address }) => stake_address));
  if (accounts.size !== delegators.length)
    throw inconsistent(`${pool}, epoch ${epoch}: an account is told twice`);
}
