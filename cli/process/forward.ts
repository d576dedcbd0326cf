/** Runs a verb here, or asks the process that holds the embedded folder. */
import { ConfigError } from "../../lib/errors.ts";
import type { Context } from "./context.ts";
import { callControl } from "./control.ts";
import { type LockHolder, takeLock } from "./lock.ts";

type ForwardOptions = {
  run: (emit: (progress: unknown) => void) => Promise<unknown>;
  onProgress?: (progress: unknown) => void;
};

/**
 * With servers (CLICKHOUSE_URL) everything runs here. Embedded, the folder is taken; when another process has it,
 * that one is asked.
 * @throws ConfigError that names the process when it can't be asked
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
  const taken = takeLock(config.DATA_DIR, verb);
  if ("lock" in taken) {
    // Registered first, so that it is released last, after the warehouse is closed.
    shutdown.onClose("lock", taken.lock.release);
    return await options.run(onProgress);
  }
  return await askHolder(context, taken.holder, verb, args, { onProgress, signal: shutdown.signal });
}

/** Asks the process that holds the folder. @throws ConfigError that names it when it can't be asked */
export async function askHolder(
  { config }: Pick<Context, "config">,
  holder: LockHolder,
  verb: string,
  args: unknown,
  options: { onProgress: (progress: unknown) => void; signal: AbortSignal },
): Promise<unknown> {
  const { pid, socket, verb: holderVerb } = holder;
  try {
    return await callControl(socket, verb, args, options);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "ENOENT" && code !== "ECONNREFUSED") throw error;
    throw new ConfigError(
      `The folder ${config.DATA_DIR} is in use by process ${pid} (\`${holderVerb}\`, since ${holder.startedAt}), which takes no requests now. ` +
        "Wait until it has ended, stop it, or set another DATA_DIR.",
      { code: "folder_in_use" },
    );
  }
}
