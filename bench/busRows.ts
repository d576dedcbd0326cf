/**
 * Through to rows: the messages of an epoch of mainnet's size through a bus to a real worker, into an embedded
 * warehouse. The epoch before it, with the whole registry, goes the same way first and is not counted.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bus, BusMessage } from "../lib/bus/bus.ts";
import { deadLetterDeclaration } from "../lib/bus/deadLetter.ts";
import { type Deferred, deferred } from "../lib/deferred.ts";
import type { Logger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import { ethTopics } from "../schemas/eth/events.ts";
import { createEthTransform } from "../transform/eth/transform.ts";
import { startWorker } from "../transform/frame/worker.ts";
import { ethEpochMessages } from "./messages.ts";
import type { Figure } from "./report.ts";

const validators = 1_048_576;
const mebibyte = 1024 * 1024;
/** Messages of one publication: a listener publishes slot by slot. */
const perPublish = 4;

let messages: ReturnType<typeof ethEpochMessages> | undefined;

/** The same bus; `until(n)` resolves when n more messages are processed and the subscriber can commit them. */
function countingBus(bus: Bus): { bus: Bus; until(count: number): Promise<void> } {
  let waiting: { left: number; done: Deferred } | undefined;
  return {
    bus: {
      ...bus,
      subscribe: (options) =>
        bus.subscribe({
          ...options,
          onBatch: async (batch, context) => {
            await options.onBatch(batch, context);
            if (waiting === undefined) return;
            waiting.left -= batch.length;
            if (waiting.left <= 0) waiting.done.resolve();
          },
        }),
    },
    until: (count) => {
      const done = deferred();
      waiting = { left: count, done };
      return done.promise;
    },
  };
}

async function publish(bus: Bus, batch: readonly BusMessage[]): Promise<void> {
  for (let start = 0; start < batch.length; start += perPublish)
    await bus.publish(batch.slice(start, start + perPublish));
}

/** @param plain a separate bus, closed by the caller */
export async function measureRows(plain: Bus, log: Logger): Promise<Figure[]> {
  messages ??= ethEpochMessages(validators, log);
  const { first, second } = await messages;
  const folder = mkdtempSync(join(tmpdir(), "bench-bus-"));
  const store = createEmbeddedStore({ path: folder, log });
  const { bus, until } = countingBus(plain);
  try {
    await migrate(store, { log });
    await bus.ensureTopics(
      Object.values(ethTopics).flatMap((topic) => [topic, deadLetterDeclaration(topic)]),
    );
    const transform = createEthTransform({ store, log });
    const worker = await startWorker({ bus, transform, group: `rows-${Date.now()}`, log });
    async function pass(batch: readonly BusMessage[]): Promise<void> {
      const processed = until(batch.length);
      await publish(bus, batch);
      await Promise.race([processed, worker.done]);
      await worker.settle();
    }
    await pass(first);
    const startedAt = performance.now();
    await pass(second);
    const seconds = (performance.now() - startedAt) / 1000;
    await worker.stop();
    const [row] = await store.rows<{ rows: string; days: string }>(
      `select (select count() from fct_eth_validator_duty_epoch final) as rows,
        (select count() from fct_eth_validator_performance_daily final) as days`,
    );
    if (Number(row?.rows) !== validators) throw new Error(`${row?.rows} duty rows of ${validators}`);
    const bytes = second.reduce((sum, { value }) => sum + value.length, 0);
    const input = `${plain.kind}: messages of an epoch with ${validators} validators, to duty rows and both days' records`;
    return [
      { metric: "through_mb_per_second", value: bytes / mebibyte / seconds, unit: "MiB/s", input },
      { metric: "through_messages_per_second", value: second.length / seconds, unit: "1/s", input },
      {
        metric: "through_rows_per_second",
        value: (Number(row?.rows) + Number(row?.days)) / seconds,
        unit: "rows/s",
        input,
      },
    ];
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
