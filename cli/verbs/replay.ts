/** `replay <network> --from --to`: rebuilds a range next to the live tables and swaps it in. */
import { resolve } from "node:path";
import { networkLabel } from "../../lib/networkLabel.ts";
import { createStore } from "../../lib/store/create.ts";
import type { Context } from "../process/context.ts";
import { forwardOrRun } from "../process/forward.ts";
import { openBus, openStore } from "../process/pipeline.ts";
import type { Progress } from "../process/progress.ts";
import { createProgress } from "../process/progress.ts";
import { planReplay, type ReplayArgs } from "../replay/args.ts";
import { type ReplayDeps, type ReplayResult, runReplay } from "../replay/run.ts";

/** Runs replays one after the other; `ended` resolves when the current one has cleaned up. */
export function createReplayer(): {
  run(args: ReplayArgs, deps: Omit<ReplayDeps, "openDatabase">): Promise<ReplayResult>;
  isRunning(): boolean;
  ended(): Promise<void>;
} {
  const running = new Set<Promise<unknown>>();
  return {
    run: async (args, deps) => {
      const openDatabase = (name: string) => createStore(deps.config, deps.log, name);
      const replaying = runReplay(planReplay(args), { ...deps, openDatabase });
      running.add(replaying);
      try {
        return await replaying;
      } finally {
        running.delete(replaying);
      }
    },
    isRunning: () => running.size > 0,
    ended: async () => {
      await Promise.allSettled(running);
    },
  };
}

function summary(result: ReplayResult): string {
  const { unit, from, to, isDryRun, tables, seconds } = result;
  const range = `${networkLabel(result)}: ${unit}s ${from} to ${to}`;
  const time = `(${seconds.toFixed(1)} s)`;
  if (tables.length === 0) return `${range} were rebuilt and no row differs; nothing was swapped ${time}\n`;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const names = tables.map((table) => `${table.name} ${table.rows}`).join(", ");
  const what = isDryRun ? "would be replaced, nothing was swapped" : "replaced";
  return `${range}: ${rows} rows of ${tables.length} tables ${what}: ${names} ${time}\n`;
}

export async function replay(context: Context, args: ReplayArgs): Promise<string> {
  const { config, log, shutdown } = context;
  // The process that runs it may run in another folder.
  const resolvedArgs = { ...args, files: (args.files ?? []).map((file) => resolve(file)) };
  planReplay(resolvedArgs);
  const progress = createProgress(log, "replay");
  try {
    const result = (await forwardOrRun(context, "replay", resolvedArgs, {
      onProgress: (value) => progress.update(value as Progress),
      run: async (emit) => {
        const store = await openStore(context);
        const bus = await openBus(context);
        const replayer = createReplayer();
        // Registered last, so that it is awaited before the warehouse closes.
        shutdown.onClose("replay", () => replayer.ended());
        return await replayer.run(resolvedArgs, { config, log, store, bus, emit, signal: shutdown.signal });
      },
    })) as ReplayResult;
    return summary(result);
  } catch (error) {
    if (shutdown.signal.aborted) {
      process.stderr.write("Interrupted: the live tables are as they were\n");
      process.exitCode = 1;
    }
    throw error;
  } finally {
    progress.stop();
  }
}
