/**
 * A full registry: a node's answer over loopback, through the listener, the bus and the worker, to readable rows. The
 * same run measures the machine's limits: the same bytes over loopback, discarded, and as many rows inserted from memory.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { registryAnswer } from "../fixtures/eth/mainnetSize/registry.ts";
import { createBeaconClient } from "../ingest/eth/api/client.ts";
import { toBusMessage } from "../ingest/eth/busMessage.ts";
import { decodeRegistry } from "../ingest/eth/decodeState.ts";
import { blocksAtOnce, createRegistryRun, registryRowsMax } from "../ingest/eth/registryRun.ts";
import { createValidatorScanner } from "../ingest/eth/scan/validators.ts";
import { bulkRequest } from "../ingest/node/bulk.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import type { Store } from "../lib/store/store.ts";
import type { RegistryMessage } from "../schemas/eth/events.ts";
import { registryTables } from "../transform/eth/raw/registry.ts";
import { createEthTransform } from "../transform/eth/transform.ts";
import { writeTables } from "../transform/frame/tables.ts";
import { startWorker } from "../transform/frame/worker.ts";
import { type NodeProcess, startRegistryNode } from "./nodeProcess.ts";
import type { Bench, Figure } from "./report.ts";

const validators = 2_200_000;
const log = createLogger(process.env.BENCH_LOG ?? "error");
/** Never aborted. */
const { signal } = new AbortController();

async function timed(run: () => Promise<void>): Promise<{ seconds: number; cpuSeconds: number }> {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  await run();
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6 };
}

/** The way of a registry, as the listener and the worker go it. */
async function ingest(url: string, store: Store): Promise<{ seconds: number; cpuSeconds: number }> {
  const bus = createMemoryBus({ log });
  const transform = createEthTransform({ store, log });
  const worker = await startWorker({ bus, transform, group: "bench", log });
  const client = createBeaconClient({ urls: [url], requestsPerSecond: 10_000, maxHeadAgeS: 0, log });
  const chain = await client.chain(signal);
  const taken = await timed(async () => {
    const unit = createRegistryRun(client, chain).unit(0, { kind: "stream" }, [], signal);
    const published = await unit.publish((blocks) =>
      bus.publish(
        blocks.map((columns) => toBusMessage(decodeRegistry(chain.network, 0, unit.kind, columns))),
      ),
    );
    published.commit();
  });
  await worker.stop();
  await bus.close();
  const [row] = await store.rows<{ raw: string; validators: string }>(
    `select (select count() from raw_eth_registry final) as raw,
      (select count() from dim_eth_validator final) as validators`,
  );
  if (Number(row?.raw) !== validators || Number(row?.validators) !== validators)
    throw new Error(`${row?.raw} and ${row?.validators} rows of ${validators}`);
  return taken;
}

/** The bytes of the answer, read and thrown away. */
async function readOnly(url: string): Promise<number> {
  const response = await bulkRequest({
    url: `${url}/eth/v1/beacon/states/0/validators`,
    headersTimeoutMs: 60_000,
    idleTimeoutMs: 60_000,
    bodyBytesMax: 2 ** 32,
  });
  let bytes = 0;
  for await (const piece of response.stream()) bytes += piece.length;
  return bytes;
}

/** As many rows, made beforehand, in inserts as large as the worker's. */
async function insertOnly(store: Store): Promise<{ seconds: number; cpuSeconds: number }> {
  const messages: RegistryMessage[] = [];
  const scanner = createValidatorScanner(registryRowsMax, (columns) =>
    messages.push(decodeRegistry("bench", 0, "snapshot", columns)),
  );
  scanner.push(registryAnswer(blocksAtOnce * registryRowsMax, 0));
  scanner.end();
  const tables = registryTables(messages);
  return timed(async () => {
    for (let rows = 0; rows < validators; rows += blocksAtOnce * registryRowsMax)
      await writeTables(store, tables);
  });
}

async function measure(node: NodeProcess, store: Store): Promise<Figure[]> {
  const taken = await ingest(node.url, store);
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  let bytes = 0;
  const reading = await timed(async () => {
    bytes = await readOnly(node.url);
  });
  const inserting = await insertOnly(store);
  const input = `${validators} validators, ${bytes} bytes of JSON over loopback, embedded`;
  return [
    { metric: "seconds", value: taken.seconds, unit: "s", input },
    { metric: "cpu_seconds", value: taken.cpuSeconds, unit: "s", input },
    { metric: "peak_rss_bytes", value: peakBytes, unit: "B", input },
    { metric: "limit_loopback_seconds", value: reading.seconds, unit: "s", input },
    { metric: "limit_loopback_cpu_seconds", value: reading.cpuSeconds, unit: "s", input },
    { metric: "limit_insert_seconds", value: inserting.seconds, unit: "s", input },
    { metric: "limit_insert_cpu_seconds", value: inserting.cpuSeconds, unit: "s", input },
  ];
}

async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-registry-"));
  const node = await startRegistryNode(validators);
  const store = createEmbeddedStore({ path: folder, log });
  try {
    await migrate(store, { log });
    return await measure(node, store);
  } finally {
    await store.close();
    await node.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const ethRegistry: Bench = { name: "eth-registry", run };
