/** Takes the embedded folder for a long-running verb, or says who has it. */
import { ConfigError } from "../../lib/errors.ts";
import type { Context } from "./context.ts";
import { type LockHolder, takeLock } from "./lock.ts";

/**
 * @returns undefined when the warehouse is a server's: nothing to hold then
 * @throws ConfigError that names the process that holds the folder
 */
export function holdFolder({ config, shutdown }: Context, verb: string): LockHolder | undefined {
  if (config.CLICKHOUSE_URL !== undefined) return undefined;
  const taken = takeLock(config.DATA_DIR, verb);
  if ("holder" in taken) {
    const { pid, verb: other, startedAt } = taken.holder;
    throw new ConfigError(
      `The folder ${config.DATA_DIR} is in use by process ${pid} (\`${other}\`, since ${startedAt}). Stop it, set another DATA_DIR, or share one warehouse with CLICKHOUSE_URL.`,
      { code: "folder_in_use" },
    );
  }
  shutdown.onClose("lock", taken.lock.release);
  return taken.lock.holder;
}
