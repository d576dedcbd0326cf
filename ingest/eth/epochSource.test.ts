/** Unknown facts of epochs are requested again: the newest first, past failing ones, and not all the time. */
import { beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import type { EthMessage } from "../../schemas/eth/events.ts";
import { createEpochSource, type EpochPayloads, type EpochSourceOptions, gapError } from "./epochSource.ts";

const log = createLogger("silent");
const signal = new AbortController().signal;
const epochOf = (epoch: number): EpochPayloads => ({ epoch, payloads: [] });
const messageOf = (epoch: number): EthMessage => ({
  type: "execution_block",
  network: "n",
  epoch,
  blocks: [],
});

describe("facts of epochs", () => {
  /** Epochs that nodes fail to answer, and those that the tables lack. */
  let broken: Set<number>;
  let lacking: number[];
  let requested: number[];
  let looks: number;
  beforeEach(() => {
    [broken, lacking, requested, looks] = [new Set(), [], [], 0];
  });

  const source = (changes: Partial<EpochSourceOptions> = {}) =>
    createEpochSource({
      ...{ what: "facts", network: "n", log, restMs: 0 },
      read: async function* ({ epoch }) {
        requested.push(epoch);
        yield messageOf(epoch);
        if (broken.has(epoch)) throw new Error("only a part");
      },
      findUnknown: async (_, before) => {
        looks += 1;
        return lacking
          .filter((epoch) => epoch < before)
          .sort((a, b) => b - a)
          .slice(0, 2)
          .map(epochOf);
      },
      ...changes,
    });

  it("counts as far as it is known, and is looked for again until all is", async () => {
    const own = source();
    broken.add(7);
    expect(await own.fetch(epochOf(7), signal)).toEqual([messageOf(7)]);
    lacking = [7];
    broken.clear();
    expect(await own.late(signal)).toEqual([messageOf(7)]);
    lacking = [];
    // Down to the oldest, and once more from the newest on.
    for (let turn = 0; turn < 5; turn += 1) expect(await own.late(signal)).toEqual([]);
    expect([requested, looks]).toEqual([[7, 7], 3]);
  });

  it("are requested newest first, past epochs that fail", async () => {
    const own = source();
    lacking = [1, 2, 3, 4, 5];
    broken = new Set([4]);
    for (let turn = 0; turn < 4; turn += 1) await own.late(signal);
    expect(requested).toEqual([5, 4, 3, 2, 1]);
    // Then those that failed get another turn; handed over ones are on their way.
    await own.late(signal);
    expect(requested).toEqual([5, 4, 3, 2, 1, 4]);
  });

  it("has gaps that take no other epoch along, and are not requested again at once", async () => {
    const own = source({
      restMs: 60_000,
      read: async function* ({ epoch }) {
        requested.push(epoch);
        yield messageOf(epoch);
        if (epoch === 7) throw gapError(new Error("block 70 is not kept"));
      },
    });
    for (const epoch of [6, 7, 8])
      expect(await own.fetch(epochOf(epoch), signal)).toEqual([messageOf(epoch)]);
    lacking = [7, 5];
    for (let turn = 0; turn < 3; turn += 1) await own.late(signal);
    expect(requested).toEqual([6, 7, 8, 5]);
  });

  it("is read again when the tables lack what was handed over: it was lost on the way", async () => {
    const own = source({ writtenMs: 0, lookMs: 0 });
    expect(await own.fetch(epochOf(7), signal)).toEqual([messageOf(7)]);
    // Nothing seems to be missing; then the tables turn out to lack it.
    expect(await own.late(signal)).toEqual([]);
    lacking = [7];
    expect(await own.late(signal)).toEqual([messageOf(7)]);
    lacking = [];
    expect(await own.late(signal)).toEqual([]);
    lacking = [7];
    for (let turn = 0; turn < 3; turn += 1) await own.late(signal);
    expect(requested.filter((epoch) => epoch === 7).length).toBeGreaterThanOrEqual(3);
  });

  it("isn't read again while it may be on its way", async () => {
    const own = source({ lookMs: 0 });
    await own.fetch(epochOf(7), signal);
    lacking = [7];
    for (let turn = 0; turn < 4; turn += 1) expect(await own.late(signal)).toEqual([]);
    expect(requested).toEqual([7]);
  });

  it("aren't requested while the source is backing off", async () => {
    const own = source({ restMs: 60_000 });
    lacking = [1, 2];
    broken.add(3);
    await own.fetch(epochOf(3), signal);
    expect(await own.fetch(epochOf(4), signal)).toEqual([]);
    expect(await own.late(signal)).toEqual([]);
    expect([requested, looks]).toEqual([[3], 0]);
    const other = source({ restMs: 60_000 });
    broken.add(2);
    await other.late(signal);
    await other.late(signal);
    expect([requested, looks]).toEqual([[3, 2], 1]);
    // A failure of old ones delays no new one.
    expect(await other.fetch(epochOf(5), signal)).toEqual([messageOf(5)]);
  });

  it("holds nothing up for longer than its patience, and ends with the signal", async () => {
    const own = source({
      patienceMs: 20,
      read: async function* (_, limit) {
        yield messageOf(1);
        await new Promise((_resolve, reject) => {
          limit.addEventListener("abort", () => reject(limit.reason as Error));
        });
      },
    });
    expect(await own.fetch(epochOf(1), signal)).toEqual([messageOf(1)]);
    const stopped = AbortSignal.abort(new Error("stopped"));
    await expect(own.fetch(epochOf(2), stopped)).rejects.toThrow("stopped");
  }, 5_000);
});
