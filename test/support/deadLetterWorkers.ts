/** Workers with a schema of their own, and the worker that stores their dead letters, on any bus. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { Bus, BusMessage, TopicDeclaration } from "../../lib/bus/bus.ts";
import { deadLetterDeclaration, deadLetterTopic } from "../../lib/bus/deadLetter.ts";
import { migrate } from "../../lib/sql/migrate.ts";
import { createServerStore } from "../../lib/store/server.ts";
import type { Store } from "../../lib/store/store.ts";
import { startDeadLetterWorker } from "../../transform/frame/deadLetters.ts";
import { startWorker } from "../../transform/frame/worker.ts";
import { type ClickhouseFront, startClickhouseFront } from "./clickhouseFront.ts";
import { log } from "./warehouse.ts";

export function declareTopic(): TopicDeclaration {
  const name = `t.${randomUUID()}`;
  return { name, partitions: 2, retentionMs: 3_600_000, compression: "none", messageBytesMax: 1_048_576 };
}

const schema = z.object({ network: z.string(), slot: z.int() });

type Row = Record<string, unknown>;

export const goodMessage = (topic: TopicDeclaration, slot: number): BusMessage => ({
  topic: topic.name,
  key: `slot-${slot}`,
  value: Buffer.from(JSON.stringify({ network: "devnet", slot })),
  headers: { "schema-version": "2" },
});

const poison: [string, Partial<BusMessage>, RegExp][] = [
  ["a-bytes", { value: Buffer.from([0, 255, 10, 128]) }, /^json: /],
  ["b-cut", { value: Buffer.from('{"slot":') }, /^json: /],
  ["c-empty", { value: Buffer.alloc(0) }, /^json: /],
  ["d-field", { value: Buffer.from('{"network":"devnet","slot":"7"}') }, /^schema: slot: /],
  [
    "e-newer",
    { value: Buffer.from('{"network":"devnet","slot":7}'), headers: { "schema-version": "3" } },
    /^schema version: 3 is newer than 2, which this worker knows: upgrade it, then requeue$/,
  ],
  ["f-large", { value: Buffer.alloc(900_000, "x") }, /^json: /],
];

type Faults = Parameters<ClickhouseFront["setFaults"]>[0];
type DeadLetterWorkers = ReturnType<typeof useDeadLetterWorkers>;

/** A warehouse over HTTP for a file's tests, and workers that write into it; each test's workers are closed after it. */
export function useDeadLetterWorkers(createBus: () => Bus) {
  const folder = mkdtempSync(join(tmpdir(), "va-front-"));
  let front: ClickhouseFront;
  let store: Store;
  beforeAll(async () => {
    front = await startClickhouseFront({ path: folder });
    store = createServerStore({ url: front.url, log });
    await migrate(store, { log });
  });
  afterAll(async () => {
    await store.close();
    await front.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  function openBus(): Bus {
    const bus = createBus();
    closers.push(() => bus.close());
    return bus;
  }

  /** A worker like those of the chains, with its own schema, and the worker that stores its dead letters. */
  async function openWorkers(bus: Bus, topic: TopicDeclaration) {
    await bus.ensureTopics([topic, deadLetterDeclaration(topic)]);
    const slots: number[] = [];
    const letters = await startDeadLetterWorker({
      bus,
      store,
      topics: [topic],
      group: `letters.${topic.name}`,
      log,
      patience: { attempts: 3, baseMs: 10 },
    });
    letters.done.catch(() => undefined);
    const worker = await startWorker({
      bus,
      transform: {
        chain: "test",
        topics: [topic],
        schema,
        schemaVersion: 2,
        steadyTables: {},
        write: async (messages) => {
          slots.push(...messages.map(({ slot }) => slot));
        },
        compute: async () => undefined,
        recover: async () => undefined,
        settle: async () => undefined,
        recompute: async () => undefined,
      },
      group: `workers.${topic.name}`,
      log,
    });
    worker.done.catch(() => undefined);
    closers.push(async () => {
      await worker.stop();
      await letters.stop();
    });
    return { slots, worker, letters };
  }

  async function lettersOf(topic: TopicDeclaration): Promise<Row[]> {
    return await store.rows<Row>(
      `select
        message_key, base64Decode(value_base64) as value, headers, reason, schema_version, expected_schema_version,
        source_partition, source_offset, size_bytes, toString(state) as state, requeue_count,
        isNull(died_at) as has_no_time
      from app_dead_letter final
      where topic = {topic:String}
      order by message_key`,
      { topic: topic.name },
    );
  }

  /** Polls until there are so many. */
  async function untilLetters(topic: TopicDeclaration, count: number): Promise<Row[]> {
    return await expect
      .poll(() => lettersOf(topic), { timeout: 120_000 })
      .toHaveLength(count)
      .then(() => lettersOf(topic));
  }

  return {
    openBus,
    openWorkers,
    lettersOf,
    untilLetters,
    setFaults: (faults: Faults) => front.setFaults(faults),
  };
}

export function testDeadLetters({ openBus, openWorkers, untilLetters }: DeadLetterWorkers): void {
  it("of every kind are kept while the good ones around them are written", async () => {
    const bus = openBus();
    const topic = declareTopic();
    const { slots } = await openWorkers(bus, topic);
    const sent = poison.flatMap(([key, message], index) => [
      goodMessage(topic, 2 * index),
      { topic: topic.name, key, value: Buffer.alloc(0), ...message },
      goodMessage(topic, 2 * index + 1),
    ]);
    await bus.publish(sent);
    const letters = await untilLetters(topic, poison.length);
    await expect
      .poll(() => slots.toSorted((a, b) => a - b), { timeout: 120_000 })
      .toEqual(Array.from({ length: 2 * poison.length }, (_, slot) => slot));
    for (const [index, [key, { value, headers = {} }, reason]] of poison.entries()) {
      const letter = letters[index];
      expect(letter).toMatchObject({
        message_key: key,
        headers,
        schema_version: headers["schema-version"] ?? "",
        expected_schema_version: "2",
        size_bytes: value?.length,
        state: "open",
        requeue_count: 0,
        has_no_time: 0,
      });
      expect(letter?.reason).toMatch(reason);
      expect(letter?.source_offset).toMatch(/^\d+$/);
    }
    expect(letters[1]?.value).toBe('{"slot":');
    // The same poison once more is the same dead letters.
    await bus.publish([...sent, { ...goodMessage(topic, 99), key: "z-last", value: Buffer.from("last") }]);
    const again = await untilLetters(topic, poison.length + 1);
    expect(again.map((letter) => letter.message_key)).toEqual([...poison.map(([key]) => key), "z-last"]);
  });

  it("that are themselves invalid are kept, too, and block nothing", async () => {
    const bus = openBus();
    const topic = declareTopic();
    await openWorkers(bus, topic);
    const name = deadLetterTopic(topic.name);
    await bus.publish([
      { topic: name, key: "", value: Buffer.alloc(0) },
      {
        topic: name,
        key: "wrong",
        value: Buffer.from("x"),
        headers: {
          "dead-letter-topic": "elsewhere",
          "dead-letter-partition": "four",
          "dead-letter-offset": "-1",
          "dead-letter-time": "\u0000",
          "dead-letter-requeued": "1e9",
        },
      },
      { topic: topic.name, key: "z", value: Buffer.from("poison after them") },
    ]);
    const nothing = {
      source_partition: null,
      source_offset: null,
      reason: "",
      has_no_time: 1,
      headers: {},
    };
    expect(await untilLetters(topic, 3)).toMatchObject([
      { message_key: "", value: "", ...nothing },
      { message_key: "wrong", value: "x", ...nothing },
      { message_key: "z", value: "poison after them", has_no_time: 0 },
    ]);
  });
}
