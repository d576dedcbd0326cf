/** What we write compressed, Java reads, and the other way round. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type KafkaBroker, kafkaMissing, startKafka } from "../../../test/support/kafka.ts";
import { createLogger } from "../../logger.ts";
import type { Bus, TopicDeclaration } from "../bus.ts";
import { createKafkaBus } from "./kafka.ts";

const missing = kafkaMissing();
const messageBytesMax = 8 * 1024 * 1024;

describe.skipIf(missing !== undefined)("codecs on the wire", () => {
  const folder = mkdtempSync(join(tmpdir(), "codecs-"));
  let broker: KafkaBroker;
  let bus: Bus;
  beforeAll(async () => {
    broker = await startKafka();
    bus = createKafkaBus({ brokers: [broker.address], clientId: "test", log: createLogger("silent") });
  });
  afterAll(async () => {
    await bus?.close();
    await broker?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function newTopic(compression: TopicDeclaration["compression"]): Promise<string> {
    const name = `topic-${randomUUID()}`;
    await bus.ensureTopics([{ name, partitions: 1, retentionMs: -1, compression, messageBytesMax }]);
    return name;
  }

  async function bytesOnDisk(topic: string): Promise<number> {
    const output = await broker.runTool("org.apache.kafka.tools.LogDirsCommand", [
      ...["--bootstrap-server", broker.address, "--describe", "--topic-list", topic],
    ]);
    return Number(/"size":(\d+)/.exec(output)?.[1]);
  }

  async function read(topic: string, count: number): Promise<string[]> {
    const values: string[] = [];
    let finish: () => void = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const subscription = await bus.subscribe({
      group: randomUUID(),
      topics: [topic],
      onBatch: async (batch) => {
        values.push(...batch.map(({ value }) => value.toString()));
        if (values.length >= count) finish();
      },
    });
    await Promise.race([finished, subscription.done]);
    await subscription.stop();
    return values;
  }

  const values = Array.from({ length: 50 }, (_, index) => `{"slot":${index},"text":"${"abcd".repeat(500)}"}`);

  it.each(["none", "gzip", "zstd"] as const)("Java reads what was written with %s", async (compression) => {
    const topic = await newTopic(compression);
    await bus.publish(values.map((value) => ({ topic, key: "k", value: Buffer.from(value) })));
    const output = await broker.runTool("org.apache.kafka.tools.consumer.ConsoleConsumer", [
      ...["--bootstrap-server", broker.address, "--topic", topic, "--from-beginning"],
      ...["--max-messages", String(values.length), "--timeout-ms", "30000"],
    ]);
    expect(output.trim().split("\n")).toEqual(values);
    const bytes = await bytesOnDisk(topic);
    if (compression === "none") expect(bytes).toBeGreaterThan(100_000);
    else expect(bytes).toBeLessThan(10_000);
    expect(await read(topic, values.length)).toEqual(values);
  });

  // Java's frames are streams: they don't say how much they hold. The larger ones exceed every first guess.
  it.each([
    { compression: "gzip", length: 2_000, records: 100 },
    { compression: "zstd", length: 2_000, records: 100 },
    { compression: "zstd", length: 7_000_000, records: 2 },
  ] as const)(
    "reads what Java wrote with $compression: $records of $length bytes",
    async ({ compression, length, records }) => {
      const topic = await newTopic(compression);
      const payload = join(folder, randomUUID());
      const value = "0123456789".repeat(length / 10);
      writeFileSync(payload, `${value}\n`);
      await broker.runTool("org.apache.kafka.tools.ProducerPerformance", [
        ...["--topic", topic, "--num-records", String(records), "--throughput", "-1"],
        ...["--payload-file", payload, "--producer-props", `bootstrap.servers=${broker.address}`],
        ...[`compression.type=${compression}`, "batch.size=500000", "linger.ms=50"],
        ...[`max.request.size=${messageBytesMax}`, "acks=all"],
      ]);
      const got = await read(topic, records);
      expect(got).toHaveLength(records);
      expect(got.every((each) => each === value)).toBe(true);
      expect(await bytesOnDisk(topic)).toBeLessThan((length * records) / 50);
    },
  );

  it("keeps a topic's own codec when it differs from the declaration", async () => {
    const topic = await newTopic("gzip");
    const other = createKafkaBus({
      brokers: [broker.address],
      clientId: "test",
      log: createLogger("silent"),
    });
    const differences = await other.ensureTopics([
      { name: topic, partitions: 1, retentionMs: -1, compression: "zstd", messageBytesMax },
    ]);
    expect(differences).toHaveLength(1);
    expect(differences[0]).toContain("compression.type is gzip, declared zstd");
    await other.publish([{ topic, key: "k", value: Buffer.from("v") }]);
    expect(await read(topic, 1)).toEqual(["v"]);
    await other.close();
  });
});
