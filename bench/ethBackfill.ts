/** Shared by benchmarks of Ethereum backfills: the path from a node to rows, and the time of the loopback alone. */
import { Agent, get } from "node:http";
import pMap from "p-map";
import { openBeaconSession } from "../ingest/eth/index.ts";
import { backfillChain } from "../ingest/listener/backfill.ts";
import { createCursorStore, createMemoryCursorStore } from "../ingest/listener/cursor.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import type { Store } from "../lib/store/store.ts";
import { createEthTransform } from "../transform/eth/transform.ts";
import { startWorker } from "../transform/frame/worker.ts";

export const log = createLogger(process.env.BENCH_LOG ?? "error");

type Range = { from: number; to: number };

async function openSession(url: string) {
  const options = { urls: [url], maxHeadAgeS: 0, requestsPerSecond: 100_000, rewardCheckEpochs: 0 };
  return await openBeaconSession(options, { log });
}

/** Reads epochs from..to of the node at `url`, and discards the messages. @returns seconds */
export async function listenOnly(url: string, range: Range): Promise<number> {
  const session = await openSession(url);
  const started = performance.now();
  const deps = { bus: { publish: async () => undefined }, cursors: createMemoryCursorStore(), log };
  await backfillChain({ id: "eth" }, session, deps, { ...range, signal: new AbortController().signal });
  return (performance.now() - started) / 1000;
}

/**
 * Backfills epochs from..to of the node at `url` until every record is written.
 * @returns seconds, total and after the first unit, which reads the whole registry
 */
export async function backfillEpochs(
  store: Store,
  url: string,
  range: Range,
): Promise<{ seconds: number; secondsAfterFirst: number }> {
  await migrate(store, { log });
  const bus = createMemoryBus({ log });
  const transform = createEthTransform({ store, log });
  const worker = await startWorker({ bus, transform, group: "bench", log });
  const session = await openSession(url);
  const started = performance.now();
  let firstDoneAt: number | undefined;
  await backfillChain(
    { id: "eth" },
    session,
    { bus, cursors: createCursorStore(store), log },
    {
      ...range,
      signal: new AbortController().signal,
      onProgress: ({ done }) => {
        if (done > 0) firstDoneAt ??= performance.now();
      },
    },
  );
  await worker.settle();
  const ended = performance.now();
  await worker.stop();
  await bus.close();
  return { seconds: (ended - started) / 1000, secondsAfterFirst: (ended - (firstDoneAt ?? started)) / 1000 };
}

/** Seconds to repeat the same requests, only counting the bytes of the answers. */
export async function repeatRequests(url: string, paths: readonly string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, scheduling: "lifo" });
  const fetchPath = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const request = get(`${url}${path}`, { agent, headers: { "accept-encoding": "gzip" } }, (answer) => {
        let bytes = 0;
        answer.on("data", (piece: Buffer) => {
          bytes += piece.length;
        });
        answer.once("end", () => resolve(bytes)).once("error", reject);
      });
      request.once("error", reject);
    });
  const started = performance.now();
  await pMap(paths, fetchPath, { concurrency: 48 });
  agent.destroy();
  return (performance.now() - started) / 1000;
}
