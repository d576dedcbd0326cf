/** `record <network> --from --to --out`: writes the nodes' answers about a range of history to a file. */
import { stat } from "node:fs/promises";
import type { OpenedChain } from "../../chains/chain.ts";
import { backfillChain } from "../../ingest/listener/backfill.ts";
import { createMemoryCursorStore } from "../../ingest/listener/cursor.ts";
import { countsOf } from "../../ingest/recording/format.ts";
import { type RecordingProxy, startRecordingProxy } from "../../ingest/recording/proxy.ts";
import { openRecordingWriter, type RecordingWriter } from "../../ingest/recording/writer.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import type { NodeSetting } from "../../lib/config.ts";
import { ConfigError } from "../../lib/errors.ts";
import { networkLabel } from "../../lib/networkLabel.ts";
import { kindsOf } from "../../lib/nodeVariables.ts";
import type { Context } from "../process/context.ts";
import { openNetwork, openNode } from "../process/listeners.ts";
import { takeFileLock } from "../process/lock.ts";
import { createProgress } from "../process/progress.ts";

export type RecordArgs = { network: string; from: string; to: string; out: string };

/** Drops messages: a recording keeps the answers that they are computed from. */
function createDroppingBus(): Pick<Bus, "publish"> {
  return { publish: async () => undefined };
}

/**
 * The requests at the end of a range depend on whether a height follows it, so a recording ends before the head.
 */
async function checkEnd({ session, chain }: OpenedChain, to: number, signal: AbortSignal): Promise<void> {
  const { head } = await session.status(signal, "backfill");
  if (to < head) return;
  throw new ConfigError(
    `--to: ${chain.unit} ${to} is not before the head yet; the last ${chain.unit} that can be recorded is ${head - 1}`,
    { code: "bad_range" },
  );
}

/** The nodes whose answers are kept. */
function recordedNode({ chain }: OpenedChain, node: NodeSetting): NodeSetting {
  const isKept = (kind: string) => chain.settings.nodes[kind]?.isLeftOut !== true;
  const urls = Object.entries(node.urls).map(([kind, addresses]) => [kind, isKept(kind) ? addresses : []]);
  return { ...node, urls: Object.fromEntries(urls) };
}

function summary(name: string, out: string, size: number, seconds: number, writer: RecordingWriter): string {
  const { requests, bytes, bytesCompressed } = writer.stats();
  const ratio = bytesCompressed === 0 ? "" : `, ${(bytes / bytesCompressed).toFixed(1)} of 1`;
  return `${name}: ${requests} requests recorded in ${seconds.toFixed(1)} s, ${bytes} bytes as ${bytesCompressed}${ratio}; ${out} has ${size} bytes and is complete\n`;
}

/** Runs the chain's own listener through the proxy and drops its messages. */
async function recordRange(
  context: Context,
  opened: OpenedChain,
  range: { from: number; to: number },
  parts: { proxy: RecordingProxy; writer: RecordingWriter },
): Promise<void> {
  const { config, log, shutdown } = context;
  const { chain } = opened;
  const { network } = opened.session;
  const progress = createProgress(log, "record");
  const stopper = new AbortController();
  const signal = AbortSignal.any([shutdown.signal, stopper.signal]);
  const listening = async () => {
    const { session } = await openNode(config, parts.proxy.node, { store: undefined, log, signal });
    await backfillChain(
      chain,
      session,
      {
        bus: createDroppingBus(),
        cursors: createMemoryCursorStore(),
        log: log.child({ chain: chain.id, network }),
      },
      {
        ...range,
        signal,
        onProgress: ({ done, total }) =>
          progress.update({ done, total, phase: "recorded", unit: chain.unit }),
      },
    );
    // Requests of a cross-check may still be in flight.
    await parts.proxy.idle();
  };
  try {
    await Promise.race([listening(), parts.writer.failed]);
  } finally {
    stopper.abort(new Error("the recording ended"));
    progress.stop();
  }
}

export async function record(context: Context, args: RecordArgs): Promise<string> {
  const started = performance.now();
  const { config, log, shutdown } = context;
  const { node: configured, opened } = await openNetwork(args.network, config, {
    store: undefined,
    log,
    signal: shutdown.signal,
  });
  const node = recordedNode(opened, configured);
  const kinds = kindsOf(opened.chain.settings);
  const { network } = opened.session;
  const name = networkLabel({ chain: opened.chain.id, network });
  const range = await opened.parseRange(args);
  await checkEnd(opened, range.to, shutdown.signal);
  shutdown.onClose("recording lock", takeFileLock(args.out, "--out"));
  const file = await openRecordingWriter(args.out, {
    version: 1,
    chain: opened.chain.id,
    label: node.label,
    network,
    unit: opened.chain.unit,
    ...range,
    ...countsOf(node, kinds),
  });
  if (file === undefined) return `${name}: ${args.out} is complete already\n`;
  const { writer, existing } = file;
  shutdown.onClose("recording", async () => {
    await existing?.close();
    await writer.close();
  });
  if (existing !== undefined)
    log.info({ requests: existing.requestCount, bytes_lost: existing.bytesLost }, "resuming a recording");
  const proxy = await startRecordingProxy(node, { kinds, writer, existing, log });
  shutdown.onClose("recording proxy", () => proxy.close());
  try {
    await recordRange(context, opened, range, { proxy, writer });
    await writer.finish();
  } catch (error) {
    if (shutdown.signal.aborted) {
      process.stderr.write("Interrupted. Run the same command again to resume\n");
      process.exitCode = 1;
    }
    throw error;
  }
  const { size } = await stat(args.out);
  const seconds = (performance.now() - started) / 1000;
  return summary(name, args.out, size, seconds, writer);
}
