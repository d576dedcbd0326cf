/** When a request is over: its answer has been taken, or its connection is gone, whichever comes first. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Context } from "hono";

/**
 * Listeners for the end of each connection. Node reports a closed connection only to the answer being sent: pipelined
 * requests after it never receive the event.
 */
const waitingBySocket = new WeakMap<Socket, Set<() => void>>();

function waitingFor(socket: Socket): Set<() => void> {
  const existing = waitingBySocket.get(socket);
  if (existing !== undefined) return existing;
  const waiting = new Set<() => void>();
  waitingBySocket.set(socket, waiting);
  socket.once("close", () => {
    // The last one first: those that wait for their turn go before a place is given back.
    for (const over of [...waiting].reverse()) over();
  });
  return waiting;
}

/**
 * Calls `over` once, with whether the answer has been taken; at once when the client has gone already.
 * @returns whether there is a connection at all: without one (in tests) `over` is never called
 */
export function whenOver({ env }: Pick<Context, "env">, over: (isAnswered: boolean) => void): boolean {
  const { incoming, outgoing } = (env ?? {}) as { incoming?: IncomingMessage; outgoing?: ServerResponse };
  if (incoming?.socket === undefined || outgoing === undefined) return false;
  const { socket } = incoming;
  if (socket.destroyed || outgoing.destroyed) {
    over(outgoing.writableFinished);
    return true;
  }
  const waiting = waitingFor(socket);
  const ended = () => {
    if (!waiting.delete(ended)) return;
    outgoing.off("close", ended);
    over(outgoing.writableFinished);
  };
  waiting.add(ended);
  outgoing.once("close", ended);
  return true;
}

/** Ends the connection that a request came on, in the middle of its answer. */
export function breakConnection({ env }: Pick<Context, "env">): void {
  (env as { outgoing?: ServerResponse } | undefined)?.outgoing?.destroy();
}
