/** A bus delivers everything, whole, in order, in batches within their limits. */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { BusMessage } from "../../../lib/bus/bus.ts";
import { registry } from "../../../lib/metrics.ts";
import { type BusUnderTest, collect, declaration, text, valuesByKey } from "../bus.ts";

export function testDelivery({ kind, bus, newBus }: BusUnderTest): void {
  it("names its kind and answers a ping", async () => {
    expect(bus().kind).toBe(kind);
    await bus().ping();
  });

  it("delivers everything, whole, in order for each key", async () => {
    const topic = declaration();
    await bus().ensureTopics([topic]);
    const reader = await collect(bus(), { group: randomUUID(), topics: [topic.name] });
    const sent: BusMessage[] = Array.from({ length: 300 }, (_, index) => ({
      topic: topic.name,
      key: `key-${index % 7}`,
      value: Buffer.from([index & 255, index >> 8, 0, 255]),
      headers: { index: String(index) },
    }));
    for (let start = 0; start < sent.length; start += 50) await bus().publish(sent.slice(start, start + 50));
    await reader.until(300);
    await reader.subscription.stop();
    const got = reader.messages();
    expect(got).toHaveLength(300);
    const strip = ({ topic, key, value, headers }: BusMessage) => ({ topic, key, value, headers });
    for (const key of new Set(sent.map((message) => message.key))) {
      const ofKey = got.filter((message) => message.key === key);
      expect(ofKey.map(strip)).toEqual(sent.filter((message) => message.key === key).map(strip));
      expect(new Set(ofKey.map((message) => message.partition)).size).toBe(1);
    }
    for (const partition of new Set(got.map((message) => message.partition))) {
      const offsets = got.filter((message) => message.partition === partition).map(({ offset }) => offset);
      expect(offsets).toEqual(offsets.map((_, index) => String(index)));
    }
  });

  it("keeps the order of publications that were not awaited", async () => {
    const topic = declaration({ compression: "none" });
    await bus().ensureTopics([topic]);
    const reader = await collect(bus(), { group: randomUUID(), topics: [topic.name] });
    const expected = Array.from({ length: 200 }, (_, index) => String(index));
    await Promise.all(expected.map((value) => bus().publish([text(topic.name, "one", value)])));
    await reader.until(200);
    await reader.subscription.stop();
    expect(valuesByKey(reader.messages())).toEqual({ one: expected });
  });

  it("delivers everything to every group, also earlier messages", async () => {
    const topics = [declaration(), declaration()];
    const names = topics.map(({ name }) => name);
    await bus().ensureTopics(topics);
    await bus().publish(names.map((name) => text(name, "a", `early ${name}`)));
    const first = await collect(bus(), { group: randomUUID(), topics: names });
    await first.until(2);
    const second = await collect(bus(), { group: randomUUID(), topics: names.slice(1) });
    await bus().publish(names.map((name) => text(name, "a", `late ${name}`)));
    await first.until(4);
    await second.until(kind === "kafka" ? 2 : 1);
    await Promise.all([first.subscription.stop(), second.subscription.stop()]);
    for (const name of names) {
      const values = first.messages().filter(({ topic }) => topic === name);
      expect(values.map(({ value }) => value.toString())).toEqual([`early ${name}`, `late ${name}`]);
    }
    const late = second.messages().at(-1);
    expect([late?.topic, late?.value.toString()]).toEqual([names[1], `late ${names[1]}`]);
  });

  it("keeps batches within their limits and merges topics and partitions", async () => {
    const topics = [declaration(), declaration()];
    await bus().ensureTopics(topics);
    const sent = topics.flatMap(({ name }) =>
      Array.from({ length: 60 }, (_, index) => text(name, `key-${index}`, "x".repeat(100))),
    );
    await bus().publish(sent);
    const names = topics.map(({ name }) => name);
    const byCount = await collect(bus(), { group: randomUUID(), topics: names, batchMessagesMax: 25 });
    await byCount.until(120);
    await byCount.subscription.stop();
    expect(Math.max(...byCount.batches.map((batch) => batch.length))).toBeLessThanOrEqual(25);
    const places = byCount.batches.map(
      (batch) => new Set(batch.map((m) => `${m.topic}/${m.partition}`)).size,
    );
    expect(Math.max(...places)).toBeGreaterThan(1);

    // Messages that the first group committed are no longer in memory.
    if (kind === "memory") await expect(bus().publish(sent)).rejects.toThrow("has stopped");
    const fresh = kind === "memory" ? newBus() : bus();
    if (kind === "memory") await fresh.publish(sent);
    const byBytes = await collect(fresh, { group: randomUUID(), topics: names, batchBytesMax: 1_050 });
    await byBytes.until(120);
    await byBytes.subscription.stop();
    expect(Math.max(...byBytes.batches.map((batch) => batch.length))).toBeLessThanOrEqual(10);
    expect(byBytes.messages()).toHaveLength(120);
  });

  it("carries messages of 900 KB, alone when they exceed the batch", async () => {
    const topic = declaration({ partitions: 1, compression: "none" });
    await bus().ensureTopics([topic]);
    const sent = Array.from({ length: 5 }, (_, index) => ({
      topic: topic.name,
      key: "big",
      value: Buffer.alloc(900_000, index + 1),
    }));
    const reader = await collect(bus(), {
      group: randomUUID(),
      topics: [topic.name],
      batchBytesMax: 500_000,
    });
    await bus().publish(sent);
    await reader.until(5);
    await reader.subscription.stop();
    expect(reader.batches.map((batch) => batch.length)).toEqual([1, 1, 1, 1, 1]);
    for (const [index, message] of reader.messages().entries()) {
      expect(message.value.equals(sent[index]!.value)).toBe(true);
    }
  });

  it("creates missing topics once and reports how the others differ", async () => {
    const topic = declaration();
    expect(await bus().ensureTopics([topic])).toEqual([]);
    expect(await bus().ensureTopics([topic])).toEqual([]);
    const changed = { ...topic, partitions: 5, retentionMs: -1, messageBytesMax: 2_000_000 };
    const differences = await bus().ensureTopics([changed, declaration()]);
    expect(differences).toHaveLength(1);
    expect(differences[0]).toContain(`topic ${topic.name}: partitions is 3, declared 5`);
  });

  it("counts messages and bytes in and out", async () => {
    const topic = declaration();
    const group = randomUUID();
    await bus().ensureTopics([topic]);
    const reader = await collect(bus(), { group, topics: [topic.name] });
    await bus().publish([text(topic.name, "a", "12345"), text(topic.name, "b", "123")]);
    await reader.until(2);
    await reader.subscription.stop();
    const metrics = await registry.metrics();
    const of = (name: string, labels: string) =>
      metrics.split("\n").find((line) => line.startsWith(`validator_analytics_bus_${name}{${labels}}`));
    expect(of("produced_messages_total", `topic="${topic.name}"`)).toMatch(/ 2$/);
    expect(of("produced_bytes_total", `topic="${topic.name}"`)).toMatch(/ 8$/);
    expect(of("consumed_bytes_total", `group="${group}",topic="${topic.name}"`)).toMatch(/ 8$/);
  });

  it("refuses to publish after it was closed", async () => {
    const closing = newBus();
    await closing.close();
    await expect(closing.publish([text("x", "k", "v")])).rejects.toMatchObject({ code: "bus_closed" });
  });
}
