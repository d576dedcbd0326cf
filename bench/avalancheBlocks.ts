/**
 * Blocks of the P-chain over loopback: node in a process of its own → listener → bus → rows → records of days, in the
 * embedded warehouse. BENCH_DAYS sets the length of the history: some 250 blocks a day.
 */
import { setMaxListeners } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAvalancheSession } from "../ingest/avalanche/session.ts";
import { backfillChain } from "../ingest/listener/backfill.ts";
import { createCursorStore } from "../ingest/listener/cursor.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import type { Store } from "../lib/store/store.ts";
import { avalancheTopics } from "../schemas/avalanche/events.ts";
import { createAvalancheTransform } from "../transform/avalanche/transform.ts";
import { startWorker } from "../transform/frame/worker.ts";
import { startAvalancheNode } from "./nodeProcess.ts";
import type { Bench, Figure } from "./report.ts";

const log = createLogger("silent");
const days = Number(process.env.BENCH_DAYS ?? 60);

/** @returns how many blocks were read, and the seconds until they were published and until their records were there */
async function readAll(store: Store, url: string) {
  const started = performance.now();
  const secondsSince = () => (performance.now() - started) / 1000;
  const bus = createMemoryBus({ log });
  await bus.ensureTopics(Object.values(avalancheTopics));
  const transform = createAvalancheTransform({ store, log });
  const worker = await startWorker({ bus, transform, group: "bench", log });
  const options = { urls: [url], maxHeadAgeS: 0, supportBlocks: 0, requestsPerSecond: 100_000 };
  const session = await openAvalancheSession(options, { log });
  const { signal } = new AbortController();
  // Many requests listen to it.
  setMaxListeners(0, signal);
  const { final } = await session.status(signal, "backfill");
  const range = { from: 0, to: final, signal };
  await backfillChain({ id: "avalanche" }, session, { bus, cursors: createCursorStore(store), log }, range);
  const published = secondsSince();
  await worker.settle();
  const settled = secondsSince();
  await worker.stop();
  await bus.close();
  return { blocks: final + 1, published, settled };
}

/** @throws Error if blocks are missing, or the supply differs from the node's */
async function checkRecords(store: Store, blocks: number): Promise<void> {
  const [row] = await store.rows<{ blocks: string; residual: string | null }>(
    `select
      (select count() from raw_avalanche_block final) as blocks,
      (select max(supply_residual_navax) from int_avalanche_day final) as residual`,
  );
  if (Number(row?.blocks) !== blocks) throw new Error(`${row?.blocks} blocks instead of ${blocks}`);
  if (row?.residual !== "0") throw new Error(`the supply differs by ${row?.residual}`);
}

async function run(): Promise<Figure[]> {
  const path = mkdtempSync(join(tmpdir(), "bench-avalanche-"));
  const node = await startAvalancheNode(days);
  const store = createEmbeddedStore({ path, log });
  try {
    await migrate(store, { log });
    const { blocks, published, settled } = await readAll(store, node.url);
    await checkRecords(store, blocks);
    const input = `${blocks} blocks of ${days} days`;
    return [
      { metric: "blocks_per_second", value: blocks / settled, unit: "1/s", input },
      { metric: "published_blocks_per_second", value: blocks / published, unit: "1/s", input },
      { metric: "peak_rss_bytes", value: process.resourceUsage().maxRSS * 1024, unit: "bytes", input },
    ];
  } finally {
    await store.close();
    await node.stop();
    rmSync(path, { recursive: true, force: true });
  }
}

export const avalancheBlocks: Bench = { name: "avalanche-blocks", run };
