/** The messages that a bus counts as processed: only batches whose handler has resolved. */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { DeliveredMessage } from "../../../lib/bus/bus.ts";
import { deferred } from "../../../lib/deferred.ts";
import { type BusUnderTest, collect, declaration, text, valuesByKey } from "../bus.ts";
import { fc } from "../properties.ts";

export function testCommits({ kind, runs, bus }: BusUnderTest): void {
  it("redelivers a failed handler's messages, and no committed ones", async () => {
    const topic = declaration({ partitions: 1 });
    const group = randomUUID();
    await bus().ensureTopics([topic]);
    const seen: string[] = [];
    const failure = new Error("the store is away");
    const subscription = await bus().subscribe({
      group,
      topics: [topic.name],
      batchMessagesMax: 2,
      onBatch: async (batch) => {
        const values = batch.map(({ value }) => value.toString());
        seen.push(...values);
        if (values.includes("poison")) throw failure;
      },
    });
    await bus().publish([text(topic.name, "k", "1"), text(topic.name, "k", "2")]);
    const published = bus().publish(["3", "poison", "4"].map((value) => text(topic.name, "k", value)));
    if (kind === "memory") await expect(published).rejects.toBe(failure);
    else await published;
    await expect(subscription.done).rejects.toBe(failure);
    await subscription.stop();
    expect(seen.slice(-1)).toEqual(["poison"]);

    const reader = await collect(bus(), { group, topics: [topic.name] });
    await reader.until(3);
    await reader.subscription.stop();
    const again = reader.messages().map(({ value }) => value.toString());
    expect(again.slice(-2)).toEqual(["poison", "4"]);
    // Every value was handled at least once, and "2" was committed with its own batch or delivered again whole.
    expect(new Set([...seen, ...again])).toEqual(new Set(["1", "2", "3", "poison", "4"]));
    expect(again).not.toContain("1");
  });

  it("finishes the batch in hand when stopped, and commits it", async () => {
    const topic = declaration({ partitions: 1 });
    const group = randomUUID();
    await bus().ensureTopics([topic]);
    const started = deferred();
    const release = deferred();
    const handled: string[] = [];
    const subscription = await bus().subscribe({
      group,
      topics: [topic.name],
      batchMessagesMax: 1,
      onBatch: async (batch, { signal }) => {
        started.resolve();
        await release.promise;
        expect(signal.aborted).toBe(false);
        handled.push(...batch.map(({ value }) => value.toString()));
      },
    });
    const published = bus().publish([text(topic.name, "k", "first"), text(topic.name, "k", "second")]);
    const outcome = published.then(
      () => "published",
      (error: { code?: string }) => error.code,
    );
    await started.promise;
    const stopped = subscription.stop();
    release.resolve();
    await stopped;
    await subscription.done;
    expect(handled).toEqual(["first"]);
    // In memory nothing else keeps the second message, so its publisher must not assume that it is safe.
    expect(await outcome).toBe(kind === "memory" ? "bus_group_stopped" : "published");

    const reader = await collect(bus(), { group, topics: [topic.name] });
    await reader.until(1);
    await reader.subscription.stop();
    expect(reader.messages().map(({ value }) => value.toString())).toEqual(["second"]);
  });

  it("commits only after the handler", async () => {
    const topic = declaration({ partitions: 1 });
    await bus().ensureTopics([topic]);
    const group = randomUUID();
    const started = deferred();
    const release = deferred();
    let isCommittedEarly = false;
    const subscription = await bus().subscribe({
      group,
      topics: [topic.name],
      onBatch: async () => {
        started.resolve();
        await release.promise;
        throw new Error("late failure");
      },
    });
    const published = bus().publish([text(topic.name, "k", "only")]);
    const settled = published.then(
      () => {
        isCommittedEarly = kind === "memory";
      },
      () => {},
    );
    await started.promise;
    expect(isCommittedEarly).toBe(false);
    release.resolve();
    await settled;
    await expect(subscription.done).rejects.toThrow("late failure");
    const reader = await collect(bus(), { group, topics: [topic.name] });
    await reader.until(1);
    await reader.subscription.stop();
    expect(valuesByKey(reader.messages())).toEqual({ k: ["only"] });
    expect(isCommittedEarly).toBe(false);
  });

  it("delivers each message at least once and in order, despite failures", async () => {
    const batch = fc.array(
      fc.record({ key: fc.constantFrom("a", "b", "c", "d", "ä"), bytes: fc.uint8Array({ maxLength: 50 }) }),
      { maxLength: 20 },
    );
    const history = fc.record({
      batches: fc.array(batch, { minLength: 1, maxLength: 6 }),
      batchMessagesMax: fc.integer({ min: 1, max: 9 }),
      failAt: fc.option(fc.nat(20)),
    });
    await fc.assert(
      fc.asyncProperty(history, async ({ batches, batchMessagesMax, failAt }) => {
        const topic = declaration();
        const group = randomUUID();
        await bus().ensureTopics([topic]);
        const sent = batches.flat().length;
        for (const messages of batches) {
          await bus().publish(
            messages.map(({ key, bytes }) => ({ topic: topic.name, key, value: Buffer.from(bytes) })),
          );
        }
        const committed: DeliveredMessage[] = [];
        let handled = 0;
        let failsLeft = failAt === null ? 0 : 1;
        while (committed.length < sent) {
          const complete = deferred();
          const subscription = await bus().subscribe({
            group,
            topics: [topic.name],
            batchMessagesMax,
            onBatch: async (delivered) => {
              handled += delivered.length;
              if (failsLeft > 0 && handled > (failAt ?? 0)) {
                failsLeft -= 1;
                throw new Error("once");
              }
              committed.push(...delivered);
              if (committed.length >= sent) complete.resolve();
            },
          });
          await Promise.race([complete.promise, subscription.done.catch(() => {})]);
          await subscription.stop();
        }
        const expected: Record<string, string[]> = {};
        for (const { key, bytes } of batches.flat()) {
          expected[key] = [...(expected[key] ?? []), Buffer.from(bytes).toString()];
        }
        expect(valuesByKey(committed)).toEqual(expected);
      }),
      { numRuns: runs },
    );
  });
}
