/** The last final block of the root chain, and the last checkpoint in its state. */
import type { ChainStatus } from "../listener/session.ts";
import type { RootBlock, RootChain } from "./rootChain.ts";

/** States of contracts that are older may be gone from a node: it keeps those of 25 minutes. */
const finalForMs = 300_000;

export type Finality = {
  /** A final block whose state nodes have still. @throws SourceError */
  recent(signal?: AbortSignal): Promise<RootBlock>;
  /** Reads the last final block and its checkpoint again. @throws SourceError */
  status(signal: AbortSignal): Promise<ChainStatus>;
  /** The last final checkpoint that was read. */
  last(): number;
};

export async function openFinality(
  root: Pick<RootChain, "block" | "lastCheckpoint">,
  openSignal?: AbortSignal,
): Promise<Finality> {
  let final = await root.block("finalized", openSignal);
  let readAt = performance.now();
  let last = await root.lastCheckpoint(final.number, openSignal);

  return {
    recent: async (signal) => {
      if (performance.now() - readAt > finalForMs) {
        final = await root.block("finalized", signal);
        readAt = performance.now();
      }
      return final;
    },
    status: async (signal) => {
      final = await root.block("finalized", signal);
      const { time } = final;
      readAt = performance.now();
      last = await root.lastCheckpoint(final.number, signal);
      const head = await root.block("latest", signal);
      return {
        head: await root.lastCheckpoint(head.number, signal),
        final: last,
        headTime: () => time,
      };
    },
    last: () => last,
  };
}
