/**
 * Mainnet's stake accounts: a node's answer over loopback, to messages as they are published. The same run measures the
 * same bytes over loopback, discarded.
 */
import { bulkRequest } from "../ingest/node/bulk.ts";
import { createNodeSet } from "../ingest/node/nodes.ts";
import { readStakes } from "../ingest/solana/accounts/stake.ts";
import { createLogger } from "../lib/logger.ts";
import { startSolanaStakesNode } from "./nodeProcess.ts";
import type { Bench, Figure } from "./report.ts";

const accounts = 1_200_000;
const log = createLogger(process.env.BENCH_LOG ?? "error");

async function timed<Value>(run: () => Promise<Value>) {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const value = await run();
  const { user, system } = process.cpuUsage(cpu);
  return { value, seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6 };
}

/** @returns bytes of all messages, and of the largest */
async function readAll(url: string): Promise<{ bytes: number; largest: number; messages: number }> {
  const nodes = createNodeSet({ urls: [url], requestsPerSecond: 100, log });
  const total = { bytes: 0, largest: 0, messages: 0 };
  let reportedCount = 0;
  for await (const message of readStakes(nodes, { network: "bench", slot: 500_000_000, epoch: 1_100 })) {
    const { length } = Buffer.from(JSON.stringify(message));
    total.bytes += length;
    total.largest = Math.max(total.largest, length);
    total.messages += 1;
    if (message.type === "stake_count") reportedCount = message.stake_account_count;
  }
  if (reportedCount !== accounts) throw new Error(`${reportedCount} accounts of ${accounts}`);
  return total;
}

/** The bytes of the answer, read and thrown away. */
async function readOnly(url: string): Promise<number> {
  const response = await bulkRequest({
    url,
    method: "POST",
    body: "{}",
    headersTimeoutMs: 60_000,
    idleTimeoutMs: 60_000,
    bodyBytesMax: 2 ** 32,
  });
  let bytes = 0;
  for await (const piece of response.stream()) bytes += piece.length;
  return bytes;
}

async function run(): Promise<Figure[]> {
  const node = await startSolanaStakesNode(accounts);
  try {
    const read = await timed(() => readAll(node.url));
    const peakBytes = process.resourceUsage().maxRSS * 1024;
    const loopback = await timed(() => readOnly(node.url));
    const input = `${accounts} stake accounts, ${loopback.value} bytes of JSON over loopback`;
    return [
      { metric: "accounts_per_second", value: accounts / read.seconds, unit: "1/s", input },
      { metric: "seconds", value: read.seconds, unit: "s", input },
      { metric: "cpu_seconds", value: read.cpuSeconds, unit: "s", input },
      { metric: "peak_rss_bytes", value: peakBytes, unit: "B", input },
      { metric: "answer_bytes", value: loopback.value, unit: "B", input },
      { metric: "message_bytes", value: read.value.bytes, unit: "B", input },
      { metric: "largest_message_bytes", value: read.value.largest, unit: "B", input },
      { metric: "messages", value: read.value.messages, unit: "1", input },
      { metric: "limit_loopback_seconds", value: loopback.seconds, unit: "s", input },
      { metric: "limit_loopback_cpu_seconds", value: loopback.cpuSeconds, unit: "s", input },
    ];
  } finally {
    await node.stop();
  }
}

export const solanaStakes: Bench = { name: "solana-stakes", run };
