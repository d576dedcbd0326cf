/** Runs a verb here, or in the process that holds the embedded folder. */
import { setTimeout } from "node:timers/promises";
import { ConfigError, isErrorOfKind } from "../../lib/errors.ts";
import type { Context } from "./context.ts";
import { callControl } from "./control.ts";
import { folderHolder, type LockHolder, takeLock } from "./lock.ts";

/** Verbs that hold the folder for long and run other verbs on request. */
const takesRequests: ReadonlySet<string> = new Set(["start", "demo", "serve", "listen", "transform"]);

type ForwardOptions = {
  run: (emit: (progress: unknown) => void) => Promise<unknown>;
  onProgress?: (progress: unknown) => void;
};

/**
 * With servers (CLICKHOUSE_URL) everything runs here. Embedded, the folder is locked; if another process holds it, that
 * process runs the verb.
 * @throws ConfigError that names the process if it takes no requests
 */
export async function forwardOrRun(
  context: Context,
  verb: string,
  args: unknown,
  options: ForwardOptions,
): Promise<unknown> {
  const { config, shutdown } = context;
  const onProgress = options.onProgress ?? (() => undefined);
  if (config.CLICKHOUSE_URL !== undefined) return await options.run(onProgress);
  for (;;) {
    const taken = takeLock(config.DATA_DIR, verb);
    if ("lock" in taken) {
      // Registered first, so that it is released last, after the warehouse is closed.
      shutdown.onClose("lock", taken.lock.release);
      return await options.run(onProgress);
    }
    try {
      return await callHolder(context, taken.holder, verb, args, { onProgress, signal: shutdown.signal });
    } catch (error) {
      // One that has ended meanwhile leaves the folder to this one.
      if (!isFolderInUse(error) || isOf(taken.holder, folderHolder(config.DATA_DIR))) throw error;
    }
  }
}

const isFolderInUse = (error: unknown): boolean =>
  isErrorOfKind(error, "config") && error.code === "folder_in_use";

/** A process that has the folder listens a moment later, and one that ends has the folder a moment longer. */
const answerWaitMs = 10_000;
const answerPauseMs = 50;

/** Nothing listens on the socket. */
const isUnanswered = (error: unknown): boolean =>
  ["ENOENT", "ECONNREFUSED"].includes(String((error as NodeJS.ErrnoException).code));

const isOf = (holder: LockHolder, other: LockHolder | undefined): boolean =>
  other?.pid === holder.pid && other.startedAt === holder.startedAt;

/** Runs a verb in the process that holds the folder. @throws ConfigError that names it if it takes no requests */
export async function callHolder(
  { config }: Pick<Context, "config">,
  holder: LockHolder,
  verb: string,
  args: unknown,
  options: { onProgress: (progress: unknown) => void; signal: AbortSignal },
): Promise<unknown> {
  const { pid, socket, verb: holderVerb } = holder;
  const giveUpAt = performance.now() + (takesRequests.has(holderVerb) ? answerWaitMs : 0);
  for (;;) {
    try {
      return await callControl(socket, verb, args, options);
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      if (performance.now() > giveUpAt || !isOf(holder, folderHolder(config.DATA_DIR))) break;
      await setTimeout(answerPauseMs, undefined, { signal: options.signal });
    }
  }
  throw new ConfigError(
    `The folder ${config.DATA_DIR} is in use by process ${pid} (\`${holderVerb}\`, since ${holder.startedAt}), which takes no requests now. ` +
      "Wait until it has ended, stop it, or set another DATA_DIR.",
    { code: "folder_in_use" },
  );
}
