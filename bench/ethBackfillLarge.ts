/**
 * Consecutive epochs of a network of mainnet's size, from a node over loopback to rows and the records of both kinds of
 * day: what `backfill` costs an epoch. BENCH_EPOCHS sets the number; the first one brings the whole registry, and is
 * not counted.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import { backfillEpochs, log, repeatRequests } from "./ethBackfill.ts";
import { startEthNode } from "./nodeProcess.ts";
import type { Bench, Figure } from "./report.ts";

const epochs = Number(process.env.BENCH_EPOCHS ?? 32);
const validators = 1_048_576;

async function run(): Promise<Figure[]> {
  const path = mkdtempSync(join(tmpdir(), "bench-backfill-"));
  const node = await startEthNode(validators, epochs + 1);
  const store = createEmbeddedStore({ path, log });
  const range = { from: 0, to: epochs - 1 };
  try {
    const { secondsAfterFirst } = await backfillEpochs(store, node.url, range);
    const peak = process.resourceUsage().maxRSS * 1024;
    const [row] = await store.rows<{ rows: string; days: string }>(
      `select (select count() from fct_eth_validator_duty_epoch final) as rows,
        (select count() from fct_eth_validator_performance_daily final) as days`,
    );
    if (Number(row?.rows) !== epochs * validators || Number(row?.days) !== 2 * validators)
      throw new Error(`${row?.rows} duty rows and ${row?.days} of days of ${epochs} epochs`);
    const loopback = await repeatRequests(node.url, bulkPaths(range.to + 1));
    const input = `${epochs} epochs of ${validators} validators after the first, JSON over loopback, embedded, both days of them`;
    return [
      { metric: "seconds_per_epoch", value: secondsAfterFirst / epochs, unit: "s", input },
      { metric: "loopback_seconds_per_epoch", value: loopback / epochs, unit: "s", input },
      { metric: "peak_rss_bytes", value: peak, unit: "B", input },
    ];
  } finally {
    await store.close();
    await node.stop();
    rmSync(path, { recursive: true, force: true });
  }
}

/** Requests of epochs 1 to `last`, without those that all epochs share. */
function bulkPaths(last: number): string[] {
  return Array.from({ length: last }, (_, i) => {
    const slot = (i + 1) * 32;
    const state = `/eth/v1/beacon/states/${slot}`;
    const blocks = Array.from({ length: 32 }, (__, offset) => [
      `/eth/v1/beacon/headers/${slot + offset}`,
      `/eth/v2/beacon/blocks/${slot + offset}`,
    ]);
    return [`${state}/validator_balances`, `${state}/committees`, ...blocks.flat()];
  }).flat();
}

export const ethBackfillLarge: Bench = { name: "eth-backfill", run };
