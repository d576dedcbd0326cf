/** An era of mainnet's size from a node's storage over loopback to records of its day. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMainnetSizeHistory, exposureCount, validatorCount } from "../fixtures/polkadot/mainnetSize.ts";
import { earnedBy, firstEra } from "../fixtures/polkadot/model.ts";
import { backfillChain } from "../ingest/listener/backfill.ts";
import { createCursorStore } from "../ingest/listener/cursor.ts";
import { openPolkadotSession } from "../ingest/polkadot/session.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import type { Store } from "../lib/store/store.ts";
import { polkadotTopics } from "../schemas/polkadot/events.ts";
import { startWorker } from "../transform/frame/worker.ts";
import { createPolkadotTransform } from "../transform/polkadot/transform.ts";
import { startPolkadotNode } from "./nodeProcess.ts";
import type { Bench, Figure } from "./report.ts";

const log = createLogger("silent");
/** The last one of the node. */
const fullEra = firstEra + 7;

async function readEra(store: Store, url: string): Promise<void> {
  const bus = createMemoryBus({ log });
  await bus.ensureTopics(Object.values(polkadotTopics));
  const transform = createPolkadotTransform({ store, log });
  const worker = await startWorker({ bus, transform, group: "bench", log });
  const options = {
    urls: [url],
    relayUrls: [],
    peopleUrls: [],
    readsPayments: true,
    maxHeadAgeS: 0,
    requestsPerSecond: 100_000,
  };
  const session = await openPolkadotSession(options, { log });
  const range = { from: fullEra, to: fullEra, signal: new AbortController().signal };
  await backfillChain({ id: "polkadot" }, session, { bus, cursors: createCursorStore(store), log }, range);
  await worker.settle();
  await worker.stop();
  await bus.close();
}

/** @throws Error if the records differ from the node's data */
async function checkRecords(store: Store): Promise<void> {
  const { era } = createMainnetSizeHistory();
  const [row] = await store.rows<{ rewards: string; nominators: number }>(
    `select toString(validator_planck + delegator_planck) as rewards, nominator_count as nominators
    from fct_polkadot_network_reward_daily final order by day desc limit 1`,
  );
  const earned = era.validators.map((validator) => earnedBy(era, validator));
  const expected = earned.reduce((sum, { validator, delegators }) => sum + validator + delegators, 0n);
  if (row?.rewards !== String(expected) || row.nominators !== exposureCount)
    throw new Error(`${row?.rewards} planck and ${row?.nominators} nominators, not ${expected}`);
}

async function run(): Promise<Figure[]> {
  const path = mkdtempSync(join(tmpdir(), "bench-polkadot-"));
  const node = await startPolkadotNode();
  const store = createEmbeddedStore({ path, log });
  try {
    await migrate(store, { log });
    const started = performance.now();
    await readEra(store, node.url);
    const seconds = (performance.now() - started) / 1000;
    const peakBytes = process.resourceUsage().maxRSS * 1024;
    await checkRecords(store);
    const input = `${validatorCount} validators, ${exposureCount} exposures`;
    return [
      { metric: "seconds", value: seconds, unit: "s", input },
      { metric: "peak_rss_bytes", value: peakBytes, unit: "B", input },
    ];
  } finally {
    await store.close();
    await node.stop();
    rmSync(path, { recursive: true, force: true });
  }
}

export const polkadotEra: Bench = { name: "polkadot-era", run };
