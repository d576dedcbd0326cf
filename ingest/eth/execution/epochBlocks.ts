/** The execution layer's facts of each epoch's payloads. */
import { createEpochSource, type EpochSource, type EpochSourceOptions, gapError } from "../epochSource.ts";
import type { BlockReader } from "./readBlocks.ts";

export function createEpochBlocks({
  reader,
  ...options
}: Omit<EpochSourceOptions, "what" | "read"> & { reader: BlockReader }): EpochSource {
  const { network } = options;
  return createEpochSource({
    ...options,
    what: "blocks and receipts of execution nodes",
    read: async function* ({ epoch, payloads }, signal) {
      const { blocks, error, isOver } = await reader.read(payloads, signal);
      // 700 bytes each.
      if (blocks.length > 0) yield { type: "execution_block", network, epoch, blocks };
      if (error !== undefined) throw isOver || blocks.length === 0 ? error : gapError(error);
    },
  });
}
