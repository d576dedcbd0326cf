/**
 * One rate cap per address and process: a backfill next to the following listener, or two chains on one node, share the
 * node's allowance and its rate limit responses. Time is monotonic, so a clock that is set back delays no caller.
 */
import { urlOf } from "../../lib/nodeAddress.ts";

/** One caller's requests in flight. */
export type Slots = { used: number; readonly max: number };

type Turn = {
  /** The caller's limit of requests per second. */
  perSecond: number;
  slots: Slots;
  /** Goes before waiting requests. */
  isUrgent: boolean;
  signal: AbortSignal | undefined;
};

type Waiting = Turn & { start(): void };

export type Limiter = {
  /** Runs a request in its turn. @throws what `run` throws, or the signal's reason */
  run<Value>(run: () => Promise<Value>, turn: Turn): Promise<Value>;
  /** End of the pause that the address requested, in milliseconds of performance.now. */
  restUntil: number;
};

const windowMs = 1000;
/** Rounding error of the shares of a window. */
const tolerance = 1e-9;

export function createLimiter(): Limiter {
  const waiting: Waiting[] = [];
  let windowEnd = 0;
  /** Used share of the window: a request takes one part in as many as its caller may make. */
  let spent = 0;
  /** Whether a timer waits for the end of the window. */
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
      const place = turn.isUrgent ? waiting.findIndex(({ isUrgent }) => !isUrgent) : -1;
      waiting.splice(place < 0 ? waiting.length : place, 0, one);
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

/** The limiter of an address in the settings' form. */
export function limiterOf(text: string): Limiter {
  const url = urlOf(text).replace(/\/+$/, "");
  const limiter = limiters.get(url) ?? createLimiter();
  limiters.set(url, limiter);
  return limiter;
}
