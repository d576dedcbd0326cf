/**
 * Logs of EigenLayer over loopback: node in a process of its own → listener → bus → rows → daily states, in the embedded
 * warehouse. BENCH_STAKERS, BENCH_STRATEGIES, BENCH_LOGS and BENCH_DAYS set the size.
 */
import { setMaxListeners } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEigenlayerSession } from "../ingest/eigenlayer/session.ts";
import { backfillChain } from "../ingest/listener/backfill.ts";
import { createCursorStore } from "../ingest/listener/cursor.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import type { Store } from "../lib/store/store.ts";
import { eigenlayerTopics } from "../schemas/eigenlayer/events.ts";
import { createEigenlayerTransform } from "../transform/eigenlayer/transform.ts";
import { startWorker } from "../transform/frame/worker.ts";
import { startEigenlayerNode } from "./nodeProcess.ts";
import type { Bench, Figure } from "./report.ts";

const log = createLogger("silent");
const sizeOf = (name: string, fallback: number) => Number(process.env[`BENCH_${name}`] ?? fallback);
const size = {
  stakers: sizeOf("STAKERS", 200_000),
  strategies: sizeOf("STRATEGIES", 40),
  logs: sizeOf("LOGS", 2_000_000),
  days: sizeOf("DAYS", 30),
};

/** @returns the seconds until all was published, and until the states were there */
async function readAll(store: Store, url: string) {
  const started = performance.now();
  const secondsSince = () => (performance.now() - started) / 1000;
  const bus = createMemoryBus({ log });
  await bus.ensureTopics(Object.values(eigenlayerTopics));
  const transform = createEigenlayerTransform({ store, log });
  const worker = await startWorker({ bus, transform, group: "bench", log });
  const options = { executionUrls: [url], sidecarUrls: [], maxHeadAgeS: 0, requestsPerSecond: 100_000 };
  const session = await openEigenlayerSession(options, { log });
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const { final } = await session.status(signal, "backfill");
  const range = { from: session.info.known.firstBlock, to: final, signal };
  await backfillChain({ id: "eigenlayer" }, session, { bus, cursors: createCursorStore(store), log }, range);
  const published = secondsSince();
  await worker.settle();
  const settled = secondsSince();
  await worker.stop();
  await bus.close();
  return { published, settled };
}

/** @throws Error when days are missing, or shares aren't conserved */
async function checkRecords(store: Store): Promise<string> {
  const [row] = await store.rows<{ days: string; states: string; logs: string; residuals: string }>(
    `select
      (select count() from int_eigenlayer_day final) as days,
      (select count() from fct_eigenlayer_staker_state_daily) as states,
      (select sum(log_count) from raw_eigenlayer_span final) as logs,
      (select countIf(residual_shares != 0) from fct_eigenlayer_strategy_daily final) as residuals`,
  );
  if (Number(row?.days) !== size.days) throw new Error(`${row?.days} days instead of ${size.days}`);
  if (Number(row?.logs) < size.logs) throw new Error(`${row?.logs} logs instead of ${size.logs}`);
  if (row?.residuals !== "0") throw new Error(`${row?.residuals} days of strategies don't add up`);
  return `${size.stakers} stakers, ${size.strategies} strategies, ${row?.logs} logs, ${row?.days} days: ${row?.states} states`;
}

async function run(): Promise<Figure[]> {
  const path = mkdtempSync(join(tmpdir(), "bench-eigenlayer-"));
  const node = await startEigenlayerNode(size);
  const store = createEmbeddedStore({ path, log });
  try {
    await migrate(store, { log });
    const { published, settled } = await readAll(store, node.url);
    const peak = process.resourceUsage().maxRSS * 1024;
    const input = await checkRecords(store);
    return [
      { metric: "seconds", value: settled, unit: "s", input },
      { metric: "published_seconds", value: published, unit: "s", input },
      { metric: "peak_rss_bytes", value: peak, unit: "bytes", input },
    ];
  } finally {
    await store.close();
    await node.stop();
    rmSync(path, { recursive: true, force: true });
  }
}

export const eigenlayerState: Bench = { name: "eigenlayer-state", run };
