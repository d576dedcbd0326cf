import { afterEach, describe, expect, it, vi } from "vitest";
import { createDirtyPeriods } from "./dirtyPeriods.ts";

type Era = { network: string; era: number };

function open(make: (era: Era) => Promise<void> = async () => undefined) {
  const made: number[] = [];
  const periods = createDirtyPeriods<Era>({
    keyOf: ({ network, era }) => `${network}/${era}`,
    make: async (era) => {
      made.push(era.era);
      await make(era);
    },
  });
  return { made, periods };
}
const era = (number: number): Era => ({ network: "n", era: number });

afterEach(() => vi.restoreAllMocks());

describe("dirty periods", () => {
  it("are made once each, in the order in which they were marked", async () => {
    const { made, periods } = open();
    for (const number of [7, 3, 7, 5]) periods.mark(era(number));
    await periods.settle("all");
    await periods.settle("all");
    expect(made).toEqual([7, 3, 5]);
  });

  it("stay marked until they are due", async () => {
    const { made, periods } = open();
    for (const number of [1, 2, 3]) periods.mark(era(number));
    await periods.run((period) => period.era < 3);
    expect(made).toEqual([1, 2]);
    await periods.run(() => true);
    expect(made).toEqual([1, 2, 3]);
  });

  it("are made one after the other", async () => {
    let running = 0;
    let most = 0;
    const { periods } = open(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    });
    for (const number of [1, 2, 3]) periods.mark(era(number));
    await periods.settle("all");
    expect(most).toBe(1);
  });

  it("that fail stay marked, with all later ones", async () => {
    let isBroken = true;
    const { made, periods } = open(async ({ era: number }) => {
      if (number === 2 && isBroken) throw new Error("away");
    });
    for (const number of [1, 2, 3]) periods.mark(era(number));
    await expect(periods.settle("all")).rejects.toThrow("away");
    isBroken = false;
    await periods.settle("all");
    expect([...made].sort()).toEqual([1, 2, 2, 3]);
  });

  it("that are marked during their recomputation are recomputed", async () => {
    let again = 1;
    const { made, periods } = open(async (period) => {
      if (again-- > 0) periods.mark(period);
    });
    periods.mark(era(1));
    await periods.settle("all");
    await periods.settle("all");
    expect(made).toEqual([1, 1]);
  });

  it("rest as long after a backlog as after the longest of it", async () => {
    let now = 1_000;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const { made, periods } = open(async () => {
      now += 100;
    });
    for (let number = 0; number < 20; number += 1) periods.mark(era(number));
    await periods.settle("all");
    expect(made).toHaveLength(20);
    periods.mark(era(20));
    now += 899;
    expect(periods.isResting()).toBe(true);
    now += 1;
    expect(periods.isResting()).toBe(false);
  });

  it("pause nine times as long as a run took; all can be recomputed at any time", async () => {
    let now = 1_000;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const { made, periods } = open(async () => {
      now += 100;
    });
    expect(periods.isResting()).toBe(false);
    periods.mark(era(1));
    await periods.settle("due");
    for (const number of [2, 3]) periods.mark(era(number));
    now += 899;
    expect(periods.isResting()).toBe(true);
    await periods.settle("due");
    expect(made).toEqual([1]);
    now += 1;
    await periods.settle("due");
    expect(made).toEqual([1, 2, 3]);
    periods.mark(era(4));
    await periods.settle("all");
    expect(made).toEqual([1, 2, 3, 4]);
  });

  it("rest five hundred times as long when they are large and facts keep coming in", async () => {
    let now = 1_000;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const { made, periods } = open(async () => {
      now += 2_000;
    });
    periods.mark(era(1));
    await periods.settle("due");
    for (const end = now + 499 * 2_000; now < end; now += 1_000) {
      periods.mark(era(2));
      await periods.settle("due");
    }
    expect(made).toEqual([1]);
    await periods.settle("due");
    expect(made).toEqual([1, 2]);
  });

  it("that are large wait no longer than others once no fact has come for a while", async () => {
    let now = 100_000;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const { made, periods } = open(async () => {
      now += 4_000;
    });
    for (let second = 0; second < 60; second += 1) {
      periods.mark(era(1));
      await periods.settle("due");
      now += 1_000;
    }
    periods.mark(era(2));
    now += 19_999;
    await periods.settle("due");
    expect(made).toEqual([1]);
    now += 1;
    await periods.settle("due");
    expect(made).toEqual([1, 1, 2]);
  });

  it("of a network with epochs of some seconds do not wait for a time without facts", async () => {
    let now = 1_000;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const { made, periods } = open(async () => {
      now += 1_500;
    });
    // 16 s an epoch, all of the same day.
    for (let epoch = 0; epoch < 40; epoch += 1) {
      periods.mark(era(1));
      for (let second = 0; second < 16; second += 1) {
        await periods.settle("due");
        now += 1_000;
      }
    }
    expect(made.length).toBeGreaterThan(30);
    expect(periods.isResting()).toBe(false);
  });

  it("may be due by what the tables say", async () => {
    const { made, periods } = open();
    for (const number of [1, 2]) periods.mark(era(number));
    await periods.run(async (period) => period.era === 2);
    expect(made).toEqual([2]);
    expect([1, 2].map((number) => periods.isMarked(era(number)))).toEqual([true, false]);
  });
});
