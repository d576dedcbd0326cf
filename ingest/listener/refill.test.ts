import { describe, expect, it } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import { createMemoryCursorStore, heightAfter } from "./cursor.ts";
import { createRefill } from "./refill.ts";

const log = createLogger("silent");
const listener = "eth/tiny";

/** A bus of one partition, whose log can be lost, and tables that hold units up to a height. */
function createWorld() {
  const cursors = createMemoryCursorStore();
  const world = { end: 0, writtenTo: -1, cursors, open };
  function open() {
    let acknowledged = -1;
    const refill = createRefill({
      listener,
      network: "tiny",
      cursors,
      bus: {
        publish: async () => undefined,
        acknowledgements: {
          positions: () => (acknowledged < 0 ? {} : { "eth.block/0": String(acknowledged) }),
          reach: async (positions) => Object.values(positions).every((offset) => Number(offset) < world.end),
        },
      },
      firstUnwritten: async (_, { from, to }) => Math.max(from, Math.min(to, world.writtenTo) + 1),
      log,
    });
    /** Publishes a unit as two messages. */
    const publish = async (height: number) => {
      world.end += 2;
      acknowledged = world.end - 1;
      return await refill.published([{ height, position: height * 32, root: `0x${height}` }]);
    };
    return { refill, publish };
  }
  return world;
}

describe("a listener whose bus loses what it had acknowledged", () => {
  it("goes on after its cursor while the log is there", async () => {
    const world = createWorld();
    const first = world.open();
    expect(await first.refill.open()).toBeUndefined();
    await first.refill.begin(5);
    await first.publish(5);
    await first.publish(6);
    const cursor = await world.open().refill.open();
    expect(cursor).toMatchObject({ height: 6, root: "0x6", acknowledged: { "eth.block/0": "3" } });
  });

  it("goes back at its start to the last unit that is in the tables", async () => {
    const world = createWorld();
    const first = world.open();
    await first.refill.open();
    await first.refill.begin(5);
    for (const height of [5, 6, 7, 8]) await first.publish(height);
    world.end = 0;
    world.writtenTo = 6;
    const cursor = await world.open().refill.open();
    // The units between are known to the process that published them only.
    expect(cursor).toMatchObject({ height: 5, root: "", generation: 1 });
    expect(heightAfter(cursor as never)).toBe(5);
    expect(await world.cursors.read(listener)).toMatchObject({ height: 5, root: "", generation: 1 });
  });

  it("notices on publishing that offsets began anew, and goes back as far as it must", async () => {
    const world = createWorld();
    const { refill, publish } = world.open();
    await refill.open();
    await refill.begin(5);
    for (const height of [5, 6, 7, 8]) await publish(height);
    world.end = 0;
    world.writtenTo = 6;
    expect(await publish(9)).toBe("lost");
    expect(await world.cursors.read(listener)).toMatchObject({ height: 8, generation: 0 });
    const cursor = await refill.goBack();
    expect(cursor).toMatchObject({ height: 6, root: "0x6", generation: 1, acknowledged: {} });
    await publish(7);
    expect(await world.cursors.read(listener)).toMatchObject({ height: 7, generation: 1 });
    // A second loss, before anything more was written.
    world.end = 0;
    expect(await publish(8)).toBe("lost");
    expect(await refill.goBack()).toMatchObject({ height: 6, generation: 2 });
  });

  it("begins anew when a neighbour below its first unit was lost before it was written", async () => {
    const world = createWorld();
    const { refill, publish } = world.open();
    await refill.open();
    await refill.begin(5);
    for (const height of [4, 5, 6]) await publish(height);
    world.end = 0;
    world.writtenTo = 3;
    expect(await publish(7)).toBe("lost");
    expect(await refill.goBack()).toMatchObject({ height: 5, root: "", generation: 1 });
    // The neighbour is published again, and written; then nothing below the first unit is missing any more.
    await publish(4);
    world.end = 0;
    world.writtenTo = 4;
    expect(await publish(5)).toBe("lost");
    expect(await refill.goBack()).toMatchObject({ height: 4, root: "0x4", generation: 2 });
  });

  it("begins anew at its start when a neighbour below its first unit was lost", async () => {
    const world = createWorld();
    const { refill, publish } = world.open();
    await refill.open();
    await refill.begin(5);
    await publish(4);
    world.end = 0;
    expect(await world.open().refill.open()).toMatchObject({ height: 5, root: "", generation: 1 });
  });

  it("begins where it had begun when it was stopped before its first unit", async () => {
    const world = createWorld();
    const first = world.open();
    await first.refill.open();
    await first.refill.begin(5);
    expect(await world.open().refill.open()).toMatchObject({ height: 5, root: "" });
  });

  it("can begin anew above an older cursor", async () => {
    const world = createWorld();
    const { refill, publish } = world.open();
    await refill.open();
    await refill.begin(5);
    await publish(5);
    await refill.begin(5);
    expect(await world.cursors.read(listener)).toMatchObject({ height: 5, root: "", generation: 1 });
  });

  it("writes a cursor again that the warehouse didn't take, though no unit follows", async () => {
    const world = createWorld();
    const { refill, publish } = world.open();
    await refill.open();
    await refill.begin(5);
    await publish(5);
    const { write } = world.cursors;
    world.cursors.write = async () => {
      throw new Error("no room");
    };
    await expect(publish(6)).rejects.toThrow("no room");
    await expect(refill.look()).rejects.toThrow("no room");
    world.cursors.write = write;
    expect(await world.cursors.read(listener)).toMatchObject({ height: 5 });
    expect(await refill.look()).toBe("kept");
    expect(await world.cursors.read(listener)).toMatchObject({ height: 6, root: "0x6" });
  });
});
