/**
 * Throughput of both kinds of bus on one partition without compression, compared with the broker's own performance tools
 * on the same broker in the same run, and through a worker to rows (busRows.ts) with topics as they are declared. All
 * sizes are in MiB, as in those tools.
 */
import { randomBytes } from "node:crypto";
import type { Bus, BusMessage } from "../lib/bus/bus.ts";
import { createKafkaBus } from "../lib/bus/kafka/kafka.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import { deferred } from "../lib/deferred.ts";
import { createLogger } from "../lib/logger.ts";
import { type KafkaBroker, kafkaMissing, startKafka } from "../test/support/kafka.ts";
import { measureRows } from "./busRows.ts";
import type { Bench, Figure } from "./report.ts";

/** `perPublish` messages a call and `inFlight` calls at a time, as a listener that reads several slots at once. */
type Load = { messages: number; bytes: number; perPublish: number; inFlight: number };

const loads: Load[] = [
  { messages: 4_000, bytes: 102_400, perPublish: 8, inFlight: 4 },
  { messages: 200_000, bytes: 1_024, perPublish: 1_000, inFlight: 4 },
];
const mebibyte = 1024 * 1024;
const log = createLogger("warn");

function describe(load: Load): string {
  return `${load.messages} messages of ${load.bytes} bytes, ${load.perPublish} a call, 1 partition, no compression`;
}

function mebibytes(load: Load): number {
  return (load.messages * load.bytes) / mebibyte;
}

async function ensureTopic(bus: Bus, name: string): Promise<void> {
  await bus.ensureTopics([
    { name, partitions: 1, retentionMs: -1, compression: "none", messageBytesMax: mebibyte },
  ]);
}

/** MiB/s until every message is acknowledged. */
async function produce(bus: Bus, topic: string, load: Load): Promise<number> {
  const value = randomBytes(load.bytes);
  const batch: BusMessage[] = Array.from({ length: load.perPublish }, () => ({ topic, key: "k", value }));
  let callsLeft = load.messages / load.perPublish;
  const startedAt = performance.now();
  async function publishLoop(): Promise<void> {
    while (callsLeft > 0) {
      callsLeft -= 1;
      await bus.publish(batch);
    }
  }
  await Promise.all(Array.from({ length: load.inFlight }, publishLoop));
  return mebibytes(load) / ((performance.now() - startedAt) / 1000);
}

/** MiB/s from the moment the group is joined to the last committed batch, like the tool's `fetch.MB.sec`. */
async function consume(bus: Bus, topic: string, load: Load, group: string): Promise<number> {
  const complete = deferred();
  let left = load.messages;
  let bytes = 0;
  const subscription = await bus.subscribe({
    group,
    topics: [topic],
    onBatch: async (batch) => {
      for (const { value } of batch) bytes += value.length;
      left -= batch.length;
      if (left <= 0) complete.resolve();
    },
  });
  const startedAt = performance.now();
  await Promise.race([complete.promise, subscription.done]);
  const seconds = (performance.now() - startedAt) / 1000;
  await subscription.stop();
  return bytes / mebibyte / seconds;
}

async function measureMemory(load: Load): Promise<{ produced: number; consumed: number }> {
  const bus = createMemoryBus({ log, bufferBytesMax: 2 * load.messages * load.bytes });
  await ensureTopic(bus, "bench");
  const produced = await produce(bus, "bench", load);
  const consumed = await consume(bus, "bench", load, "bench");
  await bus.close();
  return { produced, consumed };
}

async function measureTools(broker: KafkaBroker, topic: string, load: Load) {
  const produceOutput = await broker.runTool("org.apache.kafka.tools.ProducerPerformance", [
    ...["--topic", topic, "--num-records", String(load.messages), "--record-size", String(load.bytes)],
    ...["--throughput", "-1"],
    ...["--producer-props", `bootstrap.servers=${broker.address}`, "acks=all", "compression.type=none"],
  ]);
  const consumeOutput = await broker.runTool("org.apache.kafka.tools.ConsumerPerformance", [
    ...["--bootstrap-server", broker.address, "--topic", topic, "--messages", String(load.messages)],
    ...["--timeout", "30000"],
  ]);
  const produced = Number(
    /\(([\d.]+) MB\/sec\).*99th/s.exec(produceOutput.trim().split("\n").at(-1) ?? "")?.[1],
  );
  const lines = consumeOutput.trim().split("\n");
  const names = (lines.find((line) => line.startsWith("start.time")) ?? "")
    .split(",")
    .map((name) => name.trim());
  const consumed = Number((lines.at(-1) ?? "").split(",")[names.indexOf("fetch.MB.sec")]);
  return { produced, consumed };
}

/** Ours and the tools take turns on one broker, so that both see the same state of the machine. */
async function measureKafka(broker: KafkaBroker, load: Load): Promise<Figure[]> {
  const bus = createKafkaBus({ brokers: [broker.address], clientId: "bench", log });
  const names = { ours: `bench-${load.bytes}`, tools: `bench-${load.bytes}-tools` };
  await ensureTopic(bus, names.ours);
  await ensureTopic(bus, names.tools);
  const produced = await produce(bus, names.ours, load);
  const ours = { produced, consumed: await consume(bus, names.ours, load, names.ours) };
  const tools = await measureTools(broker, names.tools, load);
  await bus.close();
  return (["produced", "consumed"] as const).flatMap((side) => [
    ...throughput("kafka", side, ours[side], load),
    figure("kafka", `${side}_by_tool_mb_per_second`, tools[side], "MiB/s", load),
    figure("kafka", `${side}_ratio`, ours[side] / tools[side], "ratio", load),
  ]);
}

function figure(bus: "memory" | "kafka", metric: string, value: number, unit: string, load: Load): Figure {
  return { metric, value, unit, input: `${bus}: ${describe(load)}` };
}

function throughput(
  bus: "memory" | "kafka",
  side: "produced" | "consumed",
  value: number,
  load: Load,
): Figure[] {
  return [
    figure(bus, `${side}_mb_per_second`, value, "MiB/s", load),
    figure(bus, `${side}_messages_per_second`, (value * mebibyte) / load.bytes, "1/s", load),
  ];
}

async function measureRowsOn(bus: Bus): Promise<Figure[]> {
  try {
    return await measureRows(bus, log);
  } finally {
    await bus.close();
  }
}

async function run(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const load of loads) {
    const measured = await measureMemory(load);
    for (const side of ["produced", "consumed"] as const) {
      figures.push(...throughput("memory", side, measured[side], load));
    }
  }
  figures.push(...(await measureRowsOn(createMemoryBus({ log }))));
  if (kafkaMissing() !== undefined) return figures;
  const broker = await startKafka([]);
  try {
    for (const load of loads) figures.push(...(await measureKafka(broker, load)));
    figures.push(
      ...(await measureRowsOn(createKafkaBus({ brokers: [broker.address], clientId: "bench", log }))),
    );
  } finally {
    await broker.close();
  }
  return figures;
}

export const busBench: Bench = { name: "bus", run };
