import { describe, expect, it } from "vitest";
import { createMemoryBus } from "../../lib/bus/memory.ts";
import { diskFull } from "../../test/support/clickhouseFront.ts";
import {
  declareTopic,
  goodMessage,
  testDeadLetters,
  useDeadLetterWorkers,
} from "../../test/support/deadLetterWorkers.ts";
import { log } from "../../test/support/warehouse.ts";

const workers = useDeadLetterWorkers(() => createMemoryBus({ log }));
const { openBus, openWorkers, lettersOf, setFaults } = workers;

describe("dead letters: memory", () => testDeadLetters(workers));

describe("a warehouse that fails", () => {
  it("is tried again; when it stays away, both workers stop and nothing is committed", async () => {
    const bus = openBus();
    const topic = declareTopic();
    const { slots, worker, letters } = await openWorkers(bus, topic);
    setFaults({ ...diskFull, times: 2 });
    await bus.publish([goodMessage(topic, 1), { topic: topic.name, key: "a", value: Buffer.from("poison") }]);
    expect(await lettersOf(topic)).toMatchObject([{ message_key: "a", value: "poison" }]);
    expect(slots).toEqual([1]);

    setFaults(diskFull);
    const lost = [goodMessage(topic, 2), { topic: topic.name, key: "b", value: Buffer.from("poison") }];
    await expect(bus.publish(lost)).rejects.toMatchObject({ kind: "store" });
    await expect(letters.done).rejects.toMatchObject({ kind: "store" });
    await expect(worker.done).rejects.toMatchObject({ kind: "store" });
    expect(slots).toEqual([1]);

    setFaults({});
    const restarted = await openWorkers(bus, topic);
    await bus.publish([goodMessage(topic, 3)]);
    expect(restarted.slots).toEqual([2, 3]);
    expect(await lettersOf(topic)).toMatchObject([{ message_key: "a" }, { message_key: "b" }]);
  });
});
