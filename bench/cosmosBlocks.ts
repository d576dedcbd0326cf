/**
 * Blocks of Celestia's size over loopback: node → listener → bus → rows → day records, compared with the JSON parser's
 * own time for the same bytes. The node runs in its own thread. BENCH_BLOCKS sets the number (14,400 are a day).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { createMainnetSizeView } from "../fixtures/cosmos/mainnetSize.ts";
import { startCosmosStub } from "../fixtures/cosmos/stubNode.ts";
import { openCosmosSession } from "../ingest/cosmos/session.ts";
import { backfillChain } from "../ingest/listener/backfill.ts";
import { createCursorStore } from "../ingest/listener/cursor.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import type { Store } from "../lib/store/store.ts";
import { celestiaChain } from "../schemas/cosmos/chains.ts";
import { cosmosTopics } from "../schemas/cosmos/events.ts";
import { createCosmosTransform } from "../transform/cosmos/transform.ts";
import { startWorker } from "../transform/frame/worker.ts";
import type { Bench, Figure } from "./report.ts";

const log = createLogger("silent");
const blocks = Number(process.env.BENCH_BLOCKS ?? 1_440);
const view = createMainnetSizeView(celestiaChain, blocks);

function startNode(): Promise<{ url: string; stop(): Promise<unknown> }> {
  // A thread doesn't inherit the loader of TypeScript.
  const script =
    'import("tsx/esm/api").then(({ register }) => { register(); return import(process.argv[2]); })';
  const worker = new Worker(script, { eval: true, argv: [import.meta.url] });
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("message", (url: string) => resolve({ url, stop: () => worker.terminate() }));
  });
}

/** Seconds to parse the same bytes, without anything else. */
function parseSeconds(): number {
  const body = view.serializedResults?.(1, 1) ?? Buffer.alloc(0);
  const sample = Math.min(blocks, 200);
  const started = performance.now();
  for (let i = 0; i < sample; i += 1) JSON.parse(body.toString("utf8"));
  return (((performance.now() - started) / 1000) * blocks) / sample;
}

async function readAll(store: Store, url: string): Promise<void> {
  const bus = createMemoryBus({ log });
  await bus.ensureTopics(Object.values(cosmosTopics(celestiaChain.id)));
  const transform = createCosmosTransform(celestiaChain, { store, log });
  const worker = await startWorker({ bus, transform, group: "bench", log });
  const options = { urls: [url], restUrls: [], maxHeadAgeS: 0, requestsPerSecond: 100_000 };
  const session = await openCosmosSession(celestiaChain, options, { log });
  const range = { from: 1, to: blocks, signal: new AbortController().signal };
  await backfillChain(celestiaChain, session, { bus, cursors: createCursorStore(store), log }, range);
  await worker.settle();
  await worker.stop();
  await bus.close();
}

/** @throws Error if the records differ from the node's data */
async function checkRecords(store: Store): Promise<void> {
  const [row] = await store.rows<{ reward: string }>(
    "select toString(sum(delegation_reward) * 1000000000000000000) as reward from fct_cosmos_network_reward_daily final",
  );
  const expected = (view.rewardPerBlock * BigInt(blocks)).toString();
  if (row?.reward !== expected) throw new Error(`rewards are ${row?.reward}, not ${expected}`);
}

async function run(): Promise<Figure[]> {
  const path = mkdtempSync(join(tmpdir(), "bench-cosmos-"));
  const node = await startNode();
  const store = createEmbeddedStore({ path, log });
  try {
    await migrate(store, { log });
    const started = performance.now();
    await readAll(store, node.url);
    const seconds = (performance.now() - started) / 1000;
    await checkRecords(store);
    const parsing = parseSeconds();
    const bytes = view.serializedResults?.(1, 1).length ?? 0;
    const input = `${blocks} blocks of ${Math.round(bytes / 1000)} KB, 200 events each`;
    return [
      { metric: "blocks_per_second", value: blocks / seconds, unit: "1/s", input },
      { metric: "day_of_14400_blocks", value: (14_400 * seconds) / blocks, unit: "s", input },
      { metric: "json_parse_of_same_bytes", value: (14_400 * parsing) / blocks, unit: "s", input },
      { metric: "parse_ratio", value: seconds / parsing, unit: "x", input },
    ];
  } finally {
    await store.close();
    await node.stop();
    rmSync(path, { recursive: true, force: true });
  }
}

export const cosmosBlocks: Bench = { name: "cosmos-blocks", run };

if (!isMainThread) {
  const node = await startCosmosStub(view);
  parentPort?.postMessage(node.url);
}
