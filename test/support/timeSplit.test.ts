import { expect, it } from "vitest";
import { phasesOf, splitLines } from "./timeSplit.ts";

const file = (seconds: { import: number; tests: number }, clock?: Record<string, number>) =>
  ({
    diagnostic: () => ({
      setupDuration: 0,
      collectDuration: seconds.import * 1000,
      duration: seconds.tests * 1000,
    }),
    meta: () => ({ clock }),
  }) as unknown as Parameters<typeof phasesOf>[0];

it("splits a file's time into phases that add up to it", () => {
  const clock = { migrate: 1, generate: 2, engine: 3, processor: 9 };
  expect(phasesOf(file({ import: 1, tests: 10 }, clock))).toEqual({
    import: 1,
    migrate: 1,
    generate: 2,
    engine: 3,
    code: 2,
    waiting: 2,
  });
});

it("counts statements that ran at once no longer than the file ran", () => {
  const clock = { migrate: 1, generate: 0, engine: 30, processor: 8 };
  expect(phasesOf(file({ import: 0, tests: 5 }, clock))).toMatchObject({ engine: 4, code: 0, waiting: 0 });
});

it("calls the time of a file without a clock waiting", () => {
  expect(phasesOf(file({ import: 1, tests: 2 }))).toMatchObject({ import: 1, waiting: 2 });
});

it("sums the phases of all files, with their shares", () => {
  const lines = splitLines([file({ import: 1, tests: 0 }), file({ import: 2, tests: 1 })]);
  expect(lines[0]).toBe("     3.0 s  75 %  import: loading modules\n");
  expect(lines.at(-1)).toMatch(/1\.0 s {2}25 % {2}waiting/);
});
