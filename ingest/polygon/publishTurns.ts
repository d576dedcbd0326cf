/** Optional: the turns to propose that Heimdall passed on are unknown if no node keeps its states. */
import type { Logger } from "../../lib/logger.ts";
import type { CheckpointTurns } from "../../schemas/polygon/events.ts";
import type { Publish } from "../listener/session.ts";
import { createOptionalCalls } from "../node/optional.ts";
import type { HeimdallStates } from "./api/heimdallStates.ts";
import { type Header, toBusMessage } from "./decode.ts";
import { createTurnReader } from "./turns.ts";

/** Checkpoints whose turns are read again with a later unit; nodes keep states of some days. */
const unreadMax = 200;

/**
 * Publishes the turns of a run's checkpoints. Turns that nodes did not answer are read again with the next unit.
 * @returns a function to call once the bus has the unit
 */
export function createTurnPublisher(
  network: string,
  { states, log }: { states: HeimdallStates; log: Logger },
): (headers: readonly Header[], send: Publish, signal: AbortSignal) => Promise<() => void> {
  const reader = createTurnReader(states);
  let unread: readonly Header[] = [];
  const runOptional = createOptionalCalls({
    isRefused: () => true,
    warn: (_, { meta, message }) =>
      log.warn(
        { network, node: meta.node, reason: message },
        "Heimdall does not return old states: which turns to propose it passed on stays unknown",
      ),
  });

  return async (headers, send, signal) => {
    const wanted = [...unread, ...headers];
    const checkpoints: CheckpointTurns[] = [];
    const left = new Set(wanted);
    await runOptional("turns", async () => {
      for (const header of wanted) {
        const turns = await reader.read(header, signal);
        if (turns !== undefined) checkpoints.push(turns);
        left.delete(header);
      }
      return true;
    });
    signal.throwIfAborted();
    if (checkpoints.length > 0) await send([toBusMessage({ network, type: "turns", checkpoints })]);
    return () => {
      unread = [...left].slice(-unreadMax);
    };
  };
}
