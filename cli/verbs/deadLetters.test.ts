import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Bus, BusMessage, DeliveredMessage } from "../../lib/bus/bus.ts";
import { fromDeadLetter, toDeadLetter } from "../../lib/bus/deadLetter.ts";
import { createMemoryBus } from "../../lib/bus/memory.ts";
import { openWarehouse } from "../../test/support/ethPipeline.ts";
import { fc } from "../../test/support/properties.ts";
import { log, type TestWarehouse } from "../../test/support/warehouse.ts";
import { dropRequeuedLetters, startDeadLetterWorker } from "../../transform/frame/deadLetters.ts";
import { countOpenDeadLetters, deadLettersArgs, runDeadLetters } from "./deadLetters.ts";
import type { ListedLetter, StoredLetter } from "./deadLetterText.ts";

let warehouse: TestWarehouse;
let bus: Bus;
let topic: string;
/** The messages published to `topic`. */
let arrived: DeliveredMessage[];
let isPoison: (message: DeliveredMessage) => boolean;

beforeAll(async () => {
  warehouse = await openWarehouse();
});
afterAll(() => warehouse.close());

/** A separate bus whose worker rejects the current poison messages. */
beforeEach(async () => {
  topic = `t.${randomUUID()}`;
  arrived = [];
  isPoison = () => false;
  bus = createMemoryBus({ log });
  await startDeadLetterWorker({
    bus,
    store: warehouse.store,
    topics: [{ name: topic }],
    group: "letters",
    log,
  });
  await bus.subscribe({
    group: "worker",
    topics: [topic],
    onBatch: async (batch) => {
      arrived.push(...batch);
      const dead = batch.filter(isPoison);
      await bus.publish(
        dead.map((message) => toDeadLetter(message, `Poison of ${topic}`, { schemaVersion: 1 })),
      );
    },
  });
  return () => bus.close();
});

async function run(args: Record<string, unknown>) {
  const openPublisher = async () => ({ bus, workers: undefined });
  const result = await runDeadLetters(deadLettersArgs.parse(args), { store: warehouse.store, openPublisher });
  // As it comes over the local socket.
  return JSON.parse(JSON.stringify(result));
}
const list = async (args: Record<string, unknown> = {}): Promise<ListedLetter[]> =>
  (await run({ action: "list", state: "open", limit: 1000, topic, ...args })).letters;
const show = async (id: string): Promise<StoredLetter> => (await run({ action: "show", id })).letter;
const requeue = (args: Record<string, unknown>) => run({ action: "requeue", ids: [], isAll: false, ...args });

const message = (
  value: string | Uint8Array,
  key = "k",
  headers: Record<string, string> = {},
): BusMessage => ({
  topic,
  key,
  value: Buffer.from(value),
  headers,
});

async function die(...messages: BusMessage[]): Promise<void> {
  isPoison = () => true;
  await bus.publish(messages);
  isPoison = () => false;
  arrived = [];
}

describe("any message", () => {
  const anyMessage = fc.record({
    key: fc.string({ unit: "binary", maxLength: 30 }),
    value: fc.uint8Array({ maxLength: 300, size: "max" }),
    headers: fc.dictionary(fc.string({ unit: "binary", minLength: 1 }), fc.string({ unit: "binary" }), {
      maxKeys: 4,
    }),
  });

  it("is listed, shown and requeued unharmed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyMessage, { minLength: 1, maxLength: 20 }), async (some) => {
        const sent = some.map(({ key, value, headers }) => message(value, key, headers));
        await die(...sent);
        const idOf = (one: BusMessage) =>
          fromDeadLetter({ ...(one as DeliveredMessage), topic: `${topic}.dead-letter` }).id;
        const byId = new Map(sent.map((one) => [idOf(one), one]));
        const letters = await list();
        expect(letters.map(({ id }) => id).sort()).toEqual([...byId.keys()].sort());
        const shown = await Promise.all(letters.map(({ id }) => show(id.slice(0, 20))));
        for (const [index, { id, key, sizeBytes }] of letters.entries()) {
          const original = byId.get(id);
          expect({ key, sizeBytes }).toEqual({ key: original?.key, sizeBytes: original?.value.length });
          const { headers, valueBase64 = "" } = shown[index] ?? {};
          expect(headers).toEqual(original?.headers);
          expect(Buffer.from(valueBase64, "base64").equals(original?.value ?? Buffer.of(1))).toBe(true);
        }
        expect(await requeue({ isAll: true, topic })).toEqual({ requeued: byId.size, reopened: 0 });
        expect(arrived.map(({ key, value }) => [key, value.toString("hex")]).sort()).toEqual(
          [...byId.values()].map(({ key, value }) => [key, value.toString("hex")]).sort(),
        );
        for (const one of arrived) {
          const { "dead-letter-requeued": count, ...headers } = one.headers;
          expect(headers).toEqual(byId.get(idOf(one))?.headers);
          expect(Number(count)).toBeGreaterThan(0);
        }
        expect(await list()).toEqual([]);
        await warehouse.store.command("truncate table app_dead_letter");
      }),
      { numRuns: 25 },
    );
  });
});

