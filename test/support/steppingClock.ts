/** A system clock that steps, as clocks of machines do that were set, and that time servers correct. */

const RealDate = Date;

/** Steps in milliseconds that go back and forth, so that they add up to none. */
export const clockSteps = {
  "a second": 1_000,
  "an hour": 3_600_000,
  "a month": 30 * 86_400_000,
} as const;

/** Replaces the process's clock by one that `step` moves. */
export function startSteppingClock(stepMs: number): { step(): void; stop(): void } {
  let offset = 0;
  let direction = -1;
  const now = () => RealDate.now() + offset;
  class SteppingDate extends RealDate {
    constructor(...given: [] | [value: number | string | Date]) {
      if (given.length === 0) super(now());
      else super(...(given as [number]));
    }
    static override now(): number {
      return now();
    }
  }
  globalThis.Date = SteppingDate as DateConstructor;
  return {
    step: () => {
      // Back, forth, forth, back: below and above the right time.
      offset += direction * stepMs;
      if (Math.abs(offset) >= stepMs) direction = -Math.sign(offset);
    },
    stop: () => {
      globalThis.Date = RealDate;
    },
  };
}
