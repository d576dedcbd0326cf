/**
 * One epoch of a network of mainnet's size, end to end: a node's answers over loopback, through the listener, the
 * bus and the worker, to rows that can be read, day records included. The epoch before it is ingested first, with its
 * full registry, because that is how an epoch finds a running system.
 */
import { setMaxListeners } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBeaconSession } from "../ingest/eth/index.ts";
import type { Run } from "../ingest/listener/session.ts";
import type { Bus } from "../lib/bus/bus.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import { createEthTransform } from "../transform/eth/transform.ts";
import { startWorker } from "../transform/frame/worker.ts";
import { startEthNode } from "./nodeProcess.ts";
import type { Bench, Figure } from "./report.ts";

const validators = 1_048_576;
const log = createLogger(process.env.BENCH_LOG ?? "error");

async function publish(run: Run, epoch: number, bus: Bus): Promise<void> {
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const unit = await run.prepare(epoch, signal);
  const commit = await unit.publish((batch) => bus.publish(batch), signal);
  commit?.();
}

async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-epoch-"));
  const node = await startEthNode(validators);
  const store = createEmbeddedStore({ path: folder, log });
  try {
    await migrate(store, { log });
    const bus = createMemoryBus({ log });
    const worker = await startWorker({
      bus,
      transform: createEthTransform({ store, log }),
      group: "bench",
      log,
    });
    const session = await openBeaconSession(
      { urls: [node.url], maxHeadAgeS: 0, requestsPerSecond: 10_000, rewardCheckEpochs: 0 },
      { log },
    );
    await session.status(new AbortController().signal, "backfill");
    const walk = session.openRun({ from: 0, to: 0, kind: "backfill" }, undefined);
    await publish(walk, 0, bus);
    const started = performance.now();
    await publish(walk, 1, bus);
    await worker.settle();
    const seconds = (performance.now() - started) / 1000;
    const [row] = await store.rows<{ rows: string; days: string }>(
      `select (select count() from fct_eth_validator_duty_epoch final) as rows,
        (select count() from fct_eth_validator_performance_daily final) as days`,
    );
    const rows = Number(row?.rows) + Number(row?.days);
    if (Number(row?.rows) !== validators) throw new Error(`${row?.rows} duty rows of ${validators}`);
    await worker.stop();
    await bus.close();
    const input = `${validators} validators, JSON over loopback, embedded, one epoch with its duty rows and both days' records`;
    return [
      { metric: "seconds", value: seconds, unit: "s", input },
      { metric: "peak_rss_bytes", value: process.resourceUsage().maxRSS * 1024, unit: "B", input },
      { metric: "rows_per_second", value: rows / seconds, unit: "rows/s", input },
    ];
  } finally {
    await store.close();
    await node.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const ethEpoch: Bench = { name: "eth-epoch", run };
