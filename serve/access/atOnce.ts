/** Limits the requests of one organization in hand at once, so that it can't take the places of all others; further ones wait. */
import { ApiError } from "../../lib/errors.ts";
import { cancelled } from "../../lib/store/limits.ts";
import type { Caller } from "./auth.ts";

/** Per organization; a waiting request costs little more than its connection. */
const waitingMost = 256;
const retryAfterS = 1;

export type Place = {
  /** Resolves when it is this request's turn. @throws StoreError `cancelled` when it is given back before */
  ready: Promise<void>;
  /** Gives it back; to call it again does nothing. */
  release(): void;
};

/** @throws ApiError 429 when too many wait already */
export type AtOnce = (caller: Pick<Caller, "organizationId" | "tier" | "countedBy">) => Place;

type Waiting = { begin(): void; leave(): void };
type Line = { inHand: number; waiting: Set<Waiting> };

/** @param most per organization, on any tier; 0: the tier's limit */
export function createAtOnce(most: number): AtOnce {
  const lines = new Map<string, Line>();
  const limit = most === 0 ? Number.POSITIVE_INFINITY : most;

  function lineOf(name: string): Line {
    const existing = lines.get(name);
    if (existing !== undefined) return existing;
    const line: Line = { inHand: 0, waiting: new Set() };
    lines.set(name, line);
    return line;
  }

  return ({ organizationId, tier, countedBy }) => {
    const allowed = Math.min(limit, tier.requestsAtOnce ?? Number.POSITIVE_INFINITY);
    const name = countedBy ?? organizationId;
    const line = lineOf(name);

    function leave(): void {
      line.inHand -= 1;
      const [next] = line.waiting;
      if (next !== undefined) next.begin();
      else if (line.inHand === 0) lines.delete(name);
    }
    /** Runs at most once, however often it is called. */
    function once(run: () => void): () => void {
      let isDone = false;
      return () => {
        if (isDone) return;
        isDone = true;
        run();
      };
    }

    if (line.inHand < allowed) {
      line.inHand += 1;
      return { ready: Promise.resolve(), release: once(leave) };
    }
    if (line.waiting.size >= waitingMost) {
      const detail = `Too many requests at once: ${allowed} of this organization are being answered, ${waitingMost} wait. Wait for some of them.`;
      throw new ApiError(429, detail, { headers: { "retry-after": String(retryAfterS), age: "0" } });
    }
    let release = () => {};
    const ready = new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        begin: () => {
          line.waiting.delete(waiting);
          line.inHand += 1;
          release = leave;
          resolve();
        },
        leave: () => {
          line.waiting.delete(waiting);
          reject(cancelled());
        },
      };
      line.waiting.add(waiting);
      release = waiting.leave;
    });
    return { ready, release: once(() => release()) };
  };
}
