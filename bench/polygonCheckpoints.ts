/**
 * A year of Polygon's checkpoints over loopback, without a rate cap: logs, call data and Heimdall's records → signers → bus →
 * validators' rewards → days and windows. The nodes run in their own process. The time of the signatures alone, in one
 * thread, is measured, too.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashHex } from "../fixtures/random.ts";
import { createExecutionClient } from "../ingest/execution/client.ts";
import { backfillChain } from "../ingest/listener/backfill.ts";
import { createCursorStore } from "../ingest/listener/cursor.ts";
import { decodeSubmission } from "../ingest/polygon/calldata.ts";
import { openPolygonSession } from "../ingest/polygon/session.ts";
import { createNamer } from "../ingest/polygon/signers.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import { createLogger } from "../lib/logger.ts";
import { createSignatureReader } from "../lib/secp256k1/signatures.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import type { Store } from "../lib/store/store.ts";
import { polygonTopics } from "../schemas/polygon/events.ts";
import { startWorker } from "../transform/frame/worker.ts";
import { createPolygonTransform } from "../transform/polygon/transform.ts";
import { startPolygonNode } from "./nodeProcess.ts";
import type { Bench, Figure } from "./report.ts";

const log = createLogger(process.env.BENCH_LOG ?? "silent");
const checkpoints = Number(process.env.BENCH_CHECKPOINTS ?? 25_000);
const signers = Number(process.env.BENCH_SIGNERS ?? 105);
const sampled = 99;

async function readYear(store: Store, url: string): Promise<void> {
  const bus = createMemoryBus({ log });
  await bus.ensureTopics(Object.values(polygonTopics));
  const worker = await startWorker({
    bus,
    transform: createPolygonTransform({ store, log }),
    group: "bench",
    log,
  });
  const options = { urls: [url], executionUrls: [url], borUrls: [], requestsPerSecond: 1_000_000 };
  const session = await openPolygonSession({ ...options, maxHeadAgeS: 0, pollMs: 1_000 }, { log });
  const range = { from: 1, to: checkpoints, signal: new AbortController().signal };
  await backfillChain({ id: "polygon" }, session, { bus, cursors: createCursorStore(store), log }, range);
  await worker.settle();
  await worker.stop();
  await bus.close();
}

/** @throws Error if the records differ from the nodes' data */
async function checkRecords(store: Store): Promise<void> {
  const [row] = await store.rows<Record<string, string>>(
    `select count() as made, sum(signed_count) as signed, toString(max(abs(reward_residual))) as residual
    from fct_polygon_checkpoint final`,
  );
  const isWhole = Number(row?.made) === checkpoints && Number(row?.signed) === checkpoints * signers;
  if (!isWhole || Number(row?.residual) > signers)
    throw new Error(`${row?.made} checkpoints, ${row?.signed} signatures, residual ${row?.residual}`);
}

/** Seconds that the signatures of all checkpoints take in one thread, by those of one unit. */
async function signatureSeconds(url: string): Promise<number> {
  const client = createExecutionClient({ urls: [url], requestsPerSecond: 1_000_000, chainId: 1n, log });
  const count = Math.min(sampled, checkpoints);
  const votes = await client.request(
    Array.from({ length: count }, (_, i) => ({
      method: "eth_getTransactionByHash",
      params: [hashHex(32, "bench transaction", i + 1)],
    })),
    (results) => results.map((result) => decodeSubmission((result as { input: string }).input)),
  );
  const name = createNamer(createSignatureReader());
  name(votes);
  const started = performance.now();
  name(votes);
  return ((performance.now() - started) / 1000 / count) * checkpoints;
}

async function run(): Promise<Figure[]> {
  const path = mkdtempSync(join(tmpdir(), "bench-polygon-"));
  const node = await startPolygonNode(checkpoints, signers);
  const store = createEmbeddedStore({ path, log });
  try {
    await migrate(store, { log });
    const started = performance.now();
    await readYear(store, node.url);
    const seconds = (performance.now() - started) / 1000;
    const peakBytes = process.resourceUsage().maxRSS * 1024;
    await checkRecords(store);
    const input = `${checkpoints} checkpoints of ${signers} signers`;
    return [
      { metric: "seconds", value: seconds, unit: "s", input },
      { metric: "peak_rss_bytes", value: peakBytes, unit: "B", input },
      {
        metric: "limit_signatures_alone_seconds",
        value: await signatureSeconds(node.url),
        unit: "s",
        input,
      },
    ];
  } finally {
    await store.close();
    await node.stop();
    rmSync(path, { recursive: true, force: true });
  }
}

export const polygonCheckpoints: Bench = { name: "polygon-checkpoints", run };
