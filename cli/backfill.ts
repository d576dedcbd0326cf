/** `backfill <network> --from --to`: publishes a range of history and ends when its rows are readable. */
import cliProgress from "cli-progress";
import { z } from "zod";
import { backfillChain } from "../ingest/chain.ts";
import { createCursorStore } from "../ingest/cursor.ts";
import { eth } from "../ingest/eth/index.ts";
import { parseRange } from "../ingest/eth/range.ts";
import type { Bus } from "../lib/bus.ts";
import type { Config, NodeSetting } from "../lib/config.ts";
import { ConfigError } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import { sleep } from "../lib/retry.ts";
import type { Store } from "../lib/store.ts";
import type { Worker } from "../transform/sink.ts";
import type { Context } from "./context.ts";
import { forwardOrRun } from "./forward.ts";
import { type EthSession, openBus, openSession, openStore, openWorker } from "./pipeline.ts";

export const backfillArgs = z.object({ network: z.string(), from: z.string(), to: z.string() });
export type BackfillArgs = z.infer<typeof backfillArgs>;

export type BackfillProgress = { done: number; total: number; phase: string };
export type BackfillResult = { network: string; from: number; to: number; seconds: number };

export type BackfillDeps = {
  config: Config;
  log: Logger;
  store: Store;
  bus: Bus;
  /** The worker of this process; absent where others write. */
  worker: Worker | undefined;
  emit: (progress: BackfillProgress) => void;
  signal: AbortSignal;
};

/** The session of the named network; the chain's own name (`eth`) means its main node setting. */
async function sessionOf(name: string, deps: BackfillDeps): Promise<EthSession> {
  const { config, store, log, signal } = deps;
  const open = (node: NodeSetting) => openSession(config, node, store, log, signal);
  if (config.nodes.length === 0) throw new ConfigError("No node is configured; set ETH_BEACON_URLS");
  const main = config.nodes.find((node) => node.label === "") ?? config.nodes[0];
  if (name === "eth" && main !== undefined) return await open(main);
  const names: string[] = [];
  for (const node of config.nodes) {
    const session = await open(node);
    if (session.network === name) return session;
    names.push(session.network);
  }
  throw new ConfigError(`"${name}" is not followed here; the configured networks are ${names.join(", ")}`);
}

const workerSilenceMs = 60_000;

/** Waits until running workers have computed every epoch and rolled up its days. */
async function untilReadable(network: string, from: number, to: number, deps: BackfillDeps): Promise<void> {
  const { store, log, emit, signal } = deps;
  const total = to - from + 1;
  let before = -1;
  let movedAt = Date.now();
  for (;;) {
    const [row] = await store.rows<{ epochs: string; uncovered: string }>(
      `with (select max(end_epoch) from int_eth_day final where network = {network:String} and day_type = 'chain' and start_epoch <= {to:UInt32}) as covered
      select count() as epochs, countIf(epoch > covered) as uncovered
      from int_eth_epoch final
      where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}`,
      { network, from, to },
    );
    const done = Number(row?.epochs ?? 0);
    emit({ done, total, phase: "written by workers" });
    if (done === total && Number(row?.uncovered) === 0) return;
    if (done !== before) movedAt = Date.now();
    before = done;
    if (Date.now() - movedAt > workerSilenceMs) {
      log.warn(
        { network, done, total },
        "no worker has written anything for a minute: is `validator-analytics transform` running?",
      );
      movedAt = Date.now();
    }
    await sleep(500, signal);
  }
}

/** Runs a backfill with the parts of this process. */
export async function runBackfill(args: BackfillArgs, deps: BackfillDeps): Promise<BackfillResult> {
  const started = performance.now();
  const session = await sessionOf(args.network, deps);
  const { network } = session;
  const { from, to } = parseRange(session.info.chain, args.from, args.to);
  const log = deps.log.child({ chain: "eth", network });
  await backfillChain(
    eth,
    session,
    { bus: deps.bus, cursors: createCursorStore(deps.store), log },
    {
      from,
      to,
      signal: deps.signal,
      onProgress: ({ done, total, height }) => {
        deps.emit({ done, total, phase: "published" });
        log.debug({ unit: "epoch", height, done, total }, "backfill");
      },
    },
  );
  if (deps.worker === undefined) await untilReadable(network, from, to, deps);
  else await deps.worker.settle();
  return { network, from, to, seconds: (performance.now() - started) / 1000 };
}

const logEveryMs = 5_000;

/** A bar on a terminal, log lines elsewhere. */
export function createProgress(log: Logger): {
  update: (progress: BackfillProgress) => void;
  stop: () => void;
} {
  if (process.stderr.isTTY !== true) {
    let loggedAt = 0;
    return {
      update: (progress) => {
        if (Date.now() - loggedAt < logEveryMs && progress.done < progress.total) return;
        loggedAt = Date.now();
        log.info({ ...progress, unit: "epoch" }, "backfill");
      },
      stop: () => undefined,
    };
  }
  const bar = new cliProgress.SingleBar(
    { format: "{bar} {percentage}% {value}/{total} epochs {phase}, {eta_formatted} left" },
    cliProgress.Presets.shades_classic,
  );
  let isStarted = false;
  return {
    update: ({ done, total, phase }) => {
      if (isStarted) bar.update(done, { phase });
      else bar.start(total, done, { phase });
      isStarted = true;
    },
    stop: () => bar.stop(),
  };
}

export async function backfill(context: Context, args: BackfillArgs): Promise<string> {
  const progress = createProgress(context.log);
  try {
    const result = (await forwardOrRun(context, "backfill", args, {
      onProgress: (value) => progress.update(value as BackfillProgress),
      run: async (emit) => {
        const store = await openStore(context);
        const bus = await openBus(context);
        const worker = bus.kind === "memory" ? await openWorker(context, store, bus) : undefined;
        const { config, log, shutdown } = context;
        return await runBackfill(args, { config, log, store, bus, worker, emit, signal: shutdown.signal });
      },
    })) as BackfillResult;
    return `${result.network}: epochs ${result.from} to ${result.to} are readable (${result.seconds.toFixed(1)} s)\n`;
  } catch (error) {
    if (context.shutdown.signal.aborted) {
      process.stderr.write("Interrupted: the same command goes on where this one ended\n");
      process.exitCode = 1;
    }
    throw error;
  } finally {
    progress.stop();
  }
}