describe("state", () => {
  it("is open again when a requeued message dies again, and only then", async () => {
    await die(message("a"));
    const [letter] = await list();
    const id = letter?.id ?? "";
    expect(letter).toMatchObject({
      partition: 0,
      offset: "0",
      reason: `Poison of ${topic}`,
      state: "open",
      total: "1",
    });

    expect(await requeue({ ids: [id] })).toEqual({ requeued: 1, reopened: 0 });
    expect(await list({ state: "requeued" })).toMatchObject([{ id, state: "requeued" }]);
    expect(await show(id)).toMatchObject({ requeueCount: 1, state: "requeued" });

    // The first dead letter again: the same message, or its copy from the listener.
    await die(message("a"));
    expect(await list()).toEqual([]);

    isPoison = () => true;
    expect(await requeue({ ids: [id] })).toEqual({ requeued: 1, reopened: 1 });
    expect(await show(id)).toMatchObject({ requeueCount: 2, state: "open", requeuedAtMs: null });
    expect(await countOpenDeadLetters(warehouse.store, [id])).toBe(1);

    isPoison = () => false;
    expect(await requeue({ isAll: true, topic })).toEqual({ requeued: 1, reopened: 0 });
    expect(await show(id)).toMatchObject({ requeueCount: 3, state: "requeued" });
    const counts = arrived.map(({ headers }) => headers["dead-letter-requeued"]);
    expect(counts).toEqual(["2", "3"]);
  });

  it("stays open when the bus does not take the message", async () => {
    await die(message("a"));
    const failing = { ...bus, publish: () => Promise.reject(new Error("no broker")) };
    const deps = {
      store: warehouse.store,
      openPublisher: async () => ({ bus: failing, workers: undefined }),
    };
    const args = deadLettersArgs.parse({ action: "requeue", ids: [], isAll: true, topic });
    await expect(runDeadLetters(args, deps)).rejects.toThrow("no broker");
    expect(await list()).toHaveLength(1);
  });
});

describe("choice", () => {
  it("by topic, by reason in any case, by limit, and by the beginning of an id", async () => {
    await die(...Array.from({ length: 30 }, (_, index) => message(String(index))));
    expect(await list({ topic: "another" })).toEqual([]);
    expect(await list({ topic: `${topic}.dead-letter` })).toHaveLength(30);
    expect(await list({ reasonContains: "poison OF" })).toHaveLength(30);
    expect(await list({ reasonContains: "%" })).toEqual([]);
    const firstTwo = await list({ limit: 2 });
    expect(firstTwo.map(({ total }) => total)).toEqual(["30", "30"]);
    expect(await requeue({ isAll: true, topic, reasonContains: "other" })).toEqual({
      requeued: 0,
      reopened: 0,
    });
    const id = firstTwo[0]?.id ?? "";
    expect(await requeue({ ids: [id, id.slice(0, 30), id.toUpperCase()] })).toMatchObject({ requeued: 1 });
    expect(await requeue({ isAll: true, topic })).toMatchObject({ requeued: 29 });
    expect(arrived).toHaveLength(30);
  });

  it("refuses an id that is unknown or not the only one, before it publishes anything", async () => {
    await die(...Array.from({ length: 20 }, (_, index) => message(String(index))));
    const [letter] = await list();
    for (const id of ["ffffffffffffffff", "%", "", "'", `${letter?.id}0`]) {
      const unknown = `There is no dead letter with the id "${id}"; \`dead-letters list\` shows them`;
      await expect(requeue({ ids: [letter?.id, id] })).rejects.toThrow(unknown);
      await expect(show(id)).rejects.toThrow(unknown);
    }
    const heads = (await list()).map(({ id }) => id[0] ?? "");
    const shared = heads.find((head, index) => heads.indexOf(head) !== index) ?? "";
    await expect(show(shared)).rejects.toThrow(`Several dead letters begin with "${shared}": ${shared}`);
    expect(arrived).toEqual([]);
  });

  it("of more than fits into memory at once is requeued in portions, each once", async () => {
    await die(...Array.from({ length: 5 }, (_, index) => message(Buffer.alloc(4 * 1024 * 1024, index))));
    isPoison = () => true;
    expect(await requeue({ isAll: true, topic })).toEqual({ requeued: 5, reopened: 5 });
    expect(arrived.map(({ value }) => value[0]).sort()).toEqual([0, 1, 2, 3, 4]);
  });
});

it("requeued letters are dropped after thirty days; open ones, and those that died again, stay", async () => {
  await die(message("fixed"), message("still bad"), message("never requeued"));
  const idOf = async (value: string) =>
    (await Promise.all((await list()).map(({ id }) => show(id)))).find(
      ({ valueBase64 }) => Buffer.from(valueBase64, "base64").toString() === value,
    )?.id ?? "";
  const ids = [await idOf("fixed"), await idOf("still bad")];
  isPoison = ({ value }) => value.toString() === "still bad";
  await requeue({ ids });
  const all = () => list({ state: "all" });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  await dropRequeuedLetters(warehouse.store, inDays(29));
  expect(await all()).toHaveLength(3);
  await dropRequeuedLetters(warehouse.store, inDays(31));
  expect((await all()).map(({ state }) => state)).toEqual(["open", "open"]);
});
