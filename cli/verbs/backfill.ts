/** `backfill <network> --from --to`: publishes a range of history and ends when its rows are readable. */
import { z } from "zod";
import type { OpenedChain, OpenedPart } from "../../chains/chain.ts";
import { backfillChain } from "../../ingest/listener/backfill.ts";
import { createCursorStore } from "../../ingest/listener/cursor.ts";
import type { LogState } from "../../ingest/listener/refill.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import type { Config } from "../../lib/config.ts";
import { ConfigError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { networkLabel } from "../../lib/networkLabel.ts";
import { sleep } from "../../lib/retry.ts";
import type { Store } from "../../lib/store/store.ts";
import type { Context } from "../process/context.ts";
import { forwardOrRun } from "../process/forward.ts";
import { firstUnwrittenOf, type OpenedNetwork, openNetwork } from "../process/listeners.ts";
import { openBus, openStore, openWorkers, type Workers } from "../process/pipeline.ts";
import { createProgress, type Progress } from "../process/progress.ts";

export const backfillArgs = z.object({
  network: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
  part: z.string().optional(),
});
export type BackfillArgs = z.infer<typeof backfillArgs>;

export type BackfillResult = {
  chain: string;
  network: string;
  /** Undefined: the chain itself. */
  part?: string | undefined;
  unit: string;
  from: number;
  to: number;
  seconds: number;
};

export type BackfillDeps = {
  config: Config;
  log: Logger;
  store: Store;
  bus: Bus;
  /** The workers of this process; absent where others write. */
  workers: Workers | undefined;
  emit: (progress: Progress) => void;
  signal: AbortSignal;
};

const workerSilenceMs = 60_000;
/** Workers roll up ended periods at once after a range; roll-ups that they defer longer than this are done here. */
const restMs = 2_000;

/** Runs all deferred roll-ups: in the workers of this process, or like any worker would. */
async function settleAll({ chain }: OpenedChain, { workers, store, log }: BackfillDeps): Promise<void> {
  if (workers !== undefined) return await workers.settle();
  const transform = chain.createTransform({ store, log });
  await transform.recover();
  await transform.settle("all");
}

/** The range to read: a chain's heights, or one of its parts with its own unit. */
type Task = Omit<OpenedPart, "isDone" | "listener"> & { listener?: string };

/** @throws ConfigError for a part that there isn't, or a range that is missing */
async function taskOf(
  { opened, node }: OpenedNetwork,
  { part: name, from, to }: BackfillArgs,
  { config, store, log, signal }: BackfillDeps,
): Promise<Task & { isDone?: boolean }> {
  const { chain, session } = opened;
  if (name !== undefined) {
    const openPart = Object.hasOwn(chain.parts ?? {}, name) ? chain.parts?.[name] : undefined;
    if (openPart !== undefined) {
      const range = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
      return await openPart(opened, node, { config, store, log, signal, range });
    }
    const parts = Object.keys(chain.parts ?? {}).join(", ") || "none";
    throw new ConfigError(`--part: "${name}" is no part of ${chain.id}; its parts are: ${parts}`, {
      code: "bad_arguments",
    });
  }
  if (from === undefined || to === undefined)
    throw new ConfigError("backfill needs --from and --to, or --part", { code: "bad_arguments" });
  const range = await opened.parseRange({ from, to });
  return {
    session,
    unit: chain.unit,
    range,
    firstUnwritten: firstUnwrittenOf(chain, store),
    readable: () => chain.records.readable(store, session.network, range),
  };
}

/** Waits until workers have written every height and every record that it makes, or the bus has lost some. */
async function untilReadable(
  opened: OpenedChain,
  { range, unit, readable }: Task,
  look: () => Promise<LogState>,
  deps: BackfillDeps,
): Promise<LogState> {
  const { network } = opened.session;
  const { log, emit, signal } = deps;
  const total = range.to - range.from + 1;
  let before = -1;
  let movedAt = performance.now();
  for (;;) {
    const { done, isReadable } = await readable();
    emit({ done, total, phase: "written by workers", unit });
    if (isReadable) return "kept";
    if (done !== before) movedAt = performance.now();
    before = done;
    if (done === total && performance.now() - movedAt > restMs) {
      await settleAll(opened, deps);
      movedAt = performance.now();
    }
    if (performance.now() - movedAt > workerSilenceMs) {
      log.warn(
        { network, done, total },
        "no worker has written anything for a minute: is `validator-analytics transform` running?",
      );
      movedAt = performance.now();
    }
    if ((await look()) === "lost") return "lost";
    await sleep(500, signal);
  }
}

/** Runs a backfill with the parts of this process. */
export async function runBackfill(args: BackfillArgs, deps: BackfillDeps): Promise<BackfillResult> {
  const started = performance.now();
  const { config, store, signal } = deps;
  const connection = await openNetwork(args.network, config, { store, log: deps.log, signal });
  const { opened } = connection;
  const { chain } = opened;
  const task = await taskOf(connection, args, deps);
  const { session, range, unit, listener, firstUnwritten } = task;
  const { network } = session;
  const result = (): BackfillResult => ({
    ...{ chain: chain.id, network, part: args.part, unit, ...range },
    seconds: (performance.now() - started) / 1000,
  });
  if (task.isDone === true) return result();
  const log = deps.log.child({ chain: chain.id, network });
  await backfillChain(
    chain,
    session,
    { bus: deps.bus, cursors: createCursorStore(store), log, firstUnwritten },
    {
      ...range,
      ...(listener === undefined ? {} : { listener }),
      signal: deps.signal,
      onProgress: ({ done, total, height }) => {
        deps.emit({ done, total, phase: "published", unit });
        log.debug({ unit, height, done, total }, "backfill");
      },
      untilWritten: async (look) => {
        // On the bus in memory, acknowledged messages are computed.
        if (deps.bus.kind !== "memory") return await untilReadable(opened, task, look, deps);
        await deps.workers?.settle();
        return "kept";
      },
    },
  );
  await task.end?.();
  return result();
}

export async function backfill(context: Context, args: BackfillArgs): Promise<string> {
  const progress = createProgress(context.log, "backfill");
  try {
    const result = (await forwardOrRun(context, "backfill", args, {
      onProgress: (value) => progress.update(value as Progress),
      run: async (emit) => {
        const store = await openStore(context);
        const bus = await openBus(context);
        const workers = bus.kind === "memory" ? await openWorkers(context, store, bus) : undefined;
        const { config, log, shutdown } = context;
        return await runBackfill(args, { config, log, store, bus, workers, emit, signal: shutdown.signal });
      },
    })) as BackfillResult;
    const what = result.part === undefined ? `${result.unit}s` : `${result.part} of ${result.unit}s`;
    return `${networkLabel(result)}: ${what} ${result.from} to ${result.to} are readable (${result.seconds.toFixed(1)} s)\n`;
  } catch (error) {
    if (context.shutdown.signal.aborted) {
      process.stderr.write("Interrupted. Run the same command again to resume\n");
      process.exitCode = 1;
    }
    throw error;
  } finally {
    progress.stop();
  }
}
