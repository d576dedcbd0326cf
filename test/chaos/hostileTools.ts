/** Sockets of hostile clients, and the bytes that they write. */
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "../../fixtures/random.ts";

export type Target = {
  host: string;
  port: number;
  /** Of an organization whose tier has no limits. */
  key: string;
  /** Has more records than any other. */
  delegator: string;
  random: Random;
  signal: AbortSignal;
  /** Counts the attacks. */
  count(what: string): void;
};

/** Each attack uses a separate source address, different from that of honest clients. */
export function openFrom(target: Target, address: number, options: { allowHalfOpen?: boolean } = {}): Socket {
  const { host, port, signal } = target;
  const localAddress = `127.0.1.${address}`;
  const socket = connect({ host, port, localAddress, ...options });
  socket.on("error", () => undefined);
  const stop = () => socket.destroy();
  signal.addEventListener("abort", stop, { once: true });
  socket.once("close", () => signal.removeEventListener("abort", stop));
  return socket;
}

const isOpen = (socket: Socket) => !socket.destroyed && socket.writable;

/** Until the socket has closed. */
export function closed(socket: Socket): Promise<void> {
  return socket.closed ? Promise.resolve() : new Promise((resolve) => socket.once("close", () => resolve()));
}

/** False when the target is attacked no more. */
export async function pause({ signal }: Target, ms: number): Promise<boolean> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}

/** Repeats an attack, so many at once. */
export async function again(
  target: Target,
  { atOnce, everyMs }: { atOnce: number; everyMs: number },
  act: (number: number) => Promise<unknown> | unknown,
): Promise<void> {
  const go = async (number: number) => {
    // Not all in the same moment.
    let isOn = await pause(target, target.random.integer(everyMs));
    while (isOn) {
      await act(number);
      isOn = await pause(target, everyMs);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, number) => go(number)));
}

/** Writes a text a byte at a time, repeatedly, for as long as the other side accepts it. */
export async function trickle(target: Target, socket: Socket, text: string, everyMs: number): Promise<void> {
  for (let place = 0; isOpen(socket); place = (place + 1) % text.length) {
    socket.write(text[place] ?? "");
    if (!(await pause(target, everyMs))) return;
  }
}

type Head = { method?: string; path: string; key?: string | undefined; headers?: readonly string[] };

export function headOf({ method = "GET", path, key, headers = [] }: Head): string {
  const authorization = key === undefined ? [] : [`Authorization: Bearer ${key}`];
  return [`${method} ${path} HTTP/1.1`, "Host: api", ...authorization, ...headers, "", ""].join("\r\n");
}

/** A key that doesn't exist, in the form of one. */
export function madeUpKey(random: Random): string {
  const digits = (count: number) =>
    Array.from({ length: count }, () => random.integer(16).toString(16)).join("");
  return `va_${digits(12)}_${digits(48)}`;
}

/** Headers that no server should trust. */
export const forged = (random: Random) =>
  `X-Forwarded-For: ${Array.from({ length: 4 }, () => random.integer(256)).join(".")}`;
