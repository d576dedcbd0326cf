/**
 * An epoch of Cardano's mainnet by the number of its pools, over loopback without a rate cap: Koios → listener → bus →
 * rewards by the ledger's formulas → days. The node runs in its own process; the time of its requests alone is measured,
 * too.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pMap from "p-map";
import { openCardanoSession } from "../ingest/cardano/session.ts";
import { backfillChain } from "../ingest/listener/backfill.ts";
import { createCursorStore } from "../ingest/listener/cursor.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import type { Store } from "../lib/store/store.ts";
import { cardanoTopics } from "../schemas/cardano/events.ts";
import { createCardanoTransform } from "../transform/cardano/transform.ts";
import { startWorker } from "../transform/frame/worker.ts";
import { startCardanoNode } from "./nodeProcess.ts";
import type { Bench, Figure } from "./report.ts";

const log = createLogger(process.env.BENCH_LOG ?? "silent");
const pools = Number(process.env.BENCH_POOLS ?? 3_000);
const delegators = Number(process.env.BENCH_DELEGATORS ?? 20);
const epochs = 6;
/** The third has the two before it, which are paid for in it. */
const first = 502;
const chain = { id: "cardano" };

/** Seconds of a backfill of one epoch, and of one of two. Both read what the two epochs before earned, too. */
async function readEpochs(store: Store, url: string): Promise<{ one: number; two: number }> {
  const bus = createMemoryBus({ log });
  await bus.ensureTopics(Object.values(cardanoTopics));
  const worker = await startWorker({
    bus,
    transform: createCardanoTransform({ store, log }),
    group: "bench",
    log,
  });
  const session = await openCardanoSession(
    { urls: [url], requestsPer10S: 10_000_000, bodyBytes: 1_000, pageRows: 1_000, maxHeadAgeS: 0 },
    { log },
  );
  const deps = { bus, cursors: createCursorStore(store), log };
  const backfill = async (from: number, to: number) => {
    const started = performance.now();
    await backfillChain(chain, session, deps, { from, to, signal: new AbortController().signal });
    await worker.settle();
    return (performance.now() - started) / 1000;
  };
  const one = await backfill(first, first);
  const two = await backfill(first, first + 1);
  await worker.stop();
  await bus.close();
  return { one, two };
}

/** @throws Error if the records differ from the node's data */
async function checkRecords(store: Store): Promise<void> {
  const [row] = await store.rows<{ pools: string; residual: string; days: string }>(
    `select uniqExact(pool) as pools, toString(sum(abs(reward_residual))) as residual, uniqExact(day) as days
    from fct_cardano_pool_reward_daily final`,
  );
  if (Number(row?.pools) < pools - 1 || row?.residual !== "0" || Number(row.days) < 9)
    throw new Error(`${row?.pools} pools on ${row?.days} days, residual ${row?.residual}`);
}

/** The same requests for delegators alone: the time of node and loopback. */
async function requestSeconds(url: string, paths: readonly string[]): Promise<number> {
  const started = performance.now();
  await pMap(paths, async (path) => await (await fetch(url + path)).arrayBuffer(), { concurrency: 24 });
  return (performance.now() - started) / 1000;
}

async function run(): Promise<Figure[]> {
  const path = mkdtempSync(join(tmpdir(), "bench-cardano-"));
  const node = await startCardanoNode(pools, delegators, epochs);
  const store = createEmbeddedStore({ path, log });
  try {
    await migrate(store, { log });
    const { one, two } = await readEpochs(store, node.url);
    const peakBytes = process.resourceUsage().maxRSS * 1024;
    await checkRecords(store);
    const paths = await node.requests();
    const isOfEpoch = (path: string) => path.includes(`_epoch_no=${first + 1}&`);
    const own = paths.filter((path) => path.startsWith("/pool_delegators_history") && isOfEpoch(path));
    // Of both backfills; each reads three or four epochs' rewards.
    const requests = paths.length;
    const input = `${pools} pools with ${delegators} delegators each, 21,600 blocks, 5 days`;
    const limit = await requestSeconds(node.url, own);
    return [
      { metric: "seconds", value: two - one, unit: "s", input },
      { metric: "one_epoch_alone_seconds", value: one, unit: "s", input },
      { metric: "requests_of_seven_epochs", value: requests, unit: "1", input },
      { metric: "limit_delegators_alone_seconds", value: limit, unit: "s", input },
      { metric: "peak_rss_bytes", value: peakBytes, unit: "B", input },
    ];
  } finally {
    await store.close();
    await node.stop();
    rmSync(path, { recursive: true, force: true });
  }
}

export const cardanoEpoch: Bench = { name: "cardano-epoch", run };
