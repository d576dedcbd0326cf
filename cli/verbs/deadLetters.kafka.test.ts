import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { DeliveredMessage, TopicDeclaration } from "../../lib/bus/bus.ts";
import { deadLetterDeclaration, toDeadLetter } from "../../lib/bus/deadLetter.ts";
import { createKafkaBus } from "../../lib/bus/kafka/kafka.ts";
import { openWarehouse } from "../../test/support/ethPipeline.ts";
import { kafkaMissing, startKafka } from "../../test/support/kafka.ts";
import { log } from "../../test/support/warehouse.ts";
import { startDeadLetterWorker } from "../../transform/frame/deadLetters.ts";
import { deadLettersArgs, runDeadLetters } from "./deadLetters.ts";
import type { ListedLetter } from "./deadLetterText.ts";

describe.skipIf(kafkaMissing() !== undefined)("on kafka", () => {
  it("a requeued message comes to the workers as it was, and one that dies again is open again", async () => {
    const broker = await startKafka();
    const warehouse = await openWarehouse();
    const { store } = warehouse;
    const kafka = createKafkaBus({ brokers: [broker.address], clientId: "test", log });
    try {
      const declaration: TopicDeclaration = {
        name: `t.${randomUUID()}`,
        partitions: 2,
        retentionMs: -1,
        compression: "gzip",
        messageBytesMax: 100_000,
      };
      await kafka.ensureTopics([declaration, deadLetterDeclaration(declaration)]);
      const topic = declaration.name;
      await startDeadLetterWorker({ bus: kafka, store, topics: [declaration], group: "letters", log });
      const seen: DeliveredMessage[] = [];
      await kafka.subscribe({
        group: "worker",
        topics: [topic],
        onBatch: async (batch) => {
          seen.push(...batch);
          // The second time it is understood.
          const dead = batch.filter(
            ({ headers, key }) => key === "never" || !("dead-letter-requeued" in headers),
          );
          await kafka.publish(dead.map((one) => toDeadLetter(one, "poison", { schemaVersion: 1 })));
        },
      });
      const value = Buffer.from([0, 255, 128]);
      await kafka.publish([
        { topic, key: "later", value, headers: { type: "x" } },
        { topic, key: "never", value: Buffer.from("b") },
      ]);
      const openPublisher = async () => ({ bus: kafka, workers: undefined });
      const run = (args: Record<string, unknown>) =>
        runDeadLetters(deadLettersArgs.parse({ topic, ...args }), { store, openPublisher });
      const keys = async (state: string) => {
        const { letters } = (await run({ action: "list", state, limit: 1000 })) as {
          letters: ListedLetter[];
        };
        return letters.map(({ key }) => key).sort();
      };
      await expect.poll(() => keys("open"), { timeout: 120_000 }).toEqual(["later", "never"]);
      expect(await run({ action: "requeue", ids: [], isAll: true })).toEqual({ requeued: 2, reopened: null });
      await expect.poll(() => keys("open"), { timeout: 120_000 }).toEqual(["never"]);
      expect(await keys("requeued")).toEqual(["later"]);
      const again = seen.find(({ headers, key }) => key === "later" && "dead-letter-requeued" in headers);
      expect(again?.headers).toEqual({ type: "x", "dead-letter-requeued": "1" });
      expect(again?.value.equals(value)).toBe(true);
    } finally {
      await kafka.close();
      await broker.close();
      await warehouse.close();
    }
  });
});
