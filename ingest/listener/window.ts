/**
 * What was handed to the bus and is not acknowledged yet. Units are handed over one after the other without waiting,
 * so that workers find several at hand and what a statement costs is shared by them; they are taken over in order.
 */
import type { Bus, BusMessage } from "../../lib/bus/bus.ts";
import { listenerLabel, metrics } from "./metrics.ts";

/** More than one batch of a worker, so that the next one is there when it has written one. */
const bytesMax = 32 * 1024 * 1024;

export async function publish(
  { bus }: { bus: Pick<Bus, "publish"> },
  listener: string,
  messages: readonly BusMessage[],
): Promise<void> {
  await bus.publish(messages);
  const label = listenerLabel(listener);
  for (const message of messages) {
    metrics.messages.inc({ listener: label, topic: message.topic });
    metrics.bytes.inc({ listener: label, topic: message.topic }, message.value.length);
  }
}

export type Window = {
  /**
   * Hands a batch over. Resolves when there is room for the next one.
   * @throws what the bus said of an earlier batch that it did not take
   */
  send(messages: readonly BusMessage[]): Promise<void>;
  /** A look at everything handed over so far. */
  mark(): Acknowledgement;
  /** Forgets a failure, when everything in flight has come to an end. */
  reset(): Promise<void>;
};

/** Whether the bus has acknowledged all that was handed over before the mark; `settled` rejects if it did not. */
export type Acknowledgement = { state: "waiting" | "acknowledged" | "failed"; settled: Promise<void> };

export function createWindow(deps: { bus: Pick<Bus, "publish"> }, listener: string): Window {
  let bytesInFlight = 0;
  let failure: { error: unknown } | undefined;
  let all: Promise<void> = Promise.resolve();
  const inFlight = new Set<Promise<void>>();

  function handOver(messages: readonly BusMessage[]): void {
    const bytes = messages.reduce((sum, { value }) => sum + value.length, 0);
    bytesInFlight += bytes;
    const sent = publish(deps, listener, messages);
    const ended = sent
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .then(() => {
        bytesInFlight -= bytes;
        inFlight.delete(ended);
      });
    inFlight.add(ended);
    all = Promise.all([all, sent]).then(() => undefined);
    // The consumer of a mark sees the error.
    all.catch(() => undefined);
  }

  return {
    send: async (messages) => {
      if (failure !== undefined) throw failure.error;
      handOver(messages);
      while (bytesInFlight > bytesMax) await Promise.race(inFlight);
    },
    mark: () => {
      const acknowledgement: Acknowledgement = { state: "waiting", settled: all };
      const settle = (state: Acknowledgement["state"]) => () => {
        acknowledgement.state = state;
      };
      all.then(settle("acknowledged"), settle("failed"));
      return acknowledgement;
    },
    reset: async () => {
      await Promise.all(inFlight);
      failure = undefined;
      all = Promise.resolve();
    },
  };
}
