/**
 * A log that is cut below what a group has read, and has grown past it before the group fetches again: as after an unclean
 * election, or when the folder of a partition is gone.
 */
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { collect, declaration, text } from "../../../test/support/bus.ts";
import { type KafkaBroker, kafkaMissing, startKafka } from "../../../test/support/kafka.ts";
import { deferred } from "../../deferred.ts";
import { createLogger } from "../../logger.ts";
import { busMetrics } from "../metrics.ts";
import { createKafkaBus } from "./kafka.ts";

const log = createLogger(process.env.TEST_LOG_LEVEL ?? "silent");
/** Messages that are skipped are waited for in vain. */
const timeout = 90_000;
const values = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, place) => `${prefix}-${place}`);

describe.skipIf(kafkaMissing() !== undefined)(
  "a log that was cut and has grown past a group's offset",
  () => {
    let broker: KafkaBroker;
    beforeAll(async () => {
      broker = await startKafka();
    });
    afterAll(() => broker?.close());
    beforeEach(() => busMetrics.replacedLogs.reset());

    const newBus = () => createKafkaBus({ brokers: [broker.address], clientId: "test", log });

    async function publish(topic: string, published: readonly string[]): Promise<void> {
      const bus = newBus();
      for (const value of published) await bus.publish([text(topic, "k", value)]);
      await bus.close();
    }

    /** Offsets of groups are in other partitions, and stay. */
    async function loseLog(topic: string): Promise<void> {
      await broker.stop();
      await rm(join(broker.folder, "data", `${topic}-0`), { recursive: true });
      await broker.start();
    }

    const replaced = async (group: string, topic: string) =>
      (await busMetrics.replacedLogs.get()).values.find(
        ({ labels }) => labels.group === group && labels.topic === topic,
      )?.value;

    it("is read from its first message by workers that begin again", { timeout }, async () => {
      const [topic, group] = [declaration({ partitions: 1 }), randomUUID()];
      const bus = newBus();
      await bus.ensureTopics([topic]);
      await publish(topic.name, values("before", 20));
      const first = await collect(bus, { group, topics: [topic.name] });
      await first.until(20);
      await first.subscription.stop();
      await bus.close();

      await loseLog(topic.name);
      await publish(topic.name, values("after", 30));
      const again = newBus();
      const second = await collect(again, { group, topics: [topic.name] });
      await second.until(30);
      expect(second.messages().map(({ value }) => value.toString())).toEqual(values("after", 30));
      expect(await replaced(group, topic.name)).toBe(1);
      await second.subscription.stop();

      // Committed anew: nothing comes twice.
      await publish(topic.name, ["last"]);
      const third = await collect(again, { group, topics: [topic.name] });
      await third.until(1);
      expect(third.messages().map(({ value }) => value.toString())).toEqual(["last"]);
      expect(await replaced(group, topic.name)).toBe(1);
      await again.close();
    });

    it("is read from its first message by a worker that was busy meanwhile", { timeout }, async () => {
      const [topic, group] = [declaration({ partitions: 1 }), randomUUID()];
      const bus = newBus();
      await bus.ensureTopics([topic]);
      await publish(topic.name, values("before", 20));
      const [taken, release] = [deferred(), deferred()];
      const seen = new Set<string>();
      const all = deferred();
      await bus.subscribe({
        group,
        topics: [topic.name],
        onBatch: async (batch) => {
          for (const { value } of batch) seen.add(value.toString());
          if (seen.has("before-19")) {
            taken.resolve();
            await release.promise;
          }
          if (seen.has("after-29")) all.resolve();
        },
      });
      await taken.promise;
      await loseLog(topic.name);
      await publish(topic.name, values("after", 30));
      release.resolve();
      await all.promise;
      expect([...seen].sort()).toEqual([...values("before", 20), ...values("after", 30)].sort());
      await bus.close();
    });
  },
);
