/** Limits of connections: how many an address has, and how long an answer stays in memory for a client that doesn't take it. */
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Client } from "../access/clients.ts";
import { refusedConnectionCount } from "./metrics.ts";

/** The time that a client has to take an answer of any size, and the pace from then on. */
export type AnswerPace = { graceMs: number; bytesPerSecond: number };

/** The slowest lines that are of use take the largest answers in a minute or two. */
export const usualPace: AnswerPace = { graceMs: 30_000, bytesPerSecond: 65_536 };

/** Closes the connection of a client that takes its answer at a slower pace. */
function closeSlowReader(outgoing: ServerResponse, { graceMs, bytesPerSecond }: AnswerPace): void {
  const { socket } = outgoing;
  if (socket === null || socket.writableLength === 0) return;
  const limitMs = graceMs + (socket.writableLength / bytesPerSecond) * 1_000;
  // A reset, so that untaken data doesn't stay in the kernel either.
  const timer = setTimeout(() => socket.resetAndDestroy(), limitMs).unref();
  outgoing.once("close", () => clearTimeout(timer));
}

export function limitSlowReaders(server: Server, pace: AnswerPace): void {
  server.prependListener("request", (_, outgoing) => {
    // All of the answer is with the socket then.
    outgoing.once("prefinish", () => closeSlowReader(outgoing, pace));
  });
}

/**
 * Closes connections of an address beyond its limit at once. Trusted proxies serve many clients, and have no limit.
 * @param most connections of one address; 0: without limit
 */
export function limitConnections(
  server: Server,
  clientOf: (peer: string | undefined, forwardedFor: string | null) => Client,
  most: number,
): void {
  if (most === 0) return;
  const open = new Map<string, number>();
  server.prependListener("connection", (socket: Socket) => {
    const { address, isBehindProxy } = clientOf(socket.remoteAddress, null);
    if (address === undefined || isBehindProxy) return;
    const before = open.get(address) ?? 0;
    if (before >= most) {
      refusedConnectionCount.inc();
      socket.destroy();
      return;
    }
    open.set(address, before + 1);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}
