/** The event stream of a node. */
import { isErrorOfKind } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { NodeSet } from "../../node/nodes.ts";
import { readEvents } from "../../node/serverSentEvents.ts";
import type { EthChain } from "../spec.ts";
import { parseEvent } from "./answers.ts";
import type { BeaconClient, ChainEvent } from "./beacon.ts";

export function createEventStream({
  set,
  log,
  chain,
}: {
  set: NodeSet;
  log: Logger;
  /** Known once a node has answered. */
  chain: () => EthChain | undefined;
}): Pick<BeaconClient, "events"> {
  async function* events(signal: AbortSignal): AsyncGenerator<ChainEvent> {
    const { value: response, node } = await set.call({
      path: "/eth/v1/events?topics=head,block,chain_reorg,finalized_checkpoint",
      headers: { accept: "text/event-stream", "accept-encoding": "identity" },
      signal,
      bodyBytesMax: Number.POSITIVE_INFINITY,
      // Some slots are empty; several in a row mean that the stream is dead.
      idleTimeoutMs: (chain()?.secondsPerSlot ?? 12) * 8000,
      read: async (opened, from) => ({ value: opened, node: from }),
    });
    log.debug({ node: node.name }, "event stream opened");
    try {
      yield { kind: "open" };
      for await (const { event, data } of readEvents(response.stream())) {
        const parsed = parseEvent(event, data);
        if (parsed !== undefined) yield parsed;
      }
    } catch (error) {
      if (isErrorOfKind(error, "source") && error.code === "too_large")
        log.warn(
          { node: node.name, reason: error.message },
          "the event stream could not be read and was closed",
        );
      throw error;
    } finally {
      response.discard();
    }
  }

  return { events };
}
