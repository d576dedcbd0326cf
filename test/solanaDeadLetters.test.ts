/** Messages that no worker can read are moved to the dead-letter topic whole, with a reason; all others go on. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BusMessage } from "../lib/bus/bus.ts";
import { deadLetterHeaders, deadLetterTopic } from "../lib/bus/deadLetter.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import { schemaVersionHeader } from "../lib/bus/schemaVersion.ts";
import { pack } from "../lib/packed.ts";
import type { Store } from "../lib/store/store.ts";
import { type SlotsMessage, solanaSchemaVersion, solanaTopics } from "../schemas/solana/events.ts";
import { startWorker } from "../transform/frame/worker.ts";
import { createSolanaTransform } from "../transform/solana/transform.ts";
import { collect } from "./support/bus.ts";
import { log } from "./support/solana.ts";
import { type LongRun, slotsMessages } from "./support/solanaSlots.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

const run: LongRun = {
  from: 3_000,
  to: 3_149,
  start: 1_772_370_000,
  secondsPerSlot: 1,
  slotsPerEpoch: 1_000,
};
const [first, second, third] = slotsMessages(run) as [SlotsMessage, SlotsMessage, SlotsMessage];

const toMessage = (value: unknown, version = solanaSchemaVersion): BusMessage => ({
  topic: solanaTopics.slot.name,
  key: "mainnet/1",
  value: Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value)),
  headers: { [schemaVersionHeader]: String(version) },
});
/** The votes of a message, changed. */
const withVotes = (votes: Partial<NonNullable<SlotsMessage["votes"]>>) => ({
  ...second,
  votes: { ...second.votes, ...votes },
});

const poison: [string, BusMessage, RegExp][] = [
  ["bytes", toMessage(Buffer.from([0x01, 0xff, 0x22, 0xc3, 0x28])), /^json: /],
  ["a message that is cut off", toMessage(Buffer.from('{"type":"slots"')), /^json: /],
  ["an unknown type", toMessage({ ...second, type: "certificates" }), /type/],
  ["no slots", toMessage({ ...second, slots: [] }), /slots/],
  ["a slot beyond 32 bits", toMessage({ ...second, slots: [{ ...second.slots[0], slot: 2 ** 32 }] }), /slot/],
  ["columns of other lengths", toMessage(withVotes({ latency: pack(new Uint16Array(1)) })), /Columns differ/],
  [
    "columns of half values",
    toMessage(withVotes({ account: "AAAA", slot: "AAAAAAAA", latency: "AAAA" })),
    /Columns differ/,
  ],
  ["a column that is no base64", toMessage(withVotes({ slot: "?" })), /slot/],
  ["a newer version", toMessage(second, solanaSchemaVersion + 1), /newer/],
];

let store: Store;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ store, close } = await openTemporaryStore({ family: "solana" }));
});
afterAll(() => close());

it("bad messages are moved to the dead-letter topic, and those around them are written", async () => {
  const bus = createMemoryBus({ log });
  const transform = createSolanaTransform({ store, log });
  const worker = await startWorker({ bus, transform, group: "solana", log });
  const letters = await collect(bus, { topics: [deadLetterTopic(solanaTopics.slot.name)], group: "letters" });
  await bus.publish([toMessage(first), ...poison.map(([, message]) => message), toMessage(third)]);
  await letters.until(poison.length);
  await worker.settle();
  poison.forEach(([name, message, reason], i) => {
    const letter = letters.messages()[i];
    expect(letter?.value.equals(message.value), name).toBe(true);
    expect(letter?.headers[deadLetterHeaders.reason], name).toMatch(reason);
  });
  const [row] = await store.rows<{ slots: string }>("select count() as slots from raw_solana_slot final");
  expect(Number(row?.slots)).toBe(first.slots.length + third.slots.length);
  // Requeued after a correction, it completes the run.
  await bus.publish([toMessage(second)]);
  await worker.settle();
  const [after] = await store.rows<{ slots: string }>("select count() as slots from raw_solana_slot final");
  expect(Number(after?.slots)).toBe(150);
  await letters.subscription.stop();
  await worker.stop();
  await bus.close();
});
