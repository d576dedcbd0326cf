import { Counter, Gauge, Histogram } from "prom-client";
import { registry } from "../../lib/metrics.ts";
import { announceTable } from "../../lib/store/metrics.ts";

const registers = [registry];
const prefix = "validator_analytics_transform";

/** The workers' own metrics. `height` counts the chain's units (Ethereum: epochs). */
export const metrics = {
  batchSeconds: new Histogram({
    name: `${prefix}_batch_seconds`,
    help: "Time from taking a batch to its last acknowledged write",
    labelNames: ["group"],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 120],
    registers,
  }),
  messages: new Counter({
    name: `${prefix}_messages_total`,
    help: "Messages by what became of them: written or dead",
    labelNames: ["group", "outcome"],
    registers,
  }),
  networkMessages: new Counter({
    name: `${prefix}_network_messages_total`,
    help: "Messages of a network that are written",
    labelNames: ["chain", "network", "topic"],
    registers,
  }),
  tableExpected: new Gauge({
    name: `${prefix}_table_expected`,
    help: "1: every height of the network that the topic carries writes rows to the table",
    labelNames: ["chain", "network", "topic", "table"],
    registers,
  }),
  retries: new Counter({
    name: `${prefix}_retries_total`,
    help: "Batches tried again because the warehouse was not available",
    labelNames: ["group"],
    registers,
  }),
  refusedEpochs: new Counter({
    name: `${prefix}_refused_epochs_total`,
    help: "Epochs left uncomputed because their facts contradict one another",
    labelNames: ["chain", "network", "code"],
    registers,
  }),
  differences: new Counter({
    name: `${prefix}_differences_total`,
    help: "Samples in which a node's figure differs from the sum of its facts",
    labelNames: ["chain", "network", "check"],
    registers,
  }),
  residuals: new Gauge({
    name: `${prefix}_unexplained_residuals`,
    help: "Rows of the last seven days, epochs or eras with a residual that is not 0, and not explained, by check",
    labelNames: ["chain", "network", "check"],
    registers,
  }),
  computedHeight: new Gauge({
    name: `${prefix}_computed_height`,
    help: "Highest height whose rows this process has computed",
    labelNames: ["chain", "network"],
    registers,
  }),
  computedTime: new Gauge({
    name: `${prefix}_computed_timestamp_seconds`,
    help: "Chain time of the highest height whose rows this process has computed, in Unix seconds",
    labelNames: ["chain", "network"],
    registers,
  }),
  droppedBytes: new Counter({
    name: `${prefix}_dropped_bytes_total`,
    help: "Bytes on disk of partitions that were dropped because they are older than is kept",
    labelNames: ["chain", "network", "table"],
    registers,
  }),
  modelSeconds: new Histogram({
    name: `${prefix}_model_seconds`,
    help: "Time of a model's `insert … select`, by the table it fills",
    labelNames: ["table"],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120],
    registers,
  }),
};

const newest = new Map<string, number>();

/** Keeps the highest height of a chain's network; a backfill of older heights changes nothing. */
export function markComputed(chain: string, network: string, height: number, unixSeconds: number): void {
  const key = `${chain}/${network}`;
  if (height <= (newest.get(key) ?? -1)) return;
  newest.set(key, height);
  metrics.computedHeight.set({ chain, network }, height);
  metrics.computedTime.set({ chain, network }, unixSeconds);
}

type Origin = { topic: string; network: string };

const expected = new Set<string>();

/** Reports once for each network and topic which tables it feeds, before the first row. */
export function expectTables(
  { chain, steadyTables }: { chain: string; steadyTables: Readonly<Record<string, readonly string[]>> },
  origins: readonly Origin[],
): void {
  for (const { topic, network } of origins) {
    const key = `${chain}/${network}/${topic}`;
    if (expected.has(key)) continue;
    expected.add(key);
    metrics.networkMessages.inc({ chain, network, topic }, 0);
    for (const table of steadyTables[topic] ?? []) {
      metrics.tableExpected.set({ chain, network, topic, table }, 1);
      announceTable(chain, network, table);
    }
  }
}

export function countWritten(chain: string, origins: readonly Origin[]): void {
  for (const { network, topic } of origins) metrics.networkMessages.inc({ chain, network, topic });
}
