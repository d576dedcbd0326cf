import { describe, expect, it } from "vitest";
import { createPace } from "./pace.ts";

/** A server with a rate window of one second and a clock that the test advances. */
function limitedServer(points: number) {
  let clock = 0;
  let windowEnds = 0;
  let used = 0;
  let inHand = 0;
  const seen = { refused: 0, answered: 0, atOnce: 0 };
  const timers: { at: number; run: () => void }[] = [];
  const pace = createPace(
    () => clock,
    (run, ms) => void timers.push({ at: clock + ms, run }),
  );
  const send = () =>
    pace(async () => {
      inHand += 1;
      seen.atOnce = Math.max(seen.atOnce, inHand);
      await Promise.resolve();
      inHand -= 1;
      if (clock >= windowEnds) {
        windowEnds = clock + 1_000;
        used = 0;
      }
      used += 1;
      if (used > points) seen.refused += 1;
      else seen.answered += 1;
      return {
        headers: new Headers({
          "ratelimit-limit": String(points),
          "ratelimit-remaining": String(Math.max(0, points - used)),
          "ratelimit-reset": "1",
        }),
      };
    });
  /** Moves the clock to each timer in turn, until all is answered. */
  async function run(requests: Promise<unknown>[]): Promise<void> {
    let isOver = false;
    const all = Promise.all(requests).then(() => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      const timer = timers.shift();
      if (timer === undefined) continue;
      clock = Math.max(clock, timer.at);
      timer.run();
    }
    await all;
  }
  return { send, run, seen };
}

describe("the pace of requests", () => {
  it.each([1, 2, 10, 20])(
    "is never refused with a key of %i a second, and sends every request",
    async (points) => {
      const server = limitedServer(points);
      // The first answer reports the rate.
      await server.run([server.send()]);
      await server.run(Array.from({ length: 45 }, () => server.send()));
      expect(server.seen).toMatchObject({ refused: 0, answered: 46 });
      expect(server.seen.atOnce).toBeLessThanOrEqual(Math.min(4, points));
    },
  );

  it("goes on after a request that failed", async () => {
    const pace = createPace();
    const failing = Array.from({ length: 10 }, () => pace(() => Promise.reject(new Error("offline"))));
    const results = await Promise.allSettled(failing);
    expect(results.every(({ status }) => status === "rejected")).toBe(true);
    expect(await pace(async () => ({ headers: new Headers() }))).toBeDefined();
  });
});
