/** The laws of Solana on a real Kafka: whatever happens to the messages on their way, the tables are the same. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Bus, BusMessage } from "../lib/bus/bus.ts";
import { createKafkaBus } from "../lib/bus/kafka/kafka.ts";
import type { Store } from "../lib/store/store.ts";
import { solanaTopics } from "../schemas/solana/events.ts";
import { startWorker } from "../transform/frame/worker.ts";
import { createSolanaTransform } from "../transform/solana/transform.ts";
import { cut, drain, dyingStore, shuffle } from "./support/ethLaws.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { type KafkaBroker, startKafka } from "./support/kafka.ts";
import { openTemporaryStore } from "./support/serve.ts";
import { log } from "./support/solana.ts";
import { lawHistories, lawMessages, tablesAfter } from "./support/solanaLaws.ts";
import { parseSolana } from "./support/solanaMessages.ts";

let broker: KafkaBroker;
let messages: BusMessage[];
let expected: Record<string, string>;
let groups = 0;

beforeAll(async () => {
  messages = await lawMessages(lawHistories["through its migration"]);
  expected = await tablesAfter([messages.map(parseSolana)]);
  broker = await startKafka();
  const sender = openBus();
  await sender.ensureTopics(Object.values(solanaTopics));
  const sent = shuffle([...messages, ...messages.slice(0, 7)], 5);
  for (const batch of cut(sent, [3, 1, 8])) await sender.publish(batch);
  await sender.close();
});
afterAll(() => broker.close());

const openBus = () => createKafkaBus({ brokers: [broker.address], clientId: "laws", log });

async function openWorker(store: Store, bus: Bus, group: string) {
  await bus.ensureTopics(Object.values(solanaTopics));
  const worker = await startWorker({ bus, transform: createSolanaTransform({ store, log }), group, log });
  return {
    worker,
    bus,
    stop: async () => {
      await worker.stop().catch(() => undefined);
      await bus.close();
    },
  };
}

/** Tables of a warehouse when its worker has seen all that is in the topics. */
async function tablesOf(store: Store, bus: Bus, group: string): Promise<Record<string, string>> {
  const { worker, stop } = await openWorker(store, bus, group);
  await drain(bus, group, messages.length);
  await worker.settle();
  const found = await fingerprint(store, "(raw|dim|int|fct)_solana");
  await stop();
  return found;
}

it("any batching, order and repetition lead to the same tables", async () => {
  const { store, close } = await openTemporaryStore();
  groups += 1;
  expect(await tablesOf(store, openBus(), `solana-laws-${groups}`)).toEqual(expected);
  await close();
});

it.each([3, 17])(
  "a worker killed at write %i and started again loses and doubles nothing",
  async (killAt) => {
    const { store, close } = await openTemporaryStore();
    groups += 1;
    const group = `solana-laws-${groups}`;
    const first = await openWorker(dyingStore(store, killAt), openBus(), group);
    await Promise.race([first.worker.done.catch(() => undefined), drain(first.bus, group, messages.length)]);
    await first.stop();
    expect(await tablesOf(store, openBus(), group)).toEqual(expected);
    await close();
  },
);
