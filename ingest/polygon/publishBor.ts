/** Optional: who made Bor's blocks stays unknown where its nodes do not say. */
import type { Logger } from "../../lib/logger.ts";
import type { BorCount } from "../../schemas/polygon/events.ts";
import type { Publish } from "../listener/session.ts";
import { createOptionalCalls } from "../node/optional.ts";
import type { createBorClient } from "./bor.ts";
import { type Header, toBusMessage } from "./decode.ts";

/** @param options.countBlocks undefined without Bor nodes */
export function createBorPublisher(
  network: string,
  {
    countBlocks,
    log,
  }: { countBlocks: ReturnType<typeof createBorClient>["countBlocks"] | undefined; log: Logger },
): (headers: readonly Header[], send: Publish, signal: AbortSignal) => Promise<void> {
  const callBor = createOptionalCalls({
    isRefused: () => true,
    warn: (_, { meta, message }) =>
      log.warn(
        { network, node: meta.node, reason: message },
        "Bor does not return block signers; block producers are unknown",
      ),
  });

  return async (headers, send, signal) => {
    if (countBlocks === undefined) return;
    const checkpoints = await callBor("bor", async () => {
      const counts: BorCount[] = [];
      for (const { checkpoint, startBlock: start, endBlock: end } of headers)
        counts.push(await countBlocks({ checkpoint, start, end }, signal));
      return counts;
    });
    if (checkpoints !== null) await send([toBusMessage({ network, type: "bor", checkpoints })]);
    else signal.throwIfAborted();
  };
}
