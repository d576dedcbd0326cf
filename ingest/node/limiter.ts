/**
 * One rate cap for each address and process: a backfill beside what follows the head, or two chains on one node, share
 * what the node allows, and know of each other's rate limits. Time is monotonic: a clock that is set back keeps nobody
 * waiting.
 */
import { urlOf } from "../../lib/nodeAddress.ts";

/** How many requests of one caller are on their way. */
export type Slots = { used: number; readonly max: number };

type Turn = {
  /** Requests a second that its caller may make. */
  perSecond: number;
  slots: Slots;
  /** Goes before those that wait. */
  isUrgent: boolean;
  signal: AbortSignal | undefined;
};

type Waiting = Turn & { start(): void };

export type Limiter = {
  /** Runs a request when it is its turn. @throws what `run` throws, or the signal's reason */
  run<Value>(run: () => Promise<Value>, turn: Turn): Promise<Value>;
  /** Until when the address has asked to be left alone, in milliseconds of performance.now. */
  restUntil: number;
};

const windowMs = 1000;
/** Shares of a window that add up to it by fractions. */
const tolerance = 1e-9;

export function createLimiter(): Limiter {
  const waiting: Waiting[] = [];
  let windowEnd = 0;
  /** Share of the window that is used up: a caller's request takes one of as many as it may make. */
  let spent = 0;
  /** Whether the end of the window is waited for. */
  let isTimed = false;

  function nextWindow(): void {
    isTimed = false;
    pump();
  }

  function pump(): void {
    for (;;) {
      const place = waiting.findIndex(({ slots }) => slots.used < slots.max);
      const next = waiting[place];
      if (next === undefined) return;
      const now = performance.now();
      if (now >= windowEnd) [windowEnd, spent] = [now + windowMs, 0];
      const share = 1 / next.perSecond;
      if (spent > 0 && spent + share > 1 + tolerance) {
        if (!isTimed) setTimeout(nextWindow, Math.max(1, Math.ceil(windowEnd - now)));
        isTimed = true;
        return;
      }
      spent += share;
      next.slots.used += 1;
      waiting.splice(place, 1);
      next.start();
    }
  }

  function wait(turn: Turn): Promise<void> {
    const { signal } = turn;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const end = () => {
        waiting.splice(waiting.indexOf(one), 1);
        reject(signal?.reason);
      };
      const one: Waiting = {
        ...turn,
        start: () => {
          signal?.removeEventListener("abort", end);
          resolve();
        },
      };
      signal?.addEventListener("abort", end, { once: true });
      const behind = turn.isUrgent ? waiting.findIndex(({ isUrgent }) => !isUrgent) : -1;
      waiting.splice(behind < 0 ? waiting.length : behind, 0, one);
      pump();
    });
  }

  return {
    restUntil: 0,
    run: async (run, turn) => {
      await wait(turn);
      try {
        return await run();
      } finally {
        turn.slots.used -= 1;
        pump();
      }
    },
  };
}

const limiters = new Map<string, Limiter>();

/** The limiter of an address, as settings have it. */
export function limiterOf(text: string): Limiter {
  const url = urlOf(text).replace(/\/+$/, "");
  const limiter = limiters.get(url) ?? createLimiter();
  limiters.set(url, limiter);
  return limiter;
}
