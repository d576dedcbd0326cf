/** Laws of the pipeline on a real Kafka: in any order and with any repetition of messages, the tables are the same. */
import { beforeAll, expect, it } from "vitest";
import type { Bus, BusMessage } from "../../lib/bus/bus.ts";
import { createKafkaBus } from "../../lib/bus/kafka/kafka.ts";
import { createLogger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { startWorker } from "../../transform/frame/worker.ts";
import { cut, drain, dyingStore, shuffle } from "./ethLaws.ts";
import type { KafkaBroker } from "./kafka.ts";
import { type LawChain, parseMessages, tablesAfter, tablesOf } from "./laws.ts";
import { openTemporaryStore } from "./warehouse.ts";

const log = createLogger("silent");

/** The laws of one chain, on a broker that is started already. */
export function lawsOnKafka(chain: LawChain, broker: () => KafkaBroker): void {
  let messages: BusMessage[];
  let expected: Record<string, string>;
  let groups = 0;

  const openBus = () => createKafkaBus({ brokers: [broker().address], clientId: "laws", log });
  const nextGroup = () => {
    groups += 1;
    return `${chain.family}-laws-${groups}`;
  };

  beforeAll(async () => {
    messages = await chain.listen();
    expected = await tablesAfter(chain, [parseMessages(chain, messages)]);
    const sender = openBus();
    await sender.ensureTopics(chain.createTransform(undefined as unknown as Store).topics);
    const sent = shuffle([...messages, ...messages.slice(0, 7)], 5);
    for (const batch of cut(sent, [3, 1, 8])) await sender.publish(batch);
    await sender.close();
  });

  async function openWorker(store: Store, bus: Bus, group: string) {
    const transform = chain.createTransform(store);
    await bus.ensureTopics(transform.topics);
    const worker = await startWorker({ bus, transform, group, log });
    return {
      worker,
      bus,
      stop: async () => {
        await worker.stop().catch(() => undefined);
        await bus.close();
      },
    };
  }

  /** Tables of a warehouse after its worker has read all that is in the topics. */
  async function settledTables(store: Store, group: string): Promise<Record<string, string>> {
    const { worker, bus, stop } = await openWorker(store, openBus(), group);
    await drain(bus, group, messages.length);
    await worker.settle();
    const tables = await tablesOf(store, chain);
    await stop();
    return tables;
  }

  it("any batching, order and repetition lead to the same tables", async () => {
    const { store, close } = await openTemporaryStore(chain);
    expect(await settledTables(store, nextGroup())).toEqual(expected);
    await close();
  });

  it.each([3, 17])(
    "a worker killed at write %i and started again loses and doubles nothing",
    async (killAt) => {
      const { store, close } = await openTemporaryStore(chain);
      const group = nextGroup();
      const first = await openWorker(dyingStore(store, killAt), openBus(), group);
      const isDead = first.worker.done.catch(() => undefined);
      await Promise.race([isDead, drain(first.bus, group, messages.length)]);
      await first.stop();
      expect(await settledTables(store, group)).toEqual(expected);
      await close();
    },
  );
}
