/** Turns that Heimdall passed on, found in its states: compared with the model, and with states pruned or unanswered. */
import { afterEach, describe, expect, it } from "vitest";
import { startHeimdall } from "../../fixtures/polygon/heimdall.ts";
import { createPolygonHistory, type PolygonHistory } from "../../fixtures/polygon/history.ts";
import { areTurnsKnown, turnsIn } from "../../fixtures/polygon/turns.ts";
import { createLogger } from "../../lib/logger.ts";
import { createHeimdallClient } from "./api/heimdall.ts";
import type { HeimdallStates } from "./api/heimdallStates.ts";
import { createTurnReader, firstHeight } from "./turns.ts";

const log = createLogger("silent");
const history = createPolygonHistory({ seed: 4, checkpoints: 24 });
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const node of open.splice(0)) await node.close();
});

async function start(of: PolygonHistory, changes: Parameters<typeof startHeimdall>[1] = {}) {
  const stub = await startHeimdall(of, changes);
  open.push(stub);
  const client = createHeimdallClient({
    ...{ urls: [stub.url], requestsPerSecond: 1_000_000, log },
    nodeOptions: { rounds: 2, restBaseMs: 1 },
  });
  return { stub, states: client.states, reader: createTurnReader(client.states) };
}
const headerOf = (of: PolygonHistory, checkpoint: number) => ({
  checkpoint,
  startBlock: of.checkpoints[checkpoint - 1]?.start ?? 0n,
});

/** The model's turns in the reader's form. */
function expected(of: PolygonHistory, checkpoint: number) {
  const turns = turnsIn(of)[checkpoint - 1];
  if (turns === undefined || !areTurnsKnown(of, turns)) return undefined;
  return {
    ...{ checkpoint, from_height: turns.from, to_height: turns.to },
    passed: turns.passed.map(({ height, at, validator, waiting }) => ({
      ...{ height, at, validator: validator.id, waiting: waiting?.signer ?? null },
    })),
  };
}

describe("the first height at which something holds", () => {
  it.each([
    [0, 1, 1],
    [0, 1_000, 1],
    [0, 1_000, 1_000],
    [10, 20, 13],
    [7, 4_294_967_295, 3_000_000_001],
  ])("between %i and %i is %i, in few requests", async (low, high, first) => {
    const requestedHeights: number[] = [];
    const height = await firstHeight({ low, high }, async (height) => {
      requestedHeights.push(height);
      return height >= first;
    });
    expect(height).toBe(first);
    expect(requestedHeights.every((height) => height > low && height < high)).toBe(true);
    expect(requestedHeights.length).toBeLessThanOrEqual(Math.ceil(Math.log2(high - low)));
  });
});

describe("turns", () => {
  it("of each checkpoint are the model's, in any order, in few requests", async () => {
    const { stub, reader } = await start(history);
    const numbers = history.checkpoints.map(({ number }) => number);
    const passedTurns = turnsIn(history).flatMap(({ passed }) => passed);
    expect(passedTurns.length).toBeGreaterThan(5);
    // One passed on in the acknowledging block, one whose proposal waited, one whose validator proposed later.
    expect(turnsIn(history).some(({ from, passed }) => passed[0]?.height === from)).toBe(true);
    for (const number of numbers)
      expect(await reader.read(headerOf(history, number)), String(number)).toEqual(expected(history, number));
    expect(stub.requests.length).toBeLessThan(30 * numbers.length);
    const other = (await start(history)).reader;
    for (const number of numbers.toReversed())
      expect(await other.read(headerOf(history, number)), String(number)).toEqual(expected(history, number));
  });

  it("are the same whenever they are read", async () => {
    const { stub, states } = await start(history);
    for (const number of [7, 13, 22]) {
      stub.settings.now = (history.checkpoints[number - 1]?.time ?? 0) + 900;
      const turns = await createTurnReader(states).read(headerOf(history, number));
      expect(turns, String(number)).toEqual(expected(history, number));
    }
  });

  it("before the first state that is there are unknown, and not requested again", async () => {
    const pruned = createPolygonHistory({ seed: 4, checkpoints: 24, statesFrom: 9 });
    const { stub, reader } = await start(pruned);
    expect(await reader.read(headerOf(pruned, 5))).toBeUndefined();
    const { length } = stub.requests;
    for (const number of [2, 4, 9]) expect(await reader.read(headerOf(pruned, number))).toBeUndefined();
    expect(stub.requests).toHaveLength(length);
    for (const number of [10, 11, 12, 24])
      expect(await reader.read(headerOf(pruned, number))).toEqual(expected(pruned, number));
    expect(expected(pruned, 10)).toBeUndefined();
    expect(expected(pruned, 11)).toBeDefined();
  });

  it("of a gateway that ignores the height, or does not name it, are refused", async () => {
    for (const served of ["ignored", "unnamed"] as const) {
      const { reader } = await start(history, { states: served });
      await expect(reader.read(headerOf(history, 20))).rejects.toMatchObject({ code: "refused" });
    }
  });

  it("of a checkpoint that Heimdall has not acknowledged yet are no answer", async () => {
    const { stub, reader } = await start(history);
    stub.settings.now = (history.checkpoints[9]?.time ?? 0) - 60;
    await expect(reader.read(headerOf(history, 10))).rejects.toMatchObject({ code: "stale" });
    stub.settings.now += 120;
    expect(await reader.read(headerOf(history, 10))).toEqual(expected(history, 10));
  });

  it("of states that go back in time are refused", async () => {
    const { states } = await start(history);
    const [turns] = turnsIn(history)
      .filter(({ passed }) => passed.length > 0)
      .slice(-1);
    const wrong: HeimdallStates = {
      ...states,
      lastNoAck: async (height, signal) =>
        height < (turns?.from ?? 0) ? 4_000_000_000 : await states.lastNoAck(height, signal),
    };
    const number = turns?.checkpoint.number ?? 0;
    await expect(createTurnReader(wrong).read(headerOf(history, number))).rejects.toMatchObject({
      code: "refused",
    });
  });
});
