/**
 * Many epochs of a small network, from a node over loopback to rows and both kinds of day record: what an epoch costs
 * besides its validators. BENCH_EPOCHS sets the number.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import { backfillEpochs, listenOnly, log, repeatRequests } from "./ethBackfill.ts";
import { startStubNode } from "./nodeProcess.ts";
import type { Bench, Figure } from "./report.ts";

const epochs = Number(process.env.BENCH_EPOCHS ?? 450);
const validators = 300;

async function run(): Promise<Figure[]> {
  const path = mkdtempSync(join(tmpdir(), "bench-small-"));
  const node = await startStubNode(epochs, validators);
  const store = createEmbeddedStore({ path, log });
  try {
    const range = { from: 0, to: epochs - 2 };
    // The node makes its answers, and the compiler our code.
    await listenOnly(node.url, range);
    await node.requests();
    const { seconds } = await backfillEpochs(store, node.url, range);
    const loopback = await repeatRequests(node.url, await node.requests());
    const listening = await listenOnly(node.url, range);
    const [row] = await store.rows<{ epochs: string; days: string }>(
      `select (select count() from int_eth_epoch final) as epochs,
        (select countIf(is_complete = 1) from int_eth_day final) as days`,
    );
    if (Number(row?.epochs) !== epochs - 1) throw new Error(`${row?.epochs} epochs of ${epochs - 1}`);
    const input = `${epochs - 1} epochs of ${validators} validators, JSON over loopback, embedded, ${row?.days} whole days`;
    return [
      { metric: "epochs_per_second", value: (epochs - 1) / seconds, unit: "1/s", input },
      { metric: "listener_epochs_per_second", value: (epochs - 1) / listening, unit: "1/s", input },
      { metric: "loopback_epochs_per_second", value: (epochs - 1) / loopback, unit: "1/s", input },
      { metric: "peak_rss_bytes", value: process.resourceUsage().maxRSS * 1024, unit: "B", input },
    ];
  } finally {
    await store.close();
    await node.stop();
    rmSync(path, { recursive: true, force: true });
  }
}

export const ethBackfillSmall: Bench = { name: "eth-backfill-small", run };
