/** Checkpoints, as RootChain has stored them, and as Heimdall has them: Heimdall 0.9.1, x/checkpoint. */
import type { Kind } from "../figure.ts";
import { atCheckpoint, ofChain, type PolygonSource } from "./source.ts";

export function checkpoints({ root }: PolygonSource): Kind {
  return {
    name: "checkpoints",
    title: "checkpoints of the root chain",
    source: "RootChain.headerBlocks",
    read: (checkpoint, context) =>
      atCheckpoint(context, async () => {
        // Stored for good: the newest state has it, too.
        const { number } = await root.block("finalized", context.signal);
        const [header] = await root.headerRecords([checkpoint], number, context.signal);
        if (header === undefined) return { missing: `RootChain has no checkpoint ${checkpoint}` };
        return ofChain({
          start_block: header.startBlock,
          end_block: header.endBlock,
          checkpoint_at_s: header.time,
          proposer: header.proposer,
        });
      }),
    own: { sql: "polygon/verify_checkpoints" },
  };
}

export function heimdallCheckpoints({ heimdall }: PolygonSource): Kind {
  return {
    name: "heimdall_checkpoints",
    title: "checkpoints of Heimdall",
    source: "GET /checkpoints/{number}",
    read: (checkpoint, context) =>
      atCheckpoint(context, async () => {
        const [record] = await heimdall.checkpoints(checkpoint, checkpoint, context.signal);
        if (record === undefined) return { missing: `Heimdall has no checkpoint ${checkpoint}` };
        return ofChain({ start_block: record.start_block, end_block: record.end_block });
      }),
    own: { sql: "polygon/verify_heimdall_checkpoints" },
  };
}
