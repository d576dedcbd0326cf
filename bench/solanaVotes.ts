/**
 * Full blocks of Solana's mainnet over loopback: node → listener → bus → votes → records, compared with the JSON parser's
 * own time for the same bytes. The node runs in its own process.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backfillChain } from "../ingest/listener/backfill.ts";
import { createCursorStore } from "../ingest/listener/cursor.ts";
import { requestBody } from "../ingest/solana/api/rpc.ts";
import { scanBlock } from "../ingest/solana/decode/scan.ts";
import { openSolanaSession } from "../ingest/solana/session.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import type { Store } from "../lib/store/store.ts";
import { solanaTopics } from "../schemas/solana/events.ts";
import { startWorker } from "../transform/frame/worker.ts";
import { createSolanaTransform } from "../transform/solana/transform.ts";
import { startSolanaVotesNode } from "./nodeProcess.ts";
import type { Bench, Figure } from "./report.ts";

const log = createLogger(process.env.BENCH_LOG ?? "silent");
const validators = 1_300;
const slots = Number(process.env.BENCH_SLOTS ?? 3_000);
/** Begins an interval. */
const firstSlot = 450_000_000;
const sampleBlocks = 50;

async function readAll(store: Store, url: string): Promise<void> {
  const bus = createMemoryBus({ log });
  await bus.ensureTopics(Object.values(solanaTopics));
  const worker = await startWorker({
    bus,
    transform: createSolanaTransform({ store, log }),
    group: "bench",
    log,
  });
  const session = await openSolanaSession(
    {
      urls: [url],
      depth: "votes",
      networkName: "bench",
      maxHeadAgeS: 0,
      requestsPerSecond: 100_000,
      readsStakes: false,
    },
    { log },
  );
  const range = { from: firstSlot, to: firstSlot + slots - 1, signal: new AbortController().signal };
  const chain = { id: "solana", unit: "slot" } as const;
  await backfillChain(chain, session, { bus, cursors: createCursorStore(store), log }, range);
  await worker.settle();
  await worker.stop();
  await bus.close();
}

/** @throws Error if the records differ from the node's data */
async function checkRecords(store: Store): Promise<void> {
  const [row] = await store.rows<{ votes: string; score: string; voters: string }>(
    `select toString(sum(vote_count)) as votes, toString(sum(vote_score)) as score, toString(count()) as voters
    from fct_solana_validator_performance_interval final`,
  );
  // The last blocks' votes have nowhere to land, three of them at most.
  const least = validators * (slots - 3);
  if (row === undefined || Number(row.votes) < least || Number(row.voters) !== validators)
    throw new Error(`${row?.votes} votes of ${row?.voters} validators, not ${least}`);
}

async function diskBytes(store: Store): Promise<number> {
  const tables = await store.rows<{ name: string }>(
    "select name from system.tables where database = currentDatabase() and name like '%solana%'",
  );
  for (const { name } of tables) await store.command(`optimize table ${name} final`);
  const [row] = await store.rows<{ bytes: string }>(
    `select toString(sum(bytes_on_disk)) as bytes from system.parts
    where active and database = currentDatabase() and table like '%solana%'`,
  );
  return Number(row?.bytes ?? 0);
}

const secondsOf = (run: () => void): number => {
  const started = performance.now();
  run();
  return (performance.now() - started) / 1000;
};

/** The same blocks again: read by the scanner, and by JSON.parse. */
async function decodeOnly(url: string) {
  let [bytes, scanning, parsing] = [0, 0, 0];
  for (let slot = firstSlot; slot < firstSlot + sampleBlocks; slot += 1) {
    const response = await fetch(url, { method: "POST", body: requestBody("getBlock", [slot]) });
    const body = Buffer.from(await response.arrayBuffer());
    bytes += body.length;
    scanning += secondsOf(() => {
      if (scanBlock(slot, body) === undefined) throw new Error("the block is in no common form");
    });
    parsing += secondsOf(() => JSON.parse(body.toString("utf8")));
  }
  const scale = slots / sampleBlocks;
  return { blockBytes: bytes / sampleBlocks, scanning: scanning * scale, parsing: parsing * scale };
}

async function run(): Promise<Figure[]> {
  const path = mkdtempSync(join(tmpdir(), "bench-solana-"));
  const node = await startSolanaVotesNode(validators, firstSlot, slots);
  const store = createEmbeddedStore({ path, log });
  try {
    await migrate(store, { log });
    const started = performance.now();
    await readAll(store, node.url);
    const seconds = (performance.now() - started) / 1000;
    const peakBytes = process.resourceUsage().maxRSS * 1024;
    await checkRecords(store);
    const { blockBytes, scanning, parsing } = await decodeOnly(node.url);
    const input = `${slots} full blocks of ${Math.round(blockBytes / 1000)} KB, ${validators} votes each`;
    const perInterval = (await diskBytes(store)) / validators / (slots / 3_000);
    return [
      { metric: "slots_per_second", value: slots / seconds, unit: "1/s", input },
      { metric: "times_real_time_at_300_ms", value: (slots * 0.3) / seconds, unit: "x", input },
      { metric: "parse_ratio", value: seconds / parsing, unit: "x", input },
      { metric: "decoded_slots_per_second", value: slots / scanning, unit: "1/s", input },
      { metric: "limit_json_parse_slots_per_second", value: slots / parsing, unit: "1/s", input },
      { metric: "bytes_per_validator_interval", value: perInterval, unit: "B", input },
      { metric: "peak_rss_bytes", value: peakBytes, unit: "B", input },
    ];
  } finally {
    await store.close();
    await node.stop();
    rmSync(path, { recursive: true, force: true });
  }
}

export const solanaVotes: Bench = { name: "solana-votes", run };
